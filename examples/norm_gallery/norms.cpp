#include "norms.h"

using namespace wengert;

std::string title(Norm norm, bool images) {
  switch (norm) {
    case Norm::batch:
      return images ? "BatchNorm2d" : "BatchNorm1d";
    case Norm::layer:
      return "LayerNorm";
    case Norm::group:
      return "GroupNorm";
    case Norm::instance:
      return "InstanceNorm2d";
    default:
      return "none";
  }
}

nn::AnyModule make(Norm norm, const Image& image) {
  switch (norm) {
    case Norm::batch:
      return nn::BatchNorm2d(image.channels);
    case Norm::layer:
      return nn::LayerNorm(nn::LayerNormOptions({image.channels, image.height, image.width}));
    case Norm::group:
      return nn::GroupNorm(image.groups, image.channels);
    case Norm::instance:
      return nn::InstanceNorm2d(nn::InstanceNorm2dOptions(image.channels).affine(true));
    default:
      return nn::Identity();
  }
}

nn::AnyModule make(Norm norm, std::int64_t features, std::int64_t groups) {
  switch (norm) {
    case Norm::batch:
      return nn::BatchNorm1d(features);
    case Norm::layer:
      return nn::LayerNorm(features);
    case Norm::group:
      return nn::GroupNorm(groups, features);
    case Norm::instance:
      throw Error("InstanceNorm: a feature of one sample is a single value");
    default:
      return nn::Identity();
  }
}
