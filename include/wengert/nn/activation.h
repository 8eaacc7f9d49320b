// Activations as functions with options, and as layers. The formulas, and the errors, are in ops/activation.h
// and ops/softmax.h. Where options say inplace, the result is written into x.
#pragma once
#include <concepts>
#include <string>
#include <typeinfo>

#include "wengert/nn/stateless.h"
#include "wengert/ops/activation.h"

namespace wengert::nn {

struct ReLUOptions {
  ReLUOptions(bool inplace = false) : inplace_(inplace) {}
  WENGERT_FIELDS((bool, inplace));
};
using ReLU6Options = ReLUOptions;
using SELUOptions = ReLUOptions;

struct ELUOptions {
  ELUOptions() = default;
  ELUOptions(std::floating_point auto alpha) : alpha_(alpha) {}
  WENGERT_FIELDS((double, alpha, 1.0), (bool, inplace, false));
};
using CELUOptions = ELUOptions;

struct LeakyReLUOptions {
  LeakyReLUOptions() = default;
  LeakyReLUOptions(std::floating_point auto negative_slope) : negative_slope_(negative_slope) {}
  WENGERT_FIELDS((double, negative_slope, 1e-2), (bool, inplace, false));
};

struct HardtanhOptions {
  WENGERT_FIELDS((double, min_val, -1.0), (double, max_val, 1.0), (bool, inplace, false));
  /// Error, in the name of this layer, unless min_val < max_val.
  void check(const std::type_info& layer) const;
};

struct GELUOptions {
  WENGERT_FIELDS(
      /// "none", or "tanh" for the approximation.
      (std::string, approximate, "none"));
};

struct SoftplusOptions {
  WENGERT_FIELDS((double, beta, 1.0), (double, threshold, 20.0));
};

struct SoftmaxOptions {
  SoftmaxOptions(std::int64_t dim) : dim_(dim) {}
  WENGERT_FIELDS((std::int64_t, dim));
};
using LogSoftmaxOptions = SoftmaxOptions;

namespace functional {

using ReLUFuncOptions = ReLUOptions;
using ReLU6FuncOptions = ReLU6Options;
using SELUFuncOptions = SELUOptions;
using ELUFuncOptions = ELUOptions;
using CELUFuncOptions = CELUOptions;
using LeakyReLUFuncOptions = LeakyReLUOptions;
using HardtanhFuncOptions = HardtanhOptions;
using GELUFuncOptions = GELUOptions;
using SoftplusFuncOptions = SoftplusOptions;

struct SoftmaxFuncOptions {
  SoftmaxFuncOptions(std::int64_t dim) : dim_(dim) {}
  SoftmaxFuncOptions(const SoftmaxOptions& o) : dim_(o.dim()) {}
  WENGERT_FIELDS((std::int64_t, dim),
                 /// The type to convert to first.
                 (optional<ScalarType>, dtype, nullopt));
};
using LogSoftmaxFuncOptions = SoftmaxFuncOptions;

Tensor relu(const Tensor& x, const ReLUFuncOptions& options = {});
Tensor relu6(const Tensor& x, const ReLU6FuncOptions& options = {});
Tensor leaky_relu(const Tensor& x, const LeakyReLUFuncOptions& options = {});
Tensor elu(const Tensor& x, const ELUFuncOptions& options = {});
Tensor selu(const Tensor& x, const SELUFuncOptions& options = {});
Tensor celu(const Tensor& x, const CELUFuncOptions& options = {});
Tensor hardtanh(const Tensor& x, const HardtanhFuncOptions& options = {});
Tensor gelu(const Tensor& x, const GELUFuncOptions& options = {});
Tensor softplus(const Tensor& x, const SoftplusFuncOptions& options = {});
Tensor silu(const Tensor& x);
Tensor mish(const Tensor& x);
Tensor softsign(const Tensor& x);
Tensor logsigmoid(const Tensor& x);
/// x - tanh(x).
Tensor tanhshrink(const Tensor& x);
Tensor softmax(const Tensor& x, const SoftmaxFuncOptions& options);
Tensor log_softmax(const Tensor& x, const LogSoftmaxFuncOptions& options);
/// softmax(-x).
Tensor softmin(const Tensor& x, const SoftmaxFuncOptions& options);

}  // namespace functional

WENGERT_LAYER(ReLU, functional::relu, ReLUOptions);
WENGERT_LAYER(ReLU6, functional::relu6, ReLU6Options);
WENGERT_LAYER(LeakyReLU, functional::leaky_relu, LeakyReLUOptions);
WENGERT_LAYER(ELU, functional::elu, ELUOptions);
WENGERT_LAYER(SELU, functional::selu, SELUOptions);
WENGERT_LAYER(CELU, functional::celu, CELUOptions);
WENGERT_LAYER(Hardtanh, functional::hardtanh, HardtanhOptions);
WENGERT_LAYER(GELU, functional::gelu, GELUOptions);
WENGERT_LAYER(Softplus, functional::softplus, SoftplusOptions);
WENGERT_LAYER(SiLU, functional::silu);
WENGERT_LAYER(Mish, functional::mish);
WENGERT_LAYER(Sigmoid, wengert::sigmoid);
WENGERT_LAYER(Tanh, wengert::tanh);
WENGERT_LAYER(Softsign, functional::softsign);
WENGERT_LAYER(LogSigmoid, functional::logsigmoid);
WENGERT_LAYER(Softmax, functional::softmax, SoftmaxOptions);
WENGERT_LAYER(LogSoftmax, functional::log_softmax, LogSoftmaxOptions);

}  // namespace wengert::nn
