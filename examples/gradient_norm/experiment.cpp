#include "experiment.h"

#include <algorithm>
#include <cmath>

#include "jacobian.h"

using namespace wengert;

namespace {

void initialize(DeepModel& model, Init init) {
  if (init == Init::standard) return;  // Linear's own: weight and bias uniform in +-1/sqrt(fan_in)
  const auto fill = [init](nn::Linear& linear) {
    if (init == Init::xavier) nn::init::xavier_uniform_(linear->weight);
    if (init == Init::kaiming) nn::init::kaiming_uniform_(linear->weight, 0, kFanIn, kReLU);
    nn::init::zeros_(linear->bias);
  };
  for (nn::Sequential& block : model.blocks) {
    nn::Linear linear(block->ptr<nn::Linear>(0));
    fill(linear);
  }
  fill(model.head);
}

}  // namespace

Profile run_experiment(Norm norm, const Setup& setup, bool with_jacobians) {
  manual_seed(setup.seed);
  DeepModel model = deep_model(norm, setup.depth, setup.width);
  initialize(model, setup.init);
  const Tensor x = randn({setup.batch, setup.width}, requires_grad());

  TensorList y = forward(model, x);
  const Tensor loss = y.back().sum();
  y.pop_back();
  const TensorList dy = autograd::grad({loss}, y);

  Profile p;
  for (std::size_t l = 0; l < y.size(); ++l) {
    // In float64: the squares of a vanished gradient would underflow.
    const Tensor values = y[l].detach().to(kDouble);
    p.gradient.push_back(dy[l].to(kDouble).norm().item<double>());
    p.rms.push_back(values.square().mean().sqrt().item<double>());
    p.std.push_back(values.std(false).item<double>());
    if (!with_jacobians) continue;
    const Stretch s = l == 0 ? Stretch{} : stretch(model.blocks[l - 1], y[l - 1]);
    p.typical.push_back(s.typical);
    p.largest.push_back(s.largest);
  }
  return p;
}

std::vector<Profile> run_seeds(Norm norm, const Setup& setup, std::int64_t seeds, bool with_jacobians) {
  std::vector<Profile> runs;
  Setup one = setup;
  for (std::int64_t i = 0; i < seeds; ++i, ++one.seed)
    runs.push_back(run_experiment(norm, one, with_jacobians));
  return runs;
}

Summary summarize(const std::vector<double>& values) {
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  const double n = double(values.size());
  double mean = 0, variance = 0;
  for (double v : values) mean += std::log10(v) / n;
  for (double v : values) variance += std::pow(std::log10(v) - mean, 2) / std::max(n - 1, 1.0);
  return {std::pow(10, mean), *min > 0 ? std::pow(10, std::sqrt(variance)) : NAN, *min, *max};
}

Summary gradient_at(std::size_t l, const std::vector<Profile>& runs) {
  std::vector<double> values;
  for (const Profile& p : runs) values.push_back(p.gradient[l]);
  return summarize(values);
}
