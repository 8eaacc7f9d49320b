// Four small experiments with normalisation layers, on one stream of random numbers from seed 0.
#include <fmt/format.h>

#include <cmath>

#include "common/deep_model.h"

using namespace wengert;

namespace {

/// To three digits; adding 0 turns -0 into 0.
double rounded(double v) { return std::round(v * 1000) / 1000 + 0.0; }

void batch_norm_trains_and_evaluates() {
  fmt::print("1. BatchNorm behaves differently in training and in evaluation\n");
  nn::BatchNorm1d norm(4);
  for (int i = 0; i < 50; ++i) norm(randn({16, 4}));

  const Tensor sample = randn({1, 4});
  try {
    norm(randn({1, 4}));
  } catch (const Error& e) {
    fmt::print("   training on a batch of one throws:\n     {}\n", e.what());
  }
  norm->eval();
  fmt::print("   the sample's first feature, evaluated five times:\n    ");
  for (int i = 0; i < 5; ++i) {
    fmt::print(" {:.4f}", norm(sample)[0][0].item<double>());
    if (i == 2) norm(randn({1, 4}));  // another sample in between, which must leave no trace
  }
  fmt::print(
      "\n   In training the statistics are the batch's, so one sample has none. In\n"
      "   evaluation they are the running ones, so the answer depends on the sample\n"
      "   alone and stays the same.\n\n");
}

void layer_norm_ignores_the_batch() {
  fmt::print("2. LayerNorm treats each sample for itself\n");
  nn::LayerNorm norm(8);
  const Tensor sample = randn({1, 8});
  const Tensor others = randn({7, 8});
  const Tensor alone = norm(sample);
  const Tensor in_batch = norm(cat({sample, others}))[0];
  fmt::print("   alone against in a batch of 8, largest difference: {:g}\n",
             (alone - in_batch).abs().max().item<double>());
  fmt::print("   Who else is in the batch changes not one bit.\n\n");
}

void rms_norm_keeps_the_mean() {
  fmt::print("3. LayerNorm shifts and scales, RMSNorm only scales\n");
  const Tensor x = randn({32, 64}) * 3 + 1.5;
  const auto line = [](const char* name, const Tensor& y) {
    fmt::print("   {:<10} mean {:+.3f}  deviation {:.3f}\n", name, rounded(y.mean().item<double>()),
               y.std().item<double>());
  };
  line("input", x);
  line("LayerNorm", nn::LayerNorm(64)(x));
  line("RMSNorm", nn::RMSNorm(64)(x));
  fmt::print(
      "   LayerNorm brings the mean to 0 and the deviation to 1. RMSNorm brings the\n"
      "   root mean square to 1 (0.426^2 + 0.905^2 = 1) and keeps a mean.\n\n");
}

void norms_keep_the_gradient() {
  fmt::print("4. The gradient at the input of 20 layers; each model starts again from seed 0\n");
  for (Norm norm : all_norms) {
    manual_seed(0);
    DeepModel model = deep_model(norm, 20, 64);
    const Tensor x = randn({32, 64}, requires_grad());
    forward(model, x).back().sum().backward();
    fmt::print("   {:<12} |dL/dx| {:.3e}\n", title(norm), x.grad().norm().item<double>());
  }
  fmt::print("   Without a norm the gradient is gone; any of the three keeps it.\n");
}

}  // namespace

int main() {
  manual_seed(0);
  batch_norm_trains_and_evaluates();
  layer_norm_ignores_the_batch();
  rms_norm_keeps_the_mean();
  norms_keep_the_gradient();
}
