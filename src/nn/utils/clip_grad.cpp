#include <cmath>
#include <set>

#include "kernels/reduce.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/utils.h"

namespace wengert::nn::utils {
namespace {

/// Each once, also of a parameter that is given twice.
std::vector<Tensor> gradients(const char* op, const std::vector<Tensor>& parameters) {
  std::vector<Tensor> result;
  std::set<const TensorImpl*> seen;
  for (const Tensor& p : parameters) {
    check_defined(op, "a parameter", p);
    if (p.grad().defined() && seen.insert(p.impl()).second) result.push_back(p.grad().detach());
  }
  return result;
}

// The kernel and not norm(): its total stays a double, and there is no tensor for the norm of each parameter.
template <class T>
double norm_of(const T* x, std::int64_t n, double p) {
  T y;
  kernels::norm<T>({x, {1, n, 1}, p, &y});
  return double(y);
}

double norm_of(const Tensor& x, double p) {
  const Tensor rows = x.contiguous();
  return x.dtype() == kFloat32 ? norm_of(rows.data_ptr<float>(), x.numel(), p)
                               : norm_of(rows.data_ptr<double>(), x.numel(), p);
}

/// The p-norm of a vector is that of its parts' p-norms.
double total_norm(const std::vector<Tensor>& dx, double p) {
  if (p == 0) return double(dx.size());
  std::vector<double> norms;
  for (const Tensor& x : dx)
    if (x.numel() > 0) norms.push_back(norm_of(x, p));
  return norms.empty() ? 0 : norm_of(norms.data(), std::int64_t(norms.size()), p);
}

}  // namespace

double clip_grad_norm_(const std::vector<Tensor>& parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  if (!(max_norm >= 0)) fail("clip_grad_norm_: max_norm is {}, wants a number from 0 on", max_norm);
  if (std::isnan(norm_type)) fail("clip_grad_norm_: norm_type is NaN");
  NoGradGuard off;
  const std::vector<Tensor> dx = gradients("clip_grad_norm_", parameters);
  if (dx.empty()) return 0;
  const double norm = total_norm(dx, norm_type);
  if (error_if_nonfinite && !std::isfinite(norm))
    fail("clip_grad_norm_: the norm of order {} is {}, so the gradients can't be scaled", norm_type, norm);
  const double scale = max_norm / (norm + 1e-6);
  if (!(scale >= 1))  // or NaN
    for (const Tensor& x : dx) x.mul_(scale);
  return norm;
}

void clip_grad_value_(const std::vector<Tensor>& parameters, double clip_value) {
  if (!(clip_value >= 0)) fail("clip_grad_value_: clip_value is {}, wants a number from 0 on", clip_value);
  NoGradGuard off;
  for (const Tensor& x : gradients("clip_grad_value_", parameters)) x.clamp_(-clip_value, clip_value);
}

double clip_grad_norm_(std::initializer_list<Tensor> parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<Tensor>(parameters), max_norm, norm_type, error_if_nonfinite);
}
double clip_grad_norm_(const Tensor& parameter, double max_norm, double norm_type, bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<Tensor>{parameter}, max_norm, norm_type, error_if_nonfinite);
}
void clip_grad_value_(std::initializer_list<Tensor> parameters, double clip_value) {
  clip_grad_value_(std::vector<Tensor>(parameters), clip_value);
}
void clip_grad_value_(const Tensor& parameter, double clip_value) {
  clip_grad_value_(std::vector<Tensor>{parameter}, clip_value);
}

}  // namespace wengert::nn::utils
