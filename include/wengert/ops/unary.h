// Functions of one element: y[i] = f(x[i]), in x's shape.
//
// The result is a new contiguous tensor. Functions with a fraction (exp, sqrt, sigmoid, ...) turn integers
// and bool into the default floating type; the others keep the type. The twin with an underscore, a method
// x.exp_(), writes into x itself. NaN gives NaN. Errors: bool where the docstring says so; a twin whose
// result does not fit the type of x. Activations are in activation.h.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// -x. Not for bool.
Tensor neg(const Tensor& x);
/// |x|; the gradient at 0 is 0. Not for bool.
Tensor abs(const Tensor& x);
/// -1, 0 or 1, and 0 for NaN; gradient 0.
Tensor sign(const Tensor& x);
/// x^2; bool gives int64.
Tensor square(const Tensor& x);
/// NaN below 0; the gradient at 0 is infinite.
Tensor sqrt(const Tensor& x);
/// 1 / sqrt(x).
Tensor rsqrt(const Tensor& x);
/// 1 / x.
Tensor reciprocal(const Tensor& x);
Tensor exp(const Tensor& x);
/// 2^x.
Tensor exp2(const Tensor& x);
/// e^x - 1, exact near 0.
Tensor expm1(const Tensor& x);
/// The natural logarithm: -inf at 0, NaN below.
Tensor log(const Tensor& x);
/// log(1 + x), exact near 0.
Tensor log1p(const Tensor& x);
Tensor log2(const Tensor& x);
Tensor log10(const Tensor& x);
Tensor sin(const Tensor& x);
Tensor cos(const Tensor& x);
Tensor tan(const Tensor& x);
Tensor asin(const Tensor& x);
Tensor acos(const Tensor& x);
Tensor atan(const Tensor& x);
Tensor sinh(const Tensor& x);
Tensor cosh(const Tensor& x);
/// The error function 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x; erfc is 1 - erf.
Tensor erf(const Tensor& x);
Tensor erfc(const Tensor& x);
/// Rounding down, up, to the nearest integer (halves to the even one), towards 0; gradient 0. Not for bool.
Tensor floor(const Tensor& x);
Tensor ceil(const Tensor& x);
Tensor round(const Tensor& x);
Tensor trunc(const Tensor& x);

}  // namespace wengert
