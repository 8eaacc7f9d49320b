// loss = (x - t)^2.
#include "wengert/ops/mse_loss.h"
#include "ops/loss.h"

namespace wengert {

Tensor mse_loss(const Tensor& x, const Tensor& t, std::int64_t reduction) {
  return reduce_loss(difference("mse_loss", x, t, reduction).square(), reduction);
}

}  // namespace wengert
