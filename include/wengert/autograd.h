// Reverse-mode automatic differentiation: the calls a user makes.
#pragma once
#include <iosfwd>

#include "wengert/tools/function.h"
#include "wengert/tools/gradcheck.h"
#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

using Variable = Tensor;
using variable_list = TensorList;
using tensor_list = TensorList;

/// d(outputs)/d(inputs), without touching anybody's grad(): sum over outputs of grad_outputs times the
/// Jacobian.
///
/// grad_outputs: one for each output; none at all, or an undefined one, means 1 for an output of one element.
/// retain_graph: keep what the operations saved; default create_graph.
/// create_graph: record the walk, so that the result can be differentiated.
/// allow_unused: give an undefined gradient for an input that the outputs do not depend on; else that is an
/// Error.
TensorList grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs = {},
                optional<bool> retain_graph = nullopt, bool create_graph = false, bool allow_unused = false);

/// Adds the gradient of `tensors` to the grad() of every leaf they were computed from, or of `inputs` alone.
void backward(const TensorList& tensors, const TensorList& grad_tensors = {},
              optional<bool> retain_graph = nullopt, bool create_graph = false,
              const TensorList& inputs = {});

/// The part of the tape that x was computed by, as text, one operation a line from the last to the first:
/// position, name, shape of the result, positions of the operations that made its inputs, and what is saved.
std::string graph_to_string(const Tensor& x);
void print_graph(const Tensor& x, std::ostream& out);

}  // namespace wengert::autograd
