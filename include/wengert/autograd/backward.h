// Reverse-mode automatic differentiation: the calls a user makes.
#pragma once
#include "wengert/tensor.h"

namespace wengert::autograd {

using Variable = Tensor;
using variable_list = TensorList;
using tensor_list = TensorList;

/// d(outputs)/d(inputs), without touching anybody's grad(): sum over outputs of grad_outputs times the
/// Jacobian.
///
/// grad_outputs: one for each output; none at all, or an undefined one, means 1 for an output of one element.
/// retain_graph: keep what the operations saved; default create_graph.
/// create_graph: record the backward pass, so that the result can be differentiated.
/// allow_unused: give an undefined gradient for an input that the outputs do not depend on; else that is an
/// Error.
TensorList grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs = {},
                optional<bool> retain_graph = nullopt, bool create_graph = false, bool allow_unused = false);

/// Adds the gradient of `tensors` to the grad() of every leaf they were computed from, or of `inputs` alone. A
/// leaf's grad() is always contiguous and its own memory.
void backward(const TensorList& tensors, const TensorList& grad_tensors = {},
              optional<bool> retain_graph = nullopt, bool create_graph = false,
              const TensorList& inputs = {});

}  // namespace wengert::autograd
