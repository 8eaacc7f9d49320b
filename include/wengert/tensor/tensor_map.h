// Named tensors: the state of a module, an optimiser, a sampler.
#pragma once
#include <map>
#include <string>

#include "wengert/tensor.h"

namespace wengert {

/// Tensors by name: what a state or a checkpoint holds.
using TensorMap = std::map<std::string, Tensor>;

}  // namespace wengert
