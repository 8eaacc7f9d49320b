// New tensors: of one value, of given values, over memory that is somebody else's.
#include <algorithm>
#include <cstring>

#include "tensor/check.h"
#include "tensor/tensor.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

namespace wengert {

Tensor finish(const Tensor& x, const TensorOptions& options) {
  if (options.requires_grad()) x.set_requires_grad(true);
  return x;
}

void fill_elements(const Tensor& x, const Scalar& value) {
  const TensorImpl& t = *x.impl();
  const Element element(value, t.dtype);
  const auto loop = t.contiguous ? kernels::Loop::flat(t.numel, {1}) : kernels::Loop(t.sizes, {t.strides});
  kernels::fill(t.dtype, loop, t.data(), element.data());
}

// ---- One value
// -------------------------------------------------------------------------------------------------

Tensor empty(IntArrayRef sizes, const TensorOptions& options) {
  return finish(make_tensor(sizes, options.dtype()), options);
}

Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) {
  const ScalarType kind = value.is_floating_point() ? get_default_dtype() : value.kind();
  const Tensor x = make_tensor(sizes, options.dtype_opt().value_or(kind));
  fill_elements(x, value);
  return finish(x, options);
}
Tensor zeros(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 0, options.dtype(options.dtype()));
}
Tensor ones(IntArrayRef sizes, const TensorOptions& options) {
  return full(sizes, 1, options.dtype(options.dtype()));
}
Tensor scalar_tensor(const Scalar& value, const TensorOptions& options) {
  return full({}, value, options.dtype(options.dtype()));
}

namespace {

/// The options with x's type where they say none.
TensorOptions like(const char* op, const Tensor& x, const TensorOptions& options) {
  check_defined(op, "the tensor", x);
  return options.dtype(options.dtype_opt().value_or(x.dtype()));
}

}  // namespace

Tensor empty_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("empty_like", x, options);
  return empty(x.sizes(), o);
}
Tensor zeros_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("zeros_like", x, options);
  return full(x.sizes(), 0, o);
}
Tensor ones_like(const Tensor& x, const TensorOptions& options) {
  const TensorOptions o = like("ones_like", x, options);
  return full(x.sizes(), 1, o);
}
Tensor full_like(const Tensor& x, const Scalar& value, const TensorOptions& options) {
  const TensorOptions o = like("full_like", x, options);
  return full(x.sizes(), value, o);
}

// ---- Given values
// -------------------------------------------------------------------------------------------------

TensorData::TensorData(const Scalar& value) : values_(full({}, value, value.kind())) {}

TensorData::TensorData(std::initializer_list<TensorData> list) {
  if (list.size() == 0) {
    values_ = wengert::empty(0, kDouble);
    return;
  }
  const Tensor& first = list.begin()->values();
  Shape sizes = first.sizes();
  sizes.insert(0, std::int64_t(list.size()));
  values_ = make_tensor(sizes, first.dtype());
  std::int64_t i = 0;
  for (const TensorData& item : list) {
    const Tensor& x = item.values();
    if (!(x.sizes() == first.sizes()))
      fail("tensor: the lists are ragged: element 0 has shape {}, element {} has shape {}", first.sizes(), i,
           x.sizes());
    if (x.dtype() != first.dtype())
      fail("tensor: the numbers are of different kinds: element 0 is {}, element {} is {}", first.dtype(), i,
           x.dtype());
    std::memcpy(static_cast<std::byte*>(values_.data_ptr()) + i++ * x.nbytes(), x.data_ptr(),
                std::size_t(x.nbytes()));
  }
}

TensorData::TensorData(const std::vector<bool>& values)
    : values_(make_tensor({std::int64_t(values.size())}, kBool)) {
  std::copy(values.begin(), values.end(), values_.data_ptr<bool>());
}

Tensor tensor(const TensorData& data, const TensorOptions& options) {
  NoGradGuard quiet;
  const ScalarType kind = data.values().dtype();
  const Tensor x =
      data.values().to(options.dtype_opt().value_or(is_floating(kind) ? get_default_dtype() : kind));
  return finish(x.is_same(data.values()) ? x.clone() : x, options);
}

// ---- Borrowed memory
// -------------------------------------------------------------------------------------------------

namespace {

class Borrowed final : public Storage {
 public:
  Borrowed(void* data, std::size_t size, Callback<void(void*)> deleter)
      : Storage(static_cast<std::byte*>(data), size), deleter_(std::move(deleter)) {}

 private:
  void dispose() noexcept override {
    if (deleter_) deleter_(data());
    delete this;
  }
  Callback<void(void*)> deleter_;
};

}  // namespace

Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                 const Callback<void(void*)>& deleter, const TensorOptions& options) {
  if (sizes.size() != strides.size())
    fail("from_blob: got {} sizes but {} strides", sizes.size(), strides.size());
  std::int64_t last = 0;
  bool none = false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || strides[d] < 0)
      fail("from_blob: sizes {} and strides {} must not be negative", sizes, strides);
    none |= sizes[d] == 0;
    std::int64_t reach;
    if (__builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      fail("from_blob: sizes {} with strides {} are too large", sizes, strides);
  }
  if (!data && !none) fail("from_blob: a null pointer has no elements, sizes {} ask for some", sizes);
  const std::size_t bytes = none ? 0 : std::size_t(last + 1) * std::size_t(size_of(options.dtype()));
  detail::Ref<Storage> storage(new Borrowed(data, bytes, deleter));
  return finish(
      Tensor(detail::Ref<TensorImpl>(new TensorImpl(std::move(storage), options.dtype(), sizes, strides, 0))),
      options);
}

Tensor from_blob(void* data, IntArrayRef sizes, const Callback<void(void*)>& deleter,
                 const TensorOptions& options) {
  return from_blob(data, sizes, contiguous_strides(sizes), deleter, options);
}
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  return from_blob(data, sizes, strides, nullptr, options);
}
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options) {
  return from_blob(data, sizes, contiguous_strides(sizes), nullptr, options);
}

Tensor Tensor::new_empty(IntArrayRef sizes, const TensorOptions& options) const {
  return empty(sizes, options.dtype(options.dtype_opt().value_or(dtype())));
}
Tensor Tensor::new_zeros(IntArrayRef sizes, const TensorOptions& options) const {
  return zeros(sizes, options.dtype(options.dtype_opt().value_or(dtype())));
}
Tensor Tensor::new_ones(IntArrayRef sizes, const TensorOptions& options) const {
  return ones(sizes, options.dtype(options.dtype_opt().value_or(dtype())));
}
Tensor Tensor::new_full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) const {
  return full(sizes, value, options.dtype(options.dtype_opt().value_or(dtype())));
}
}  // namespace wengert
