// Views of a part: slice, select, narrow, diagonal, and a tensor cut into pieces.
//
// The gradient of a part is zeros with dy written where the part was; several parts of one tensor share the
// zeros.
#include <algorithm>

#include "autograd/record.h"
#include "ops/as_strided.h"
#include "ops/view.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/indexing.h"
#include "wengert/ops/joining.h"
#include "wengert/ops/reduction.h"
#include "wengert/ops/views.h"

namespace wengert {

using autograd::record;

namespace {

/// The part of x that `cut` makes of x's whole region, recorded as op.
template <class F>
Tensor part(const char* op, const Tensor& x, F cut) {
  Region region{x.sizes(), x.strides(), x.storage_offset()};
  cut(region);
  const Tensor y = make_view(x, region.sizes, region.strides, region.offset);
  if (!autograd::recording({x})) return y;
  Region in_gradient{x.sizes(), contiguous_strides(x.sizes()), 0};
  cut(in_gradient);
  const Shape whole = x.sizes();
  return record(op, y, {x}, [=](const Tensor& dy) {
    const Tensor* sum = autograd::gathered(0);
    if (!sum) return embed_region(dy, whole, in_gradient);
    const Region& r = in_gradient;
    make_alias(*sum, r.sizes, r.strides, sum->storage_offset() + r.offset).add_(dy);
    return Tensor();
  });
}

std::int64_t size_at(const Tensor& x, std::int64_t d) { return x.sizes()[std::size_t(d)]; }

/// Dimension d of x, which must have one.
std::int64_t own_dim(const char* op, const Tensor& x, std::int64_t d) {
  check_defined(op, "the tensor", x);
  if (x.dim() == 0) fail_index("{}: a 0-d tensor has no dimension {}", op, d);
  return wrap_dim(op, d, x.dim());
}

}  // namespace

Tensor slice(const Tensor& x, std::int64_t d, optional<std::int64_t> start, optional<std::int64_t> end,
             std::int64_t step) {
  const std::int64_t at = own_dim("slice", x, d), n = size_at(x, at);
  if (step < 1) fail("slice: step is {}, but must be at least 1", step);
  auto clamped = [n](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + n : i, 0, n); };
  const std::int64_t first = clamped(start.value_or(0)), last = std::max(first, clamped(end.value_or(n)));
  return part("slice", x, [=](Region& r) {
    r.sizes[at] = (last - first) / step + ((last - first) % step != 0);
    r.offset += first * r.strides[at];
    if (r.sizes[at] > 1) r.strides[at] *= step;
  });
}

Tensor select(const Tensor& x, std::int64_t d, std::int64_t index) {
  const std::int64_t at = own_dim("select", x, d), n = size_at(x, at);
  if (index < -n || index >= n)
    fail_index("select: index {} is out of range for dimension {}, which has size {}", index, at, n);
  return part("select", x, [at, i = index < 0 ? index + n : index](Region& r) {
    r.offset += i * r.strides[at];
    r.sizes.erase(at);
    r.strides.erase(at);
  });
}

Tensor narrow(const Tensor& x, std::int64_t d, std::int64_t start, std::int64_t length) {
  const std::int64_t at = own_dim("narrow", x, d), n = size_at(x, at);
  const std::int64_t first = start < 0 ? start + n : start;
  if (length < 0) fail("narrow: length is {}, but must be at least 0", length);
  if (first < 0 || first > n || length > n - first)
    fail_index("narrow: {} elements from {} on are out of range for dimension {}, which has size {}", length,
               start, at, n);
  return part("slice", x, [=](Region& r) {
    r.sizes[at] = length;
    r.offset += first * r.strides[at];
  });
}

Tensor diagonal(const Tensor& x, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  const std::int64_t a = own_dim("diagonal", x, dim1), b = own_dim("diagonal", x, dim2);
  if (a == b) fail("diagonal: dimensions {} and {} are the same one", dim1, dim2);
  const std::int64_t down = offset < 0 ? -std::max(offset, -size_at(x, a)) : 0,
                     right = offset > 0 ? std::min(offset, size_at(x, b)) : 0;
  const std::int64_t length = std::min(size_at(x, a) - down, size_at(x, b) - right);
  return part("diagonal", x, [=](Region& r) {
    const std::int64_t step = r.strides[a] + r.strides[b];
    if (length > 0) r.offset += down * r.strides[a] + right * r.strides[b];
    for (std::int64_t d : {std::max(a, b), std::min(a, b)}) {
      r.sizes.erase(d);
      r.strides.erase(d);
    }
    r.sizes.push_back(length);
    r.strides.push_back(step);
  });
}

// ---- All pieces at once
// ----------------------------------------------------------------------------------------

