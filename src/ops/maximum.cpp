// The larger (smaller) of a and b. Equal ones get half of the gradient each.
#include "wengert/ops/maximum.h"
#include "ops/elementwise_in_place.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::record;
using autograd::saving;
using kernels::Binary;

namespace {

/// The share of dy that the chosen one gets: half where both are equal, nothing where it lost. A NaN neither
/// loses nor wins.
Tensor share(const Tensor& dy, const Tensor& equal, const Tensor& lost) {
  return where(equal, dy / 2, dy).masked_fill(lost, 0);
}

}  // namespace

Tensor maximum(const Tensor& a, const Tensor& b) {
  check_operands("maximum", a, b);
  return record("maximum", map("maximum", Binary::maximum, a, b, result_type(a, b)), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return share(dy, saved_a == saved_b, saved_a < saved_b);
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return share(dy, saved_a == saved_b, saved_b < saved_a);
                }));  // db
}

Tensor minimum(const Tensor& a, const Tensor& b) {
  check_operands("minimum", a, b);
  return record("minimum", map("minimum", Binary::minimum, a, b, result_type(a, b)), {a, b},
                saving(a, b,
                       [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                         return share(dy, saved_a == saved_b, saved_a > saved_b);
                       }),  // da
                saving(a, b, [](const Tensor& dy, const Tensor& saved_a, const Tensor& saved_b) {
                  return share(dy, saved_a == saved_b, saved_b > saved_a);
                }));  // db
}

WENGERT_METHOD_OF(maximum, Tensor)
WENGERT_METHOD_OF(minimum, Tensor)

}  // namespace wengert
