#include "deep_model.h"

using namespace wengert;

std::string title(Norm norm) {
  switch (norm) {
    case Norm::layer:
      return "LayerNorm";
    case Norm::batch:
      return "BatchNorm1d";
    case Norm::rms:
      return "RMSNorm";
    default:
      return "none";
  }
}

DeepModel deep_model(Norm norm, std::int64_t depth, std::int64_t width) {
  DeepModel model;
  for (std::int64_t i = 0; i < depth; ++i) {
    nn::Sequential block;
    block->push_back(nn::Linear(width, width));
    if (norm == Norm::layer) block->push_back(nn::LayerNorm(width));
    if (norm == Norm::batch) block->push_back(nn::BatchNorm1d(width));
    if (norm == Norm::rms) block->push_back(nn::RMSNorm(width));
    block->push_back(nn::ReLU());
    model.blocks.push_back(block);
  }
  model.head = nn::Linear(width, 1);
  return model;
}

TensorList forward(DeepModel& model, const Tensor& x) {
  TensorList y = {x};
  for (nn::Sequential& block : model.blocks) y.push_back(block->forward(y.back()));
  y.push_back(model.head->forward(y.back()));
  return y;
}
