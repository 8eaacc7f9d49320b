// y = sum of x over some dimensions, or its mean. Every element of x counts once: dx = dy, or dy / n.
#include "wengert/ops/sum.h"
#include "autograd/record.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/elementwise.h"
#include "wengert/ops/expand.h"

namespace wengert {

using autograd::record;

namespace {

Tensor sum_over(const Tensor& x, Dims dims, bool keepdim) {
  const Shape sizes = x.impl()->sizes;
  return record("sum", sum_elements(x, dims, folded_sizes(sizes, dims, keepdim)), {x},
                [sizes, dims, keepdim](const Tensor& dy) { return unfold(dy, sizes, dims, keepdim); });
}

Tensor mean_over(const Tensor& x, Dims dims, bool keepdim) {
  if (!x.is_floating_point())
    fail("mean: the mean of {} elements is a fraction; ask for a floating dtype, as in mean(kFloat)",
         x.dtype());
  const Shape sizes = x.impl()->sizes;
  const Folding f = folding(x, dims);
  const Tensor y = make_tensor(folded_sizes(sizes, dims, keepdim), x.dtype());
  dispatch_floating("mean", x.dtype(), [&]<class T>(T) {
    kernels::mean<T>({elements<const T>(f.x), f.box, elements<T>(y)});
  });
  return record("mean", y, {x}, [sizes, dims, keepdim](const Tensor& dy) {
    return unfold(dy / folded_count(sizes, dims), sizes, dims, keepdim);
  });
}

}  // namespace

Tensor sum(const Tensor& x, optional<ScalarType> dtype) { return sum(x, {}, false, dtype); }
Tensor sum(const Tensor& x, IntArrayRef dims, bool keepdim, optional<ScalarType> dtype) {
  check_defined("sum", "the tensor", x);
  const Dims set = fold_dims("sum", dims, x.dim());
  if (!dtype || *dtype == x.dtype()) return sum_over(x, set, keepdim);
  return sum_over(x.to(*dtype), set, keepdim).to(*dtype);
}

Tensor mean(const Tensor& x, optional<ScalarType> dtype) { return mean(x, {}, false, dtype); }
Tensor mean(const Tensor& x, IntArrayRef dims, bool keepdim, optional<ScalarType> dtype) {
  check_defined("mean", "the tensor", x);
  const Dims set = fold_dims("mean", dims, x.dim());
  return mean_over(dtype ? x.to(*dtype) : x, set, keepdim);
}

Tensor sum_to_size(const Tensor& x, IntArrayRef sizes) {
  check_defined("sum_to_size", "the tensor", x);
  const Shape from = x.impl()->sizes, to = sizes;
  const std::int64_t added = from.size() - to.size();
  bool fits = added >= 0;
  Dims dims;
  for (std::int64_t d = 0; fits && d < from.size(); ++d) {
    const bool repeated = d < added || (to[d - added] == 1 && from[d] != 1);
    fits = repeated || from[d] == to[d - added];
    dims[std::size_t(d)] = repeated;
  }
  if (!fits) fail("sum_to_size: shape {} does not broadcast to {}", to, from);
  if (dims.none()) return x;
  return record("sum_to_size", sum_elements(x, dims, to), {x},
                [from](const Tensor& dy) { return expand(dy, from); });
}

Tensor Tensor::sum(optional<ScalarType> dtype) const { return wengert::sum(*this, dtype); }
Tensor Tensor::sum(IntArrayRef dims, bool keepdim, optional<ScalarType> dtype) const {
  return wengert::sum(*this, dims, keepdim, dtype);
}
Tensor Tensor::sum_to_size(IntArrayRef sizes) const { return wengert::sum_to_size(*this, sizes); }

Tensor Tensor::mean(optional<ScalarType> dtype) const { return wengert::mean(*this, dtype); }
Tensor Tensor::mean(IntArrayRef dims, bool keepdim, optional<ScalarType> dtype) const {
  return wengert::mean(*this, dims, keepdim, dtype);
}
}  // namespace wengert
