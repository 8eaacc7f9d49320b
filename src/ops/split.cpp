// A tensor cut into views: split, chunk, unbind.
#include <algorithm>

#include "autograd/record.h"
#include "ops/make_view.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "wengert/ops/cat.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/split.h"

namespace wengert {

using autograd::record;

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
  const std::int64_t n = x.size(d);
  TensorList pieces = room_for(op, n == 0 ? 1 : n / size + (n % size != 0));
  for (std::int64_t first = 0; first < n || pieces.empty(); first += size)
    pieces.push_back(piece(x, d, first, std::min(size, n - first)));
  return record_pieces("split", x, d, std::move(pieces));
}

}  // namespace

TensorList split(const Tensor& x, std::int64_t size, std::int64_t d) {
  const std::int64_t at = own_dim("split", x, d);
  if (size < 0 || (size == 0 && x.size(at) != 0))
    fail("split: the size of a piece is {}, but dimension {} has size {}", size, at, x.size(at));
  return split_equally("split", x, at, size);
}

TensorList split_with_sizes(const Tensor& x, IntArrayRef sizes, std::int64_t d) {
  const std::int64_t at = own_dim("split_with_sizes", x, d), n = x.size(at);
  std::int64_t sum = 0;
  for (std::int64_t size : sizes) {
    if (size < 0) fail("split_with_sizes: sizes {} must not be negative", sizes);
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
  const std::int64_t at = own_dim("chunk", x, d), n = x.size(at);
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
  TensorList pieces = room_for("unbind", x.size(at));
  for (std::int64_t i = 0; i < x.size(at); ++i)
    pieces.push_back(make_view(x, sizes, strides, x.storage_offset() + i * x.strides()[std::size_t(at)]));
  return record_pieces("unbind", x, at, std::move(pieces));
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

}  // namespace wengert
