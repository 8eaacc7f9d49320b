// First values of parameters. Every function writes into its tensor without being recorded, and returns it.
//
// A weight is [out, in, ...]: dimension 0 the outputs, dimension 1 the inputs, the rest (if any) a receptive
// field of r elements. fan_in = in * r is the number of terms in one output, fan_out = out * r that in one
// input's gradient. Random values come from the default stream, in libtorch's order.
#pragma once
#include <tuple>
#include <variant>

#include "wengert/base/enum.h"
#include "wengert/tensor.h"

namespace wengert::nn::init {

using NonlinearityType =
    std::variant<enumtype::kLinear, enumtype::kConv1D, enumtype::kConv2D, enumtype::kConv3D,
                 enumtype::kConvTranspose1D, enumtype::kConvTranspose2D, enumtype::kConvTranspose3D,
                 enumtype::kSigmoid, enumtype::kTanh, enumtype::kReLU, enumtype::kLeakyReLU>;
using FanModeType = std::variant<enumtype::kFanIn, enumtype::kFanOut>;

/// The factor by which weights must be larger so that the nonlinearity after them keeps the scale of its
/// input: tanh 5/3, relu sqrt(2), leaky_relu sqrt(2 / (1 + param^2)) with param its slope below 0, all
/// others 1.
double calculate_gain(NonlinearityType nonlinearity, double param = 0.01);

/// {fan_in, fan_out}. Error: fewer than 2 dimensions.
std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor);

Tensor constant_(Tensor tensor, Scalar value);
Tensor ones_(Tensor tensor);
Tensor zeros_(Tensor tensor);
/// 1 on the diagonal, else 0. Error: not a matrix.
Tensor eye_(Tensor matrix);
/// A convolution's weight [out, in, ...] that passes channel i on to output i: 1 in the middle of the
/// receptive field where out = in, else 0. Error: not 3, 4 or 5 dimensions.
Tensor dirac_(Tensor tensor);

/// Uniform in [low, high).
Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
Tensor normal_(Tensor tensor, double mean = 0, double std = 1);

/// Uniform in +-gain sqrt(6 / (fan_in + fan_out)), or normal with deviation gain sqrt(2 / (fan_in +
/// fan_out)). Source: Glorot & Bengio (2010), eq. 16. Errors: fewer than 2 dimensions; for the uniform a fan
/// sum of 0.
Tensor xavier_uniform_(Tensor tensor, double gain = 1);
Tensor xavier_normal_(Tensor tensor, double gain = 1);

/// Uniform in +-gain sqrt(3 / fan), or normal with deviation gain / sqrt(fan); gain =
/// calculate_gain(nonlinearity, a), fan by the mode. Source: He et al. (2015), eq. 15. Errors as above.
Tensor kaiming_uniform_(Tensor tensor, double a = 0, FanModeType mode = kFanIn,
                        NonlinearityType nonlinearity = kLeakyReLU);
Tensor kaiming_normal_(Tensor tensor, double a = 0, FanModeType mode = kFanIn,
                       NonlinearityType nonlinearity = kLeakyReLU);

/// gain times a matrix [size(0), the rest] with orthonormal rows or columns, whichever are fewer: the Q of a
/// normal matrix. Source: Saxe et al. (2013). Error: fewer than 2 dimensions.
Tensor orthogonal_(Tensor tensor, double gain = 1);

/// Normal with mean 0 and the deviation std, but in each column the share `sparsity` (rounded up) of the
/// elements 0, chosen at random. Source: Martens (2010). Errors: not a matrix; sparsity outside [0, 1].
Tensor sparse_(Tensor tensor, double sparsity, double std = 0.01);

}  // namespace wengert::nn::init
