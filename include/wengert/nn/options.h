// The options of layers and of their functions. Each field has a setter that returns the object:
//     nn::LinearOptions(10, 20).bias(false)
#pragma once
#include <string>
#include <vector>

#include "wengert/base/arg.h"
#include "wengert/ops/rms_norm.h"
#include "wengert/tensor.h"

namespace wengert::nn {

// Linear and shapes

struct LinearOptions {
  LinearOptions(std::int64_t in_features, std::int64_t out_features)
      : in_features_(in_features), out_features_(out_features) {}
  WENGERT_FIELDS((std::int64_t, in_features), (std::int64_t, out_features), (bool, bias, true));
};

struct FlattenOptions {
  WENGERT_FIELDS((std::int64_t, start_dim, 1), (std::int64_t, end_dim, -1));
};

struct UnflattenOptions {
  UnflattenOptions(std::int64_t dim, std::vector<std::int64_t> sizes) : dim_(dim), sizes_(std::move(sizes)) {}
  WENGERT_FIELDS((std::int64_t, dim), (std::vector<std::int64_t>, sizes));
};

// Normalisation
//
// initial_weight is what the weight starts at, where the layer has one. 0 or 0.1 for the last norm of a
// residual block starts the block near the identity (Goyal et al. 2017, arXiv:1706.02677, sec. 5.1).

struct LayerNormOptions {
  LayerNormOptions(std::vector<std::int64_t> shape) : normalized_shape_(std::move(shape)) {}
  LayerNormOptions(std::initializer_list<std::int64_t> shape) : normalized_shape_(shape) {}
  LayerNormOptions(std::int64_t size) : normalized_shape_{size} {}
  WENGERT_FIELDS(
      /// The trailing dimensions over which mean and variance are taken.
      (std::vector<std::int64_t>, normalized_shape), (double, eps, 1e-5), (bool, elementwise_affine, true),
      (double, initial_weight, 1));
};

struct RMSNormOptions {
  RMSNormOptions(std::vector<std::int64_t> shape) : normalized_shape_(std::move(shape)) {}
  RMSNormOptions(std::initializer_list<std::int64_t> shape) : normalized_shape_(shape) {}
  RMSNormOptions(std::int64_t size) : normalized_shape_{size} {}
  WENGERT_FIELDS(
      /// The trailing dimensions over which the mean square is taken.
      (std::vector<std::int64_t>, normalized_shape), (double, eps, 1e-6),
      (EpsForm, eps_form, EpsForm::inside), (bool, elementwise_affine, true), (double, initial_weight, 1));
};

struct BatchNormOptions {
  BatchNormOptions(std::int64_t num_features) : num_features_(num_features) {}
  WENGERT_FIELDS(
      (std::int64_t, num_features), (double, eps, 1e-5),
      /// The weight of the newest batch in the running statistics; nullopt: the average over all batches.
      (optional<double>, momentum, 0.1), (bool, affine, true), (bool, track_running_stats, true),
      (double, initial_weight, 1));
};
using BatchNorm1dOptions = BatchNormOptions;
using BatchNorm2dOptions = BatchNormOptions;
using BatchNorm3dOptions = BatchNormOptions;

struct GroupNormOptions {
  GroupNormOptions(std::int64_t num_groups, std::int64_t num_channels)
      : num_groups_(num_groups), num_channels_(num_channels) {}
  WENGERT_FIELDS((std::int64_t, num_groups), (std::int64_t, num_channels), (double, eps, 1e-5),
                 (bool, affine, true), (double, initial_weight, 1));
};

struct InstanceNormOptions {
  InstanceNormOptions(std::int64_t num_features) : num_features_(num_features) {}
  WENGERT_FIELDS((std::int64_t, num_features), (double, eps, 1e-5),
                 /// The weight of the newest batch in the running statistics.
                 (double, momentum, 0.1), (bool, affine, false), (bool, track_running_stats, false),
                 (double, initial_weight, 1));
};
using InstanceNorm1dOptions = InstanceNormOptions;
using InstanceNorm2dOptions = InstanceNormOptions;
using InstanceNorm3dOptions = InstanceNormOptions;

namespace functional {

struct LayerNormFuncOptions {
  LayerNormFuncOptions(std::vector<std::int64_t> shape) : normalized_shape_(std::move(shape)) {}
  WENGERT_FIELDS((std::vector<std::int64_t>, normalized_shape), (Tensor, weight, {}), (Tensor, bias, {}),
                 (double, eps, 1e-5));
};

struct RMSNormFuncOptions {
  RMSNormFuncOptions(std::vector<std::int64_t> shape) : normalized_shape_(std::move(shape)) {}
  WENGERT_FIELDS((std::vector<std::int64_t>, normalized_shape), (Tensor, weight, {}), (double, eps, 1e-6),
                 (EpsForm, eps_form, EpsForm::inside));
};

struct GroupNormFuncOptions {
  GroupNormFuncOptions(std::int64_t num_groups) : num_groups_(num_groups) {}
  WENGERT_FIELDS((std::int64_t, num_groups), (Tensor, weight, {}), (Tensor, bias, {}), (double, eps, 1e-5));
};

struct InstanceNormFuncOptions {
  WENGERT_FIELDS((Tensor, running_mean, {}), (Tensor, running_var, {}), (Tensor, weight, {}),
                 (Tensor, bias, {}),
                 /// False: normalise with running_mean and running_var.
                 (bool, use_input_stats, true), (double, momentum, 0.1), (double, eps, 1e-5));
};

struct BatchNormFuncOptions {
  WENGERT_FIELDS((Tensor, weight, {}), (Tensor, bias, {}), (bool, training, false),
                 /// nullopt counts as 0: the running statistics stay.
                 (optional<double>, momentum, 0.1), (double, eps, 1e-5));
};

struct NormalizeFuncOptions {
  WENGERT_FIELDS((double, p, 2.0), (std::int64_t, dim, 1), (double, eps, 1e-12));
};

}  // namespace functional
}  // namespace wengert::nn
