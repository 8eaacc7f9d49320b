// One step of an optimiser on the n elements of a parameter p, given its gradient dp: one pass in which every
// array is read once and written once.
//
// T: float, double. The arrays are contiguous and must not overlap; the result has the same bits for any
// number of threads. Where p decays, dp stands for dp + weight_decay p.
#pragma once
#include <cstdint>

#include "kernels/isa.h"

namespace wengert::kernels {

struct SgdRule {
  double lr, momentum, dampening, weight_decay;
  bool nesterov;
  bool first;  // the buffer holds nothing yet
};

/// Stochastic gradient descent with momentum (Polyak 1964; Nesterov's form as in Sutskever et al. 2013):
///   buffer = momentum buffer + (1 - dampening) dp,  at the first step buffer = dp
///   p -= lr d,  d = buffer, or with nesterov dp + momentum buffer
/// A null buffer means no momentum: d = dp.
template <class T>
struct Sgd {
  SgdRule rule;
  std::int64_t n;
  T* p;
  const T* dp;
  T* buffer;
};
WENGERT_KERNEL(sgd, Sgd)

struct AdamRule {
  double step_size;  // lr / (1 - beta1^t)
  double beta1, beta2, eps;
  double bias2;  // 1 / sqrt(1 - beta2^t)
  double weight_decay;
  double shrink;  // 1 - lr weight_decay for AdamW, else 1
};

/// Adam (Kingma and Ba 2015), AdamW (Loshchilov and Hutter 2019), AMSGrad (Reddi et al. 2018):
///   m = beta1 m + (1 - beta1) dp,  v = beta2 v + (1 - beta2) dp^2
///   p = shrink p - step_size m / (sqrt(v) bias2 + eps)
/// With `largest`, which may be null, largest = max(largest, v) takes the place of v in the last line.
template <class T>
struct Adam {
  AdamRule rule;
  std::int64_t n;
  T* p;
  const T* dp;
  T *m, *v, *largest;
};
WENGERT_KERNEL(adam, Adam)

struct RmspropRule {
  double lr, alpha, eps, weight_decay, momentum;
};

/// RMSprop (Tieleman and Hinton 2012; centred as in Graves 2013):
///   v = alpha v + (1 - alpha) dp^2,  mean = alpha mean + (1 - alpha) dp
///   d = dp / (sqrt(v - mean^2) + eps),  buffer = momentum buffer + d,  p -= lr buffer
/// A null mean means v alone under the root, a null buffer p -= lr d.
template <class T>
struct Rmsprop {
  RmspropRule rule;
  std::int64_t n;
  T* p;
  const T* dp;
  T *v, *mean, *buffer;
};
WENGERT_KERNEL(rmsprop, Rmsprop)

struct AdagradRule {
  double lr, eps, weight_decay;
};

/// Adagrad (Duchi et al. 2011):  sum += dp^2,  p -= lr dp / (sqrt(sum) + eps)
template <class T>
struct Adagrad {
  AdagradRule rule;
  std::int64_t n;
  T* p;
  const T* dp;
  T* sum;
};
WENGERT_KERNEL(adagrad, Adagrad)

}  // namespace wengert::kernels
