#include "jacobian.h"

#include <cmath>

using namespace wengert;

namespace {

double length(const Tensor& x) { return x.detach().to(kDouble).norm().item<double>(); }

}  // namespace

// Power iteration on J^T J needs J v and J^T u only, never J itself (2048 x 2048 for a batch of 32 x 64).
Stretch stretch(nn::Sequential& layer, const Tensor& input) {
  constexpr int samples = 16, max_steps = 100;
  constexpr double tolerance = 1e-5;
  Generator generator = make_generator(0);  // a stream of its own: the experiment's is left alone

  const Tensor x = input.detach().clone().requires_grad_();
  const Tensor y = layer->forward(x);
  const Tensor u = randn(y.sizes(), generator).requires_grad_();

  // Backward gives J^T u. It is linear in u, so the gradient of <v, J^T u> = <J v, u> with respect to u is J
  // v.
  const Tensor jt_u = autograd::grad({y}, {x}, {u}, /*retain_graph=*/true, /*create_graph=*/true)[0];
  const auto times_j = [&](const Tensor& v) { return autograd::grad({jt_u}, {u}, {v}, true)[0]; };
  const auto times_jt = [&](const Tensor& w) { return autograd::grad({y}, {x}, {w}, true)[0]; };

  Stretch s{0, 0};
  for (int i = 0; i < samples; ++i) {
    const Tensor w = randn(y.sizes(), generator);
    s.typical += std::pow(length(times_jt(w)) / length(w), 2) / samples;
  }
  s.typical = std::sqrt(s.typical);

  Tensor v = jt_u.detach();
  for (int step = 0; step < max_steps; ++step) {
    const double size = length(v);
    if (size == 0) break;  // all of the layer's units are dead
    const Tensor jv = times_j(v / size);
    const double before = s.largest;
    s.largest = length(jv);
    if (s.largest - before < tolerance * s.largest) break;
    v = times_jt(jv);
  }
  return s;
}
