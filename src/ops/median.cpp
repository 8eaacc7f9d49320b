// The element of rank (n - 1) / 2, or the first NaN.
#include "wengert/ops/median.h"
#include "autograd/record.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/sort.h"
#include "wengert/ops/where.h"

namespace wengert {

namespace {

/// Its index in each row, [...].
Tensor middle(const Tensor& rows) {
  const std::int64_t rank = (rows.size(-1) - 1) / 2;
  const Tensor index = std::get<1>(topk(rows, rank + 1, -1, /*largest=*/false)).select(-1, rank);
  if (!rows.is_floating_point()) return index;
  const Tensor nan = rows.isnan();
  return where(nan.any(-1), nan.to(kLong).argmax(-1), index);
}

void check_median(const Tensor& x) {
  check_defined("median", "the tensor", x);
  if (x.dtype() == kBool) fail("median: not defined for bool");
}

}  // namespace

Tensor median(const Tensor& x) {
  check_median(x);
  if (x.numel() == 0) fail("median: no elements to choose from in shape {}", x.sizes());
  Tensor y;
  {
    NoGradGuard quiet;
    const Tensor flat = x.reshape(-1);
    y = flat.select(0, middle(flat.contiguous()).item<std::int64_t>()).clone();
  }
  return autograd::record(
      "median", y, {x},
      autograd::saving(
          x, autograd::output(y), [](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
            const Tensor equal = saved_y.isnan().item<bool>() ? saved_x.isnan() : saved_x == saved_y;
            return where(equal, dy / equal.sum(), 0);
          }));
}
std::tuple<Tensor, Tensor> median(const Tensor& x, std::int64_t d, bool keepdim) {
  check_median(x);
  const std::int64_t at = wrap_dim("median", d, x.dim());
  if (x.dim() == 0) return {x.clone(), zeros({}, kLong)};
  if (x.size(at) == 0)
    fail("median: no elements to choose from along dimension {} of shape {}", at, x.sizes());
  Tensor index;
  {
    NoGradGuard quiet;
    index = middle(x.transpose(at, -1).contiguous()).unsqueeze(-1).transpose(at, -1).contiguous();
  }
  const Tensor y = x.gather(at, index);
  if (keepdim) return {y, index};
  return {y.squeeze(at), index.squeeze(at)};
}

Tensor Tensor::median() const { return wengert::median(*this); }
std::tuple<Tensor, Tensor> Tensor::median(std::int64_t d, bool keepdim) const {
  return wengert::median(*this, d, keepdim);
}

}  // namespace wengert
