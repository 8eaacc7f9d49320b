// Class numbers as vectors of zeros and a one.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// 1 at the index, else 0: int64 [..., classes]; classes = -1 stands for the largest index + 1.
/// Errors: a negative index; one that is not below classes.
Tensor one_hot(const Tensor& index, std::int64_t classes = -1);

}  // namespace wengert
