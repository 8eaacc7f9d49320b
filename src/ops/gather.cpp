// Single elements named by an index of their own along one dimension (below, dimension 0 of a matrix):
//
//   gather        y[i, j] = x[index[i, j], j]             its gradient adds into zeros
//   scatter       y = x, y[index[i, j], j] = source[i, j]
//   scatter_add   y = x, y[index[i, j], j] += source[i, j]
#include <algorithm>

#include "kernels/index.h"
#include "ops/check_index.h"
#include "ops/in_place.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/gather.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::saving;
using kernels::Places;

namespace {

/// Error unless index has x's number of dimensions and is nowhere larger, except along d (when `free`).
void check_inside(const char* op, const Tensor& index, const char* name, const Tensor& x, std::int64_t d,
                  bool free) {
  check_defined(op, name, x);
  if (index.numel() == 0) return;
  bool fits = std::max<std::int64_t>(index.dim(), 1) == std::max<std::int64_t>(x.dim(), 1);
  for (std::int64_t i = 0; fits && i < std::min(index.dim(), x.dim()); ++i)
    fits = (free && i == d) || index.sizes()[std::size_t(i)] <= x.sizes()[std::size_t(i)];
  if (fits) return;
  if (free)
    fail("{}: the index has shape {}, which must fit into {}'s shape {} outside of dimension {}", op,
         index.sizes(), name, x.sizes(), d);
  fail("{}: the index has shape {}, which must fit into {}'s shape {}", op, index.sizes(), name, x.sizes());
}

/// Checks all but the source. Returns the dimension.
std::int64_t check_places(const char* op, const Tensor& x, std::int64_t d, const Tensor& index) {
  check_defined(op, "the tensor", x);
  check_defined(op, "the index", index);
  const std::int64_t at = wrap_dim(op, d, x.dim());
  check_inside(op, index, "the tensor", x, at, true);
  check_index(op, index, x.dim() ? x.sizes()[std::size_t(at)] : 1, at, false);
  return at;
}

Places places_of(std::int64_t d, const Tensor& index) {
  return {index.sizes(), d, index.data_ptr<std::int64_t>()};
}

/// Strides for a 0-d tensor beside a 1-d index: one dimension that does not move.
Shape strides_for(const Tensor& x, const Tensor& index) {
  return x.dim() == index.dim() ? Shape(x.strides()) : Shape::filled(index.dim(), 0);
}

void write_places(const Tensor& y, std::int64_t d, const Tensor& index, const Tensor& source, bool add) {
  kernels::scatter(y.dtype(), places_of(d, index), y.data_ptr(), strides_for(y, index), source.data_ptr(),
                   strides_for(source, index), add);
}

/// Zeros of a shape with dy's elements added at the index: the gradient of gather.
Tensor spread(const Tensor& dy, std::int64_t d, const Tensor& index, const Shape& sizes) {
  const Tensor y = zeros(sizes, dy.dtype());
  write_places(y, d, index, dy, true);
  return record("gather_backward", y, {dy}, saving(index, [d](const Tensor& ddy, const Tensor& saved_index) {
                  return ddy.gather(d, saved_index);
                }));
}

/// A 0-d index is a vector of one.
Tensor as_vector(const Tensor& index) { return index.dim() == 0 ? index.reshape(1) : index; }

/// source without the elements that have no index.
Tensor cropped(const char* op, const Tensor& x, const Tensor& index, const Tensor& source, std::int64_t d) {
  check_inside(op, index, "the source", source, d, false);
  if (x.dtype() != source.dtype())
    fail("{}: the source is {}, but the tensor is {}", op, source.dtype(), x.dtype());
  if (index.numel() == 0) return zeros(index.sizes(), source.dtype());
  Tensor part = source;
  for (std::int64_t i = 0; i < std::min(index.dim(), source.dim()); ++i)
    if (index.sizes()[std::size_t(i)] < part.sizes()[std::size_t(i)])
      part = part.narrow(i, 0, index.sizes()[std::size_t(i)]);
  return part.dim() == index.dim() ? part : part.reshape(index.sizes());
}

}  // namespace

Tensor gather(const Tensor& x, std::int64_t d, const Tensor& index) {
  const std::int64_t at = check_places("gather", x, d, index);
  if (index.dim() == 0 && x.dim() == 1) return gather(x, at, index.reshape(1)).reshape(IntArrayRef());
  const Tensor i = index.contiguous();
  const Tensor y = make_tensor(i.sizes(), x.dtype());
  kernels::gather(x.dtype(), places_of(at, i), y.data_ptr(), x.data_ptr(), strides_for(x, i));
  const Shape whole = x.sizes();
  return record("gather", y, {x}, saving(i, [at, whole](const Tensor& dy, const Tensor& saved_index) {
                  return spread(dy, at, saved_index, whole);
                }));
}

Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source) {
  const std::int64_t at = check_places("scatter", x, d, index);
  const Tensor i = as_vector(index.contiguous()), part = cropped("scatter", x, i, source, at);
  const Tensor y = x.detach().clone();
  write_places(y, at, i, part, false);
  return record("scatter", y, {x, part},
                saving(i, [at](const Tensor& dy,
                               const Tensor& saved_index) { return dy.scatter(at, saved_index, 0); }),  // dx
                saving(i, [at](const Tensor& dy, const Tensor& saved_index) {
                  return dy.gather(at, saved_index);
                }));  // dsource
}
Tensor scatter(const Tensor& x, std::int64_t d, const Tensor& index, const Scalar& value) {
  check_defined("scatter", "the tensor", x);
  check_defined("scatter", "the index", index);
  check_fits("scatter", value, x.dtype());
  return scatter(x, d, index, full(index.sizes(), value, x.dtype()));
}

Tensor scatter_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source) {
  const std::int64_t at = check_places("scatter_add", x, d, index);
  const Tensor i = as_vector(index.contiguous()), part = cropped("scatter_add", x, i, source, at);
  const Tensor y = x.detach().clone();
  write_places(y, at, i, part, true);
  return record(
      "scatter_add", y, {x, part}, [](const Tensor& dy) { return dy; },  // dx
      saving(i, [at](const Tensor& dy, const Tensor& saved_index) {
        return dy.gather(at, saved_index);
      }));  // dsource
}

Tensor& Tensor::scatter_(std::int64_t d, const Tensor& index, const Tensor& source) const {
  return in_place("scatter_", *this, {source},
                  [&](const Tensor& x) { return wengert::scatter(x, d, index, source); });
}
Tensor& Tensor::scatter_(std::int64_t d, const Tensor& index, const Scalar& value) const {
  return in_place("scatter_", *this, [&](const Tensor& x) { return wengert::scatter(x, d, index, value); });
}
Tensor& Tensor::scatter_add_(std::int64_t d, const Tensor& index, const Tensor& source) const {
  return in_place("scatter_add_", *this, {source},
                  [&](const Tensor& x) { return wengert::scatter_add(x, d, index, source); });
}

Tensor Tensor::gather(std::int64_t d, const Tensor& index) const { return wengert::gather(*this, d, index); }
Tensor Tensor::scatter(std::int64_t d, const Tensor& index, const Tensor& source) const {
  return wengert::scatter(*this, d, index, source);
}
Tensor Tensor::scatter(std::int64_t d, const Tensor& index, const Scalar& value) const {
  return wengert::scatter(*this, d, index, value);
}
Tensor Tensor::scatter_add(std::int64_t d, const Tensor& index, const Tensor& source) const {
  return wengert::scatter_add(*this, d, index, source);
}

}  // namespace wengert
