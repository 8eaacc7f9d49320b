// Activations: functions of one element that stand between the layers of a network.
//
// Floating-point tensors only, but for relu, relu6 and hardtanh, which keep int64, and sigmoid and tanh,
// which turn integers into the default floating type. The twins with an underscore write into x.
#pragma once
#include <string_view>

#include "wengert/tensor.h"

namespace wengert {

/// max(x, 0); the gradient at 0 is 0.
Tensor relu(const Tensor& x);
/// 1 / (1 + e^-x).
Tensor sigmoid(const Tensor& x);
Tensor tanh(const Tensor& x);
/// log(sigmoid(x)), without overflow.
Tensor log_sigmoid(const Tensor& x);
/// x times the normal distribution function of x (Hendrycks and Gimpel 2016, arXiv:1606.08415); `approximate`
/// = "tanh" is that paper's approximation 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))). Error: another
/// word than "none" and "tanh".
Tensor gelu(const Tensor& x, std::string_view approximate = "none");
/// x sigmoid(x) (swish).
Tensor silu(const Tensor& x);
/// x tanh(softplus(x)) (Misra 2019, arXiv:1908.08681).
Tensor mish(const Tensor& x);
/// x above 0, alpha (e^x - 1) below (Clevert et al. 2015, arXiv:1511.07289).
Tensor elu(const Tensor& x, const Scalar& alpha = 1.0);
/// The same with e^(x / alpha), whose slope at 0 is 1 from both sides (Barron 2017, arXiv:1704.07483). Error:
/// alpha = 0.
Tensor celu(const Tensor& x, const Scalar& alpha = 1.0);
/// scale elu(x, alpha) with the constants that keep mean 0 and variance 1 (Klambauer et al. 2017,
/// arXiv:1706.02515).
Tensor selu(const Tensor& x);
/// x above 0, negative_slope x below.
Tensor leaky_relu(const Tensor& x, const Scalar& negative_slope = 0.01);
/// log(1 + e^(beta x)) / beta; x itself where beta x > threshold.
Tensor softplus(const Tensor& x, const Scalar& beta = 1, const Scalar& threshold = 20);
/// x / (1 + |x|).
Tensor softsign(const Tensor& x);
/// min(max(x, min_val), max_val); the gradient at the bounds is 0.
Tensor hardtanh(const Tensor& x, const Scalar& min_val = -1, const Scalar& max_val = 1);
/// hardtanh from 0 to 6.
Tensor relu6(const Tensor& x);
/// relu6(x + 3) / 6.
Tensor hardsigmoid(const Tensor& x);
/// x relu6(x + 3) / 6 (Howard et al. 2019, arXiv:1905.02244).
Tensor hardswish(const Tensor& x);

Tensor& relu_(const Tensor& x);
Tensor& sigmoid_(const Tensor& x);
Tensor& tanh_(const Tensor& x);
Tensor& silu_(const Tensor& x);
Tensor& mish_(const Tensor& x);
Tensor& elu_(const Tensor& x, const Scalar& alpha = 1.0);
Tensor& celu_(const Tensor& x, const Scalar& alpha = 1.0);
Tensor& selu_(const Tensor& x);
Tensor& leaky_relu_(const Tensor& x, const Scalar& negative_slope = 0.01);
Tensor& hardtanh_(const Tensor& x, const Scalar& min_val = -1, const Scalar& max_val = 1);
Tensor& relu6_(const Tensor& x);
Tensor& hardsigmoid_(const Tensor& x);
Tensor& hardswish_(const Tensor& x);

}  // namespace wengert
