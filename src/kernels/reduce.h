// Reductions and running sums along one dimension of a contiguous box.
//
// All of them see memory as box [outer, reduced, inner] and fold the middle dimension, giving [outer, inner]:
// inner = 1 folds rows, outer = 1 folds columns, {1, n, 1} folds everything. Long folds are cut at fixed
// borders, so that the bits of a result do not depend on the number of threads.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

/// The shape of a contiguous box whose middle dimension is folded.
struct Box {
  std::int64_t outer = 1, reduced = 1, inner = 1;
  std::int64_t in_size() const { return outer * reduced * inner; }
  std::int64_t out_size() const { return outer * inner; }
};

template <class T>
struct Reduce {
  const T* x;
  Box box;
  T* y;
};

/// y[o, i] = sum_r x[o, r, i]. T: float, double, int64_t. An empty fold gives 0. float32 sums keep all but
/// the last bits: many partial sums inside a block of a few thousand elements, block totals in double.
WENGERT_KERNEL(sum, Reduce)
/// sum / reduced, divided before the total is rounded to T. T: float, double. An empty fold gives NaN.
WENGERT_KERNEL(mean, Reduce)
/// y[o, i] = prod_r x[o, r, i]. T: float, double, int64_t. An empty fold gives 1.
WENGERT_KERNEL(prod, Reduce)
/// log sum_r exp(x), shifted by the largest element. T: float, double. An empty fold, or all -inf, gives
/// -inf.
WENGERT_KERNEL(logsumexp, Reduce)
/// y[o, r, i] = x[o, 0, i] + ... + x[o, r, i] (the product for cumprod). T: float, double, int64_t. y may be
/// x.
WENGERT_KERNEL(cumsum, Reduce)
WENGERT_KERNEL(cumprod, Reduce)

/// How many elements are true.
struct Count {
  const bool* x;
  Box box;
  std::int64_t* y;
};
WENGERT_UNTYPED_KERNEL(count, Count)

/// Whether some (every) element differs from 0; NaN does. T: float, double, int64_t, bool.
template <class T>
struct Quantify {
  const T* x;
  Box box;
  bool* y;
};
WENGERT_KERNEL(any, Quantify)
WENGERT_KERNEL(all, Quantify)

/// The largest (smallest) element and the place of its first occurrence along the fold. NaN counts as the
/// largest (smallest): the first one wins. T: float, double, int64_t, bool. Either y or index may be null;
/// box.reduced must be at least 1.
template <class T>
struct Extremes {
  const T* x;
  Box box;
  T* y;
  std::int64_t* index;
};
WENGERT_KERNEL(max, Extremes)
WENGERT_KERNEL(min, Extremes)

/// (sum_r |x|^p)^(1/p); p = inf and -inf give the largest and smallest |x|, p = 0 counts the elements that
/// differ from 0. NaN propagates. T: float, double. An empty fold gives 0 (p < 0: inf, which has no identity
/// otherwise).
template <class T>
struct Norm {
  const T* x;
  Box box;
  double p;
  T* y;
};
WENGERT_KERNEL(norm, Norm)

/// mean[o, i], and m2[o, i] = sum_r (x - mean)^2, from two passes (so that a large mean does not eat a small
/// deviation). var = m2 / (reduced - correction). T: float, double. m2 keeps the range of double for float32.
/// An empty fold gives NaN and 0.
template <class T>
struct Moments {
  const T* x;
  Box box;
  T* mean;  // may be null
  double* m2;
};
WENGERT_KERNEL(moments, Moments)

}  // namespace wengert::kernels
