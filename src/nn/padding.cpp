#include "nn/padding.h"

#include "ops/norm_checks.h"
#include "tensor/check.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/unary.h"

namespace wengert::nn {

UnpaddedRows::UnpaddedRows(const Tensor& x, const Tensor& padding) {
  const Tensor last = x.movedim(1, -1);
  moved_ = last.sizes();
  Shape wanted = x.sizes();
  wanted.erase(1);
  if (padding.dtype() != kBool || !(wanted == padding.sizes()))
    fail("BatchNorm: padding is {}, wants bool{}, the sizes of input {} without the channels",
         describe(padding), wanted, x.sizes());
  positions_ = padding.reshape({padding.numel()}).logical_not().nonzero().squeeze(1);
  values_ = last.reshape({padding.numel(), x.sizes()[1]}).index_select(0, positions_);
}

Tensor UnpaddedRows::put_back(const Tensor& rows) const {
  std::int64_t all = 1;
  for (std::int64_t d = 0; d + 1 < moved_.size(); ++d) all *= moved_[d];
  const Tensor table = zeros({all, moved_.back()}, rows.dtype());
  return table.index_add(0, positions_, rows).view(moved_).movedim(-1, 1);
}

// A row's mean and variance are sums over what counts, divided by how many these are. In float64, where
// neither the square of a large float32 overflows nor a large mean swallows the deviations.
Tensor padded_layer_norm(const Tensor& x, const Tensor& padding, IntArrayRef normalized_shape,
                         const Tensor& weight, const Tensor& bias, double eps) {
  constexpr const char* name = "LayerNorm";
  check_input(name, x, eps);
  const Shape normalized = normalized_shape;
  const Rows rows(name, x, normalized);
  check_parameter(name, "weight", weight, normalized, x);
  check_parameter(name, "bias", bias, normalized, x);
  const std::int64_t given = padding.dim();
  if (padding.dtype() != kBool || given > x.dim() ||
      !(padding.sizes() == IntArrayRef(x.sizes().data(), std::size_t(given))))
    fail("{}: padding is {}, wants bool of the first sizes of input {}", name, describe(padding), x.sizes());

  Shape aligned = padding.sizes();
  while (aligned.size() < x.dim()) aligned.push_back(1);
  const Tensor hidden = padding.reshape(aligned).expand(x.sizes());
  Shape dims;  // the last ones
  for (std::int64_t d = 1; d <= normalized.size(); ++d) dims.push_back(-d);
  const Tensor count = hidden.logical_not().to(kFloat64).sum(dims, true).clamp_min(1);
  const Tensor values = x.to(kFloat64).masked_fill(hidden, 0);
  const Tensor centred = (values - values.sum(dims, true) / count).masked_fill(hidden, 0);
  const Tensor var = (centred * centred).sum(dims, true) / count + eps;
  const Tensor xhat = centred * rsqrt(var.masked_fill(var.eq(0), 1));  // equal values: 0, also without eps
  Tensor y = xhat.to(x.dtype());
  if (weight.defined()) y = y * weight;
  if (bias.defined()) y = y + bias;
  return y.masked_fill(hidden, 0);
}

}  // namespace wengert::nn
