// The Tensor handle and what it points to.
#include "tensor/tensor.h"

#include <algorithm>
#include <array>

#include "base/allocator.h"
#include "tensor/check.h"
#include "wengert/base/fmt.h"

namespace wengert {

std::int64_t live_tensors() { return memory::total(memory::Count::kTensors); }

std::int64_t product(const Shape& sizes) {
  std::int64_t n = 1;
  bool overflow = false;
  for (std::int64_t s : sizes) {
    if (s == 0) return 0;
    overflow |= __builtin_mul_overflow(n, s, &n);
  }
  if (overflow) fail("shape: sizes {} have more elements than can be counted", sizes);
  return n;
}

Shape contiguous_strides(const Shape& sizes) {
  Shape strides = sizes;
  std::int64_t step = 1;
  for (std::int64_t d = sizes.size() - 1; d >= 0; --d) {
    strides[d] = step;
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(sizes[d], 1), &step))
      fail("shape: sizes {} have more elements than can be counted", sizes);
  }
  return strides;
}

namespace {
bool is_contiguous(const Shape& sizes, const Shape& strides, std::int64_t numel) {
  if (numel == 0) return true;
  std::int64_t step = 1;
  for (std::int64_t d = sizes.size() - 1; d >= 0; --d) {
    if (sizes[d] == 1) continue;
    if (strides[d] != step) return false;
    step *= sizes[d];
  }
  return true;
}
}  // namespace

TensorImpl::TensorImpl(detail::Ref<Storage> storage_, ScalarType dtype_, const Shape& sizes_,
                       const Shape& strides_, std::int64_t offset_)
    : storage(std::move(storage_)),
      offset(offset_),
      numel(product(sizes_)),
      sizes(sizes_),
      strides(strides_),
      dtype(dtype_),
      contiguous(is_contiguous(sizes_, strides_, numel)) {
  memory::count(memory::Count::kTensors, 1);
}

TensorImpl::~TensorImpl() { memory::count(memory::Count::kTensors, -1); }

Tensor make_tensor(const Shape& sizes, ScalarType dtype) {
  std::int64_t bytes = size_of(dtype);
  bool none = false;
  for (std::int64_t s : sizes) {
    if (s < 0) fail("empty: sizes {} must not be negative", sizes);
    none |= s == 0;
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(s, 1), &bytes))
      fail("empty: sizes {} are too large", sizes);
  }
  return Tensor(detail::Ref<TensorImpl>(new TensorImpl(Storage::allocate(none ? 0 : std::size_t(bytes)),
                                                       dtype, sizes, contiguous_strides(sizes), 0)));
}

Tensor make_alias(const Tensor& x, const Shape& sizes, const Shape& strides, std::int64_t offset) {
  return Tensor(
      detail::Ref<TensorImpl>(new TensorImpl(x.impl()->storage, x.dtype(), sizes, strides, offset)));
}
Tensor make_alias(const Tensor& x) {
  return make_alias(x, x.impl()->sizes, x.impl()->strides, x.impl()->offset);
}

bool overlaps_itself(const Tensor& x) {
  // Sorted by stride (by insertion: there are few), each dimension must step over all that the smaller ones
  // reach. (Sufficient for every view that operations make; an exotic as_strided that interleaves without
  // overlap is refused as well.)
  std::array<std::pair<std::int64_t, std::int64_t>, kMaxDims> dims;
  std::int64_t n = 0;
  if (x.numel() < 2) return false;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    if (x.sizes()[d] <= 1) continue;
    std::int64_t at = n++;
    for (; at > 0 && dims[at - 1].first > x.strides()[d]; --at) dims[at] = dims[at - 1];
    dims[at] = {x.strides()[d], x.sizes()[d]};
  }
  std::int64_t reach = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (dims[i].first <= reach) return true;
    reach += dims[i].first * (dims[i].second - 1);
  }
  return false;
}

Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b) {
  if (a == b) return a;
  const Shape& longer = a.size() >= b.size() ? a : b;
  Shape out = longer;
  for (std::int64_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const std::int64_t x = a[a.size() - i], y = b[b.size() - i];
    if (x != y && x != 1 && y != 1)
      fail("{}: shapes {} and {} do not broadcast: sizes {} and {} differ and neither is 1", op, a, b, x, y);
    out[out.size() - i] = x == 1 ? y : x;
  }
  return out;
}

Shape broadcast_strides(const Tensor& x, const Shape& sizes) {
  Shape strides = Shape::filled(sizes.size(), 0);
  const std::int64_t added = sizes.size() - x.dim();
  for (std::int64_t d = 0; d < x.dim(); ++d)
    if (x.sizes()[d] != 1) strides[added + d] = x.strides()[d];
  return strides;
}

std::string describe(const Tensor& x) {
  return x.defined() ? fmt::format("{}{}", x.dtype(), x.sizes()) : "an undefined tensor";
}

std::int64_t wrap_dim(const char* op, std::int64_t d, std::int64_t dims) {
  const std::int64_t n = std::max<std::int64_t>(dims, 1);
  if (d < -n || d >= n)
    fail_index("{}: there is no dimension {} in a tensor of {} dimensions (wants {} to {})", op, d, dims, -n,
               n - 1);
  return d < 0 ? d + n : d;
}

// Tensor

void Tensor::undefined() { fail("this tensor is undefined: it was never given a value"); }

std::int64_t Tensor::size(std::int64_t d) const {
  if (dim() == 0) fail_index("size: a 0-d tensor has no dimension {}", d);
  return sizes()[wrap_dim("size", d, dim())];
}
std::int64_t Tensor::stride(std::int64_t d) const {
  if (dim() == 0) fail_index("stride: a 0-d tensor has no dimension {}", d);
  return strides()[wrap_dim("stride", d, dim())];
}

void* Tensor::checked_data(ScalarType wanted) const {
  if (dtype() != wanted) fail("data_ptr: elements are {}, not {}", dtype(), wanted);
  return impl_->data();
}
void Tensor::check_accessor(ScalarType wanted, std::int64_t dims) const {
  if (dtype() != wanted) fail("accessor: elements are {}, not {}", dtype(), wanted);
  if (dim() != dims) fail("accessor: the tensor has shape {}, not {} dimensions", sizes(), dims);
}

Scalar Tensor::item() const {
  if (numel() != 1) fail("item: wants a tensor with one element, got shape {}", sizes());
  const void* p = impl_->data();
  switch (dtype()) {
    case ScalarType::Bool:
      return *static_cast<const std::uint8_t*>(p) != 0;
    case ScalarType::Long:
      return *static_cast<const std::int64_t*>(p);
    case ScalarType::Float:
      return *static_cast<const float*>(p);
    case ScalarType::Double:
      return *static_cast<const double*>(p);
  }
  return {};
}

}  // namespace wengert
