// Largest and smallest elements, and where they are. NaN counts as both.
//
// The gradient goes to the element that was taken: to the first one where the place is a result too
// (max along a dimension), in equal shares to all that tie otherwise (max of everything, amax).
#include "wengert/ops/max.h"
#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/maximum.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

enum class Which { Largest, Smallest };

/// Folds dims of x into y and the places of the extremes, of which one may be undefined.
void find(const char* op, Which which, const Tensor& x, Dims dims, const Tensor& y, const Tensor& places) {
  const Folding f = folding(x, dims);
  if (f.box.out_size() == 0) return;
  if (f.box.reduced == 0) fail("{}: shape {} has no elements to choose from", op, x.sizes());
  dispatch_all(op, x.dtype(), [&]<class T>(T) {
    const auto kernel = which == Which::Largest ? kernels::max<T> : kernels::min<T>;
    kernel({elements<const T>(f.x), f.box, elements<T>(y), elements<std::int64_t>(places)});
  });
}

/// Of the elements that were folded into one, those equal to it get the same share.
Tensor share(const Tensor& dy, const Tensor& x, const Tensor& y, Dims dims, bool keepdim) {
  const Shape& sizes = x.impl()->sizes;
  Shape list;
  for (std::int64_t d = 0; d < x.dim(); ++d)
    if (dims[std::size_t(d)]) list.push_back(d);
  const Tensor taken = unfold(y, sizes, dims, keepdim);
  const Tensor equal = logical_or(x == taken, logical_and(isnan(x), isnan(taken)));
  const Tensor count = x.dim() == 0 ? equal.sum() : equal.sum(list, true);
  return where(equal, unfold(dy, sizes, dims, keepdim) / count, 0);
}

Tensor extreme(const char* op, Which which, const Tensor& x, Dims dims, bool keepdim) {
  const Tensor y = make_tensor(folded_sizes(x.impl()->sizes, dims, keepdim), x.dtype());
  find(op, which, x, dims, y, {});
  return record(op, y, {x},
                saving(x, output(y), [=](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
                  return share(dy, saved_x, saved_y, dims, keepdim);
                }));
}

/// 0, 1, ... along dimension d of a tensor with these sizes, 1 elsewhere.
Tensor places_along(const Shape& sizes, std::int64_t d) {
  Shape shape = Shape::filled(sizes.size(), 1);
  if (sizes.empty()) return zeros({}, kLong);
  shape[d] = sizes[d];
  const Tensor places = make_tensor(shape, ScalarType::Long);
  for (std::int64_t i = 0; i < sizes[d]; ++i) elements<std::int64_t>(places)[i] = i;
  return places;
}

std::tuple<Tensor, Tensor> extreme_along(const char* op, Which which, const Tensor& x, std::int64_t dim,
                                         bool keepdim) {
  check_defined(op, "the tensor", x);
  const std::int64_t d = wrap_dim(op, dim, x.dim());
  const Dims dims(1u << d);
  const Shape sizes = x.impl()->sizes, out = folded_sizes(sizes, dims, keepdim);
  const Tensor y = make_tensor(out, x.dtype()), places = make_tensor(out, ScalarType::Long);
  find(op, which, x, dims, y, places);
  const Tensor recorded =
      record(op, y, {x}, saving(places, [=](const Tensor& dy, const Tensor& saved_places) {
               const Tensor taken = places_along(sizes, d) == unfold(saved_places, sizes, dims, keepdim);
               return where(taken, unfold(dy, sizes, dims, keepdim), 0);
             }));
  return {recorded, places};
}

Tensor place(const char* op, Which which, const Tensor& x, optional<std::int64_t> dim, bool keepdim) {
  check_defined(op, "the tensor", x);
  const NoGradGuard quiet;
  const std::int64_t n = x.dim();
  const Dims dims = dim ? Dims(1u << wrap_dim(op, *dim, n)) : fold_dims(op, {}, n);
  const Tensor places = make_tensor(folded_sizes(x.impl()->sizes, dims, keepdim), ScalarType::Long);
  find(op, which, dim ? x : x.contiguous(), dims, {}, places);
  return places;
}

Tensor over(const char* op, Which which, const Tensor& x, IntArrayRef dims, bool keepdim) {
  check_defined(op, "the tensor", x);
  return extreme(op, which, x, fold_dims(op, dims, x.dim()), keepdim);
}

}  // namespace

Tensor max(const Tensor& x) { return over("max", Which::Largest, x, {}, false); }
Tensor min(const Tensor& x) { return over("min", Which::Smallest, x, {}, false); }

std::tuple<Tensor, Tensor> max(const Tensor& x, std::int64_t d, bool keepdim) {
  return extreme_along("max", Which::Largest, x, d, keepdim);
}

std::tuple<Tensor, Tensor> min(const Tensor& x, std::int64_t d, bool keepdim) {
  return extreme_along("min", Which::Smallest, x, d, keepdim);
}

Tensor max(const Tensor& a, const Tensor& b) { return maximum(a, b); }
Tensor min(const Tensor& a, const Tensor& b) { return minimum(a, b); }

Tensor amax(const Tensor& x, IntArrayRef dims, bool keepdim) {
  return over("amax", Which::Largest, x, dims, keepdim);
}

Tensor amin(const Tensor& x, IntArrayRef dims, bool keepdim) {
  return over("amin", Which::Smallest, x, dims, keepdim);
}

Tensor argmax(const Tensor& x, optional<std::int64_t> d, bool keepdim) {
  return place("argmax", Which::Largest, x, d, keepdim);
}

Tensor argmin(const Tensor& x, optional<std::int64_t> d, bool keepdim) {
  return place("argmin", Which::Smallest, x, d, keepdim);
}

Tensor Tensor::max() const { return wengert::max(*this); }
std::tuple<Tensor, Tensor> Tensor::max(std::int64_t d, bool keepdim) const {
  return wengert::max(*this, d, keepdim);
}
Tensor Tensor::max(const Tensor& other) const { return wengert::max(*this, other); }
Tensor Tensor::min() const { return wengert::min(*this); }
std::tuple<Tensor, Tensor> Tensor::min(std::int64_t d, bool keepdim) const {
  return wengert::min(*this, d, keepdim);
}
Tensor Tensor::min(const Tensor& other) const { return wengert::min(*this, other); }
Tensor Tensor::amax(IntArrayRef dims, bool keepdim) const { return wengert::amax(*this, dims, keepdim); }
Tensor Tensor::amin(IntArrayRef dims, bool keepdim) const { return wengert::amin(*this, dims, keepdim); }
Tensor Tensor::argmax(optional<std::int64_t> d, bool keepdim) const {
  return wengert::argmax(*this, d, keepdim);
}
Tensor Tensor::argmin(optional<std::int64_t> d, bool keepdim) const {
  return wengert::argmin(*this, d, keepdim);
}

}  // namespace wengert
