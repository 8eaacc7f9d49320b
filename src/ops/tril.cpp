// tril and triu: one triangle of a matrix, the other zero. The gradient is the same triangle of dy.
#include <algorithm>
#include <cstring>

#include "ops/in_place.h"
#include "tensor/check.h"
#include "wengert/ops/tril.h"

namespace wengert {

namespace {

/// Zeroes elements [begin, end) of every row, as `range(row)` says; y is contiguous.
template <class F>
void clear_rows(const Tensor& y, F range) {
  const std::int64_t rows = y.size(-2), cols = y.size(-1), bytes = y.element_size();
  auto* p = static_cast<std::byte*>(y.data_ptr());
  for (std::int64_t i = 0; i < y.numel() / std::max<std::int64_t>(cols, 1); ++i, p += cols * bytes) {
    const auto [begin, end] = range(i % rows);
    if (begin < end) std::memset(p + begin * bytes, 0, std::size_t((end - begin) * bytes));
  }
}

Tensor triangle(const char* op, const Tensor& x, std::int64_t diagonal, bool lower) {
  check_defined(op, "the tensor", x);
  if (x.dim() < 2) fail("{}: wants at least 2 dimensions, got shape {}", op, x.sizes());
  const std::int64_t rows = x.size(-2), cols = x.size(-1);
  const std::int64_t k = std::clamp(diagonal, -rows - 1, cols + 1);
  const Tensor y = x.detach().clone();
  clear_rows(y, [=](std::int64_t i) {
    const std::int64_t border = std::clamp<std::int64_t>(lower ? i + k + 1 : i + k, 0, cols);
    return lower ? std::pair(border, cols) : std::pair(std::int64_t(0), border);
  });
  return autograd::record(op, y, {x},
                          [op, k, lower](const Tensor& dy) { return triangle(op, dy, k, lower); });
}

}  // namespace

Tensor tril(const Tensor& x, std::int64_t diagonal) { return triangle("tril", x, diagonal, true); }
Tensor triu(const Tensor& x, std::int64_t diagonal) { return triangle("triu", x, diagonal, false); }
Tensor& Tensor::tril_(std::int64_t diagonal) const {
  return autograd::in_place("tril_", *this, [=](const Tensor& x) { return wengert::tril(x, diagonal); });
}
Tensor& Tensor::triu_(std::int64_t diagonal) const {
  return autograd::in_place("triu_", *this, [=](const Tensor& x) { return wengert::triu(x, diagonal); });
}
Tensor Tensor::tril(std::int64_t diagonal) const { return wengert::tril(*this, diagonal); }
Tensor Tensor::triu(std::int64_t diagonal) const { return wengert::triu(*this, diagonal); }

}  // namespace wengert
