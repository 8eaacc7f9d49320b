// Gradients and parameters of a whole model at once.
#pragma once
#include <vector>

#include "wengert/tensor.h"

namespace wengert::nn::utils {

/// Scales the gradients so that their norm, all taken as one vector, is at most max_norm: by
/// min(1, max_norm / (norm + 1e-6)) (Pascanu, Mikolov, Bengio 2013, algorithm 1). Returns the norm before.
///
/// norm_type: p of the norm, also infinity (largest absolute value); 0 takes the number of gradients for the
/// norm, as libtorch does. Parameters without a gradient do not count; one that is given twice counts once and
/// is scaled once (in libtorch twice); without any the result is 0. A norm
/// that is NaN makes all gradients NaN, an infinite one makes the finite gradients 0, unless
/// error_if_nonfinite makes it an Error. Errors, before anything changes: undefined parameters; max_norm
/// negative or NaN; norm_type NaN.
double clip_grad_norm_(const std::vector<Tensor>& parameters, double max_norm, double norm_type = 2,
                       bool error_if_nonfinite = false);
double clip_grad_norm_(std::initializer_list<Tensor> parameters, double max_norm, double norm_type = 2,
                       bool error_if_nonfinite = false);
double clip_grad_norm_(const Tensor& parameter, double max_norm, double norm_type = 2,
                       bool error_if_nonfinite = false);

/// Sets gradients below -clip_value to -clip_value, and those above clip_value to clip_value.
/// Errors: undefined parameters; clip_value negative or NaN.
void clip_grad_value_(const std::vector<Tensor>& parameters, double clip_value);
void clip_grad_value_(std::initializer_list<Tensor> parameters, double clip_value);
void clip_grad_value_(const Tensor& parameter, double clip_value);

/// The elements of all parameters in one vector, in order. Recorded: a gradient flows back to them.
/// Error: no parameters.
Tensor parameters_to_vector(const std::vector<Tensor>& parameters);

/// Copies vec's elements into the parameters, in order; not recorded. Error: vec is not a vector with as many
/// elements as all parameters have together.
void vector_to_parameters(const Tensor& vec, const std::vector<Tensor>& parameters);

}  // namespace wengert::nn::utils
