// What gradient functions may ask the backward pass that is running.
#pragma once
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// The operation whose gradient is being computed on this thread; null outside of backward.
Node* running_node();

}  // namespace wengert::autograd
