// The tape as text, for a reader to watch.
#pragma once
#include <iosfwd>
#include <string>

#include "wengert/tensor.h"

namespace wengert::autograd {

/// The part of the tape that x was computed by, as text, one operation a line from the last to the first:
/// position, name, shape of the result, positions of the operations that made its inputs, and what is saved.
std::string graph_to_string(const Tensor& x);
void print_graph(const Tensor& x, std::ostream& out);

}  // namespace wengert::autograd
