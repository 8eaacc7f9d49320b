// loss = t (log t - x).
#include "wengert/ops/kl_div.h"
#include "autograd/record.h"
#include "ops/loss.h"

namespace wengert {

Tensor kl_div(const Tensor& x, const Tensor& t, std::int64_t reduction, bool log_target) {
  check_loss("kl_div", x, t, reduction);
  if (log_target) return reduce_loss(t.exp() * (t - x), reduction);
  const Tensor log_t = t.masked_fill(t == 0, 1).log();  // t log t = 0 at 0
  // x may be -inf where t is 0
  return reduce_loss(t * (log_t - x.masked_fill(t == 0, 0)), reduction);
}

}  // namespace wengert
