// The model of the experiment: `depth` blocks of Linear [-> norm] -> ReLU, then Linear to one output.
#pragma once
#include <wengert/wengert.h>

#include <array>
#include <string>
#include <vector>

enum class Norm { none, layer, batch, rms };
inline constexpr std::array all_norms = {Norm::none, Norm::layer, Norm::batch, Norm::rms};

/// The module's name: "LayerNorm".
std::string title(Norm norm);

struct DeepModel {
  std::vector<wengert::nn::Sequential> blocks;
  wengert::nn::Linear head{nullptr};
};

/// Draws weights in the order of the layers.
DeepModel deep_model(Norm norm, std::int64_t depth, std::int64_t width);

/// What passes through the model: y[0] = x, y[l] = the output of block l, and last the model's output.
std::vector<wengert::Tensor> forward(DeepModel& model, const wengert::Tensor& x);
