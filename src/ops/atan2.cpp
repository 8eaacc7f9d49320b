// y = the angle of the point (b, a).
#include "wengert/ops/atan2.h"
#include "ops/elementwise_in_place.h"
#include "wengert/ops/unary.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

Tensor atan2(const Tensor& a, const Tensor& b) {
  check_operands("atan2", a, b);
  return record("atan2", map("atan2", Binary::atan2, a, b, floating_type(result_type(a, b))), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return dy * (saved_b / (square(saved_a) + square(saved_b)));
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return -dy * (saved_a / (square(saved_a) + square(saved_b)));
                }));  // db
}

WENGERT_METHOD_OF(atan2, Tensor)

}  // namespace wengert
