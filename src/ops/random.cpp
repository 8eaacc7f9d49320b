#include "kernels/random.h"
#include "ops/in_place.h"
#include "ops/random.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"

namespace wengert {

Tensor dense_like(const Tensor& x, ScalarType dtype) {
  const TensorImpl& t = *x.impl();
  if (t.contiguous || overlaps_itself(x)) return make_tensor(t.sizes, dtype);
  Shape order;  // of dimensions, the larger stride first
  for (std::int64_t d = 0; d < t.sizes.size(); ++d) {
    std::int64_t at = order.size();
    while (at > 0 && t.strides[order[at - 1]] < t.strides[d]) --at;
    order.insert(at, d);
  }
  Shape sizes, strides = t.sizes;
  for (const std::int64_t d : order) sizes.push_back(t.sizes[d]);
  const Shape steps = contiguous_strides(sizes);
  for (std::int64_t i = 0; i < order.size(); ++i) strides[order[i]] = steps[i];
  return make_alias(make_tensor(sizes, dtype), t.sizes, strides, 0);
}

void fill_uniform(const char* op, const Tensor& y, double from, double to, const Generator& g) {
  with_floating(op, y, [&](auto* out) { random::uniform(g, out, y.numel(), from, to); });
}

void fill_normal(const char* op, const Tensor& y, bool blocked, double mean, double std, const Generator& g) {
  with_floating(op, y, [&](auto* out) {
    if (blocked) {
      random::normal(g, out, y.numel(), mean, std);
    } else {
      random::normal_one_by_one(g, out, y.numel(), mean, std);
    }
  });
}

void fill_integers(const char* op, const Tensor& y, std::int64_t from, std::int64_t to, const Generator& g) {
  with_any(op, y, [&](auto* out) { random::integers(g, out, y.numel(), from, to); });
}

}  // namespace wengert
