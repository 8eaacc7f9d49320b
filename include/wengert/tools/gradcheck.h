// Checking a gradient against differences of the function itself.
#pragma once

#include "wengert/base/callback.h"
#include "wengert/tensor.h"

namespace wengert::autograd {

using TensorFunction = Callback<TensorList(const TensorList&)>;

/// Compares the gradients that backward computes with central differences of f at `inputs`.
///
/// With a random cotangent u (fixed, one a result) the scalar g(x) = sum u f(x) is differentiated both ways
/// in every single element of every input that requires a gradient:
///     (g(x + eps e_i) - g(x - eps e_i)) / (2 eps)   against   backward's dx_i,
/// and both must agree to atol + rtol |dx_i|. Inputs must be float64: in float32 the difference carries six
/// digits less. f must be smooth within eps of the inputs (keep away from the kinks of abs, relu, max) and
/// must compute the same thing each time. Inputs may be views, expanded or empty. Returns true; throws Error
/// with the place of the worst element and both values, or returns false when raise_exception is false.
/// Errors always: an input that is not float64, none that requires a gradient, a result that does not.
bool gradcheck(const TensorFunction& f, const TensorList& inputs, double eps = 1e-6, double atol = 1e-7,
               double rtol = 1e-6, bool raise_exception = true);

/// The same for the gradients of the gradients: gradcheck of the function that maps the inputs and random
/// gradients of f's results to the gradients of the inputs.
bool gradgradcheck(const TensorFunction& f, const TensorList& inputs, double eps = 1e-6, double atol = 1e-7,
                   double rtol = 1e-6, bool raise_exception = true);

}  // namespace wengert::autograd