namespace {

/// Puts the pieces into which x was cut along d on the tape: one operation with all pieces as its results, so
/// that their gradients are joined once instead of each being written into zeros of the whole size.
TensorList record_pieces(const char* op, const Tensor& x, std::int64_t d, TensorList pieces) {
  if (!autograd::recording({x}) || pieces.empty()) return pieces;
  const bool stacked = pieces[0].dim() < x.dim();
  std::vector<Shape> sizes;
  for (const Tensor& piece : pieces) sizes.push_back(piece.sizes());
  return record(op, std::move(pieces), {x},
                [=, sizes = std::move(sizes), dtype = x.dtype()](std::span<const Tensor> dy) {
                  TensorList parts(dy.begin(), dy.end());
                  for (std::size_t i = 0; i < parts.size(); ++i)
                    if (!parts[i].defined()) parts[i] = zeros(sizes[i], dtype);
                  return stacked ? stack(parts, d) : cat(parts, d);
                });
}

/// Room for n pieces. Each takes memory, even where an expanded dimension takes none.
TensorList room_for(const char* op, std::int64_t n) {
  constexpr std::int64_t most = 1 << 27;
  if (n > most) fail("{}: {} pieces are more than {}", op, n, most);
  TensorList pieces;
  pieces.reserve(std::size_t(n));
  return pieces;
}

/// A view of `length` elements from `first` on along d; not recorded.
Tensor piece(const Tensor& x, std::int64_t d, std::int64_t first, std::int64_t length) {
  Shape sizes = x.sizes();
  sizes[d] = length;
  return make_view(x, sizes, x.strides(), x.storage_offset() + first * x.strides()[std::size_t(d)]);
}

TensorList split_equally(const char* op, const Tensor& x, std::int64_t d, std::int64_t size) {
  const std::int64_t n = size_at(x, d);
  TensorList pieces = room_for(op, n == 0 ? 1 : n / size + (n % size != 0));
  for (std::int64_t first = 0; first < n || pieces.empty(); first += size)
    pieces.push_back(piece(x, d, first, std::min(size, n - first)));
  return record_pieces("split", x, d, std::move(pieces));
}

}  // namespace

TensorList split(const Tensor& x, std::int64_t size, std::int64_t d) {
  const std::int64_t at = own_dim("split", x, d);
  if (size < 0 || (size == 0 && size_at(x, at) != 0))
    fail("split: the size of a piece is {}, but dimension {} has size {}", size, at, size_at(x, at));
  return split_equally("split", x, at, size);
}

TensorList split_with_sizes(const Tensor& x, IntArrayRef sizes, std::int64_t d) {
  const std::int64_t at = own_dim("split_with_sizes", x, d), n = size_at(x, at);
  std::int64_t sum = 0;
  for (std::int64_t size : sizes) {
    if (size < 0) fail("split_with_sizes: sizes {} have a negative one", sizes);
    if (__builtin_add_overflow(sum, size, &sum)) sum = -1;
  }
  if (sum != n)
    fail("split_with_sizes: sizes {} do not add up to dimension {}, which has size {}", sizes, at, n);
  TensorList pieces;
  std::int64_t first = 0;
  for (std::int64_t size : sizes) {
    pieces.push_back(piece(x, at, first, size));
    first += size;
  }
  return record_pieces("split", x, at, std::move(pieces));
}

TensorList split(const Tensor& x, IntArrayRef sizes, std::int64_t d) { return split_with_sizes(x, sizes, d); }

TensorList chunk(const Tensor& x, std::int64_t chunks, std::int64_t d) {
  const std::int64_t at = own_dim("chunk", x, d), n = size_at(x, at);
  if (chunks < 1) fail("chunk: wants at least 1 chunk, got {}", chunks);
  if (n == 0) room_for("chunk", chunks);
  if (n == 0) return split_with_sizes(x, std::vector<std::int64_t>(std::size_t(chunks), 0), at);
  return split_equally("chunk", x, at, n / chunks + (n % chunks != 0));
}

TensorList unbind(const Tensor& x, std::int64_t d) {
  const std::int64_t at = own_dim("unbind", x, d);
  Shape sizes = x.sizes(), strides = x.strides();
  sizes.erase(at);
  strides.erase(at);
  TensorList pieces = room_for("unbind", size_at(x, at));
  for (std::int64_t i = 0; i < size_at(x, at); ++i)
    pieces.push_back(make_view(x, sizes, strides, x.storage_offset() + i * x.strides()[std::size_t(at)]));
  return record_pieces("unbind", x, at, std::move(pieces));
}

Tensor Tensor::slice(std::int64_t d, optional<std::int64_t> start, optional<std::int64_t> end,
                     std::int64_t step) const {
  return wengert::slice(*this, d, start, end, step);
}
Tensor Tensor::select(std::int64_t d, std::int64_t index) const { return wengert::select(*this, d, index); }
Tensor Tensor::operator[](std::int64_t index) const { return wengert::select(*this, 0, index); }
Tensor Tensor::narrow(std::int64_t d, std::int64_t start, std::int64_t length) const {
  return wengert::narrow(*this, d, start, length);
}
TensorList Tensor::split(std::int64_t size, std::int64_t d) const { return wengert::split(*this, size, d); }
TensorList Tensor::split(IntArrayRef sizes, std::int64_t d) const { return wengert::split(*this, sizes, d); }
TensorList Tensor::split_with_sizes(IntArrayRef sizes, std::int64_t d) const {
  return wengert::split_with_sizes(*this, sizes, d);
}
TensorList Tensor::chunk(std::int64_t chunks, std::int64_t d) const {
  return wengert::chunk(*this, chunks, d);
}
TensorList Tensor::unbind(std::int64_t d) const { return wengert::unbind(*this, d); }
Tensor Tensor::diagonal(std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return wengert::diagonal(*this, offset, dim1, dim2);
}

}  // namespace wengert
