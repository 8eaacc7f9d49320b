// One step of an optimiser on the n elements of a parameter p, given its gradient dp: one pass in which every
// array is read once and written once.
//
// T: float, double. The arrays are contiguous, must not overlap, and may be longer than one thread's share;
// the result has the same bits for any number of threads. Where p decays, dp stands for dp + weight_decay p.
//
// This header is included by the files of isa/ too, so it defines no function.
#pragma once
#include <cstdint>

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
void sgd(const SgdRule& rule, std::int64_t n, T* p, const T* dp, T* buffer);

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
void adam(const AdamRule& rule, std::int64_t n, T* p, const T* dp, T* m, T* v, T* largest);

struct RmspropRule {
  double lr, alpha, eps, weight_decay, momentum;
};

/// RMSprop (Tieleman and Hinton 2012; centred as in Graves 2013):
///   v = alpha v + (1 - alpha) dp^2,  mean = alpha mean + (1 - alpha) dp
///   d = dp / (sqrt(v - mean^2) + eps),  buffer = momentum buffer + d,  p -= lr buffer
/// A null mean means v alone under the root, a null buffer p -= lr d.
template <class T>
void rmsprop(const RmspropRule& rule, std::int64_t n, T* p, const T* dp, T* v, T* mean, T* buffer);

struct AdagradRule {
  double lr, eps, weight_decay;
};

/// Adagrad (Duchi et al. 2011):  sum += dp^2,  p -= lr dp / (sqrt(sum) + eps)
template <class T>
void adagrad(const AdagradRule& rule, std::int64_t n, T* p, const T* dp, T* sum);

/// The functions above as one instruction set has them.
template <class T>
struct OptimTable {
  void (*sgd)(const SgdRule&, std::int64_t n, T* p, const T* dp, T* buffer);
  void (*adam)(const AdamRule&, std::int64_t n, T* p, const T* dp, T* m, T* v, T* largest);
  void (*rmsprop)(const RmspropRule&, std::int64_t n, T* p, const T* dp, T* v, T* mean, T* buffer);
  void (*adagrad)(const AdagradRule&, std::int64_t n, T* p, const T* dp, T* sum);
};

namespace baseline {
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
}  // namespace baseline
namespace avx2 {
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
}  // namespace avx2
namespace avx512 {
extern const OptimTable<float> optim_float;
extern const OptimTable<double> optim_double;
}  // namespace avx512

}  // namespace wengert::kernels
