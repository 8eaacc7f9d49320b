// var = sum (x - mean)^2 / (n - c), c = 1 for the unbiased estimate and 0 for the biased; std = sqrt(var).
//
//   dx = dvar 2 (x - mean) / (n - c),     dx = dstd (x - mean) / ((n - c) std), 0 where std is 0
#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/record.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "wengert/ops/sum.h"
#include "wengert/ops/var.h"
#include "wengert/ops/where.h"

namespace wengert {

using autograd::output;
using autograd::record;
using autograd::saving;

namespace {

void check(const char* op, const Tensor& x) {
  check_defined(op, "the tensor", x);
  if (!x.is_floating_point())
    fail("{}: not defined for {}; convert first, as in x.to(kFloat)", op, x.dtype());
}

/// n - c, but not below 0, so that too few elements give 0/0.
double degrees(const Shape& sizes, Dims dims, bool unbiased) {
  return double(std::max<std::int64_t>(folded_count(sizes, dims) - (unbiased ? 1 : 0), 0));
}

Tensor moments(const Tensor& x, Dims dims, bool unbiased, bool keepdim, bool root) {
  const Folding f = folding(x, dims);
  const Tensor y = make_tensor(folded_sizes(x.impl()->sizes, dims, keepdim), x.dtype());
  const double n = degrees(x.impl()->sizes, dims, unbiased);
  dispatch_floating("var", x.dtype(), [&]<class T>(T) {
    std::vector<double> m2(std::size_t(y.numel()));
    kernels::moments<T>({elements<const T>(f.x), f.box, nullptr, m2.data()});
    T* v = elements<T>(y);
    for (std::size_t i = 0; i < m2.size(); ++i) v[i] = T(root ? std::sqrt(m2[i] / n) : m2[i] / n);
  });
  return y;
}

/// x - mean over dims.
Tensor centred(const Tensor& x, Dims dims) {
  if (x.dim() == 0) return x - x;
  Shape list;
  for (std::int64_t d = 0; d < x.dim(); ++d)
    if (dims[std::size_t(d)]) list.push_back(d);
  return x - x.mean(list, true);
}

}  // namespace

Tensor var(const Tensor& x, IntArrayRef dims, bool unbiased, bool keepdim) {
  check("var", x);
  const Dims set = fold_dims("var", dims, x.dim());
  return record("var", moments(x, set, unbiased, keepdim, false), {x},
                saving(x, [=](const Tensor& dy, const Tensor& saved_x) {
                  const Shape& sizes = saved_x.impl()->sizes;
                  const double n = degrees(sizes, set, unbiased);
                  return unfold(dy * (2 / n), sizes, set, keepdim) * centred(saved_x, set);
                }));
}

Tensor std(const Tensor& x, IntArrayRef dims, bool unbiased, bool keepdim) {
  check("std", x);
  const Dims set = fold_dims("std", dims, x.dim());
  const Tensor y = moments(x, set, unbiased, keepdim, true);
  return record("std", y, {x},
                saving(x, output(y), [=](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
                  const Shape& sizes = saved_x.impl()->sizes;
                  const double n = degrees(sizes, set, unbiased);
                  const Tensor none = saved_y == 0, slope = masked_fill(dy / n, none, 0);
                  const Tensor xhat =
                      centred(saved_x, set) / unfold(masked_fill(saved_y, none, 1), sizes, set, keepdim);
                  return unfold(slope, sizes, set, keepdim) * xhat;
                }));
}

std::tuple<Tensor, Tensor> var_mean(const Tensor& x, IntArrayRef dims, bool unbiased, bool keepdim) {
  return {var(x, dims, unbiased, keepdim), mean(x, dims, keepdim)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, IntArrayRef dims, bool unbiased, bool keepdim) {
  return {wengert::std(x, dims, unbiased, keepdim), mean(x, dims, keepdim)};
}

Tensor Tensor::var(IntArrayRef dims, bool unbiased, bool keepdim) const {
  return wengert::var(*this, dims, unbiased, keepdim);
}
Tensor Tensor::std(IntArrayRef dims, bool unbiased, bool keepdim) const {
  return wengert::std(*this, dims, unbiased, keepdim);
}

}  // namespace wengert
