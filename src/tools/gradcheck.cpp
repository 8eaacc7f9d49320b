// Gradients against differences: see include/wengert/autograd/gradcheck.h.
#include "wengert/tools/gradcheck.h"

#include <algorithm>
#include <cmath>

#include "tensor/check.h"
#include "wengert/autograd/backward.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/transpose.h"

namespace wengert::autograd {
namespace {

/// Numbers in [0.5, 1.5] with changing sign, from a small generator of their own: the caller's random stream
/// stays where it is, and no coordinate is probed with (nearly) nothing.
class Cotangents {
 public:
  Tensor like(const Tensor& y) {
    Tensor u = zeros(y.sizes(), kFloat64);
    double* p = u.data_ptr<double>();
    for (std::int64_t i = 0; i < u.numel(); ++i) {
      state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;  // Knuth, MMIX
      const double r = double(state_ >> 11) * 0x1p-53;
      p[i] = r < 0.5 ? -0.5 - 2 * r : 2 * r - 0.5;
    }
    return u;
  }

 private:
  std::uint64_t state_ = 20;
};

void check_inputs(const char* op, const TensorList& inputs) {
  bool any = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check_defined(op, "an input", inputs[i]);
    if (!inputs[i].requires_grad()) continue;
    any = true;
    if (inputs[i].dtype() != kFloat64)
      fail("{}: input {} is {}; differences need float64", op, i, describe(inputs[i]));
  }
  if (!any) fail("{}: no input requires a gradient", op);
}

/// g(x) = sum over the results of u f(x).
double probe(const TensorFunction& f, const TensorList& inputs, const TensorList& u) {
  const TensorList y = f(inputs);
  double total = 0;
  for (std::size_t k = 0; k < y.size(); ++k) total += (y[k].detach() * u[k]).sum().item<double>();
  return total;
}

}  // namespace

bool gradcheck(const TensorFunction& f, const TensorList& inputs, double eps, double atol, double rtol,
               bool raise_exception) {
  if (!f) fail("gradcheck: the function is null");
  check_inputs("gradcheck", inputs);
  AutoGradMode on(true);
  const TensorList y = f(inputs);
  TensorList u, wanted, results, cotangents;
  Cotangents draw;
  for (std::size_t k = 0; k < y.size(); ++k) {
    if (y[k].is_floating_point() && y[k].dtype() != kFloat64)
      fail("gradcheck: result {} is {}", k, describe(y[k]));
    u.push_back(draw.like(y[k]));
    if (!y[k].requires_grad()) continue;
    results.push_back(y[k]);
    cotangents.push_back(u[k]);
  }
  if (results.empty()) fail("gradcheck: no result requires a gradient");
  for (const Tensor& x : inputs)
    if (x.requires_grad()) wanted.push_back(x);
  const TensorList analytic =
      grad(results, wanted, cotangents, /*retain_graph=*/nullopt, false, /*allow_unused=*/true);

  // Differences: one element of one input at a time, in copies of the inputs.
  std::size_t which = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) continue;
    const Tensor dx = analytic[which].defined() ? analytic[which].detach().contiguous()
                                                : zeros(inputs[i].sizes(), kFloat64);
    ++which;
    TensorList moved = inputs;
    Tensor copy = inputs[i].detach().clone();
    double* p = copy.data_ptr<double>();
    for (std::int64_t e = 0; e < copy.numel(); ++e) {
      const double x = p[e];
      auto at = [&](double value) {
        p[e] = value;
        moved[i] = copy.clone().set_requires_grad(true);  // f may write into its input
        return probe(f, moved, u);
      };
      const double numeric = (at(x + eps) - at(x - eps)) / (2 * eps);
      p[e] = x;
      const double computed = dx.data_ptr<double>()[e];
      if (std::abs(computed - numeric) <= atol + rtol * std::abs(numeric)) continue;
      if (!raise_exception) return false;
      fail("gradcheck: input {} ({}), element {}: backward gives {:.12g}, the difference is {:.12g}", i,
           describe(inputs[i]), e, computed, numeric);
    }
  }
  return true;
}

bool gradgradcheck(const TensorFunction& f, const TensorList& inputs, double eps, double atol, double rtol,
                   bool raise_exception) {
  check_inputs("gradgradcheck", inputs);
  AutoGradMode on(true);
  Cotangents draw;
  TensorList all = inputs;
  for (const Tensor& y : f(inputs))
    if (y.requires_grad()) all.push_back(draw.like(y).set_requires_grad(true));
  const std::size_t n = inputs.size();

  auto gradients = [&f, n](const TensorList& in) {
    const TensorList x(in.begin(), in.begin() + std::ptrdiff_t(n)),
        dy(in.begin() + std::ptrdiff_t(n), in.end());
    TensorList results, wanted;
    for (const Tensor& y : f(x))
      if (y.requires_grad()) results.push_back(y);
    for (const Tensor& t : x)
      if (t.requires_grad()) wanted.push_back(t);
    TensorList dx =
        grad(results, wanted, dy, /*retain_graph=*/true, /*create_graph=*/true, /*allow_unused=*/true);
    // A gradient that does not depend on anything (undefined, or constant) is a zero of the right shape.
    for (std::size_t i = 0; i < dx.size(); ++i)
      if (!dx[i].defined()) dx[i] = wanted[i] * 0;
    return dx;
  };
  return gradcheck(gradients, all, eps, atol, rtol, raise_exception);
}

}  // namespace wengert::autograd
