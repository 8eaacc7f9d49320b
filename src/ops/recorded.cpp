// The operations that the engine itself records, under create_graph.
#include "autograd/recorded.h"

#include "wengert/ops/arithmetic.h"
#include "wengert/ops/sum.h"

namespace wengert::autograd::recorded {

Tensor add(const Tensor& a, const Tensor& b) { return wengert::add(a, b); }
Tensor sum_to(const Tensor& x, const Shape& sizes) { return sum_to_size(x, sizes); }
Tensor cast(const Tensor& x, ScalarType dtype) { return x.to(dtype); }
Tensor copy(const Tensor& x) { return x.clone(); }

}  // namespace wengert::autograd::recorded
