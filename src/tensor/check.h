// What every operation asks of its arguments first.
#pragma once
#include "base/fail.h"
#include "wengert/tensor.h"

namespace wengert {

/// "float32[2, 3]", or "an undefined tensor".
std::string describe(const Tensor& x);

/// Throws Error unless x is defined; `name` is the argument's: check_defined("mm", "other", b).
inline void check_defined(const char* op, const char* name, const Tensor& x) {
  if (!x.defined()) [[unlikely]]
    fail("{}: {} is an undefined tensor", op, name);
}

/// Dimension d of a tensor with `dims` dimensions, counted from the front. Throws IndexError when there is
/// none; a 0-d tensor is taken to have one dimension, as in libtorch.
std::int64_t wrap_dim(const char* op, std::int64_t d, std::int64_t dims);

/// The same for a dimension of x, which must have one.
inline std::int64_t own_dim(const char* op, const Tensor& x, std::int64_t d) {
  check_defined(op, "the tensor", x);
  if (x.dim() == 0) fail_index("{}: a 0-d tensor has no dimension {}", op, d);
  return wrap_dim(op, d, x.dim());
}

}  // namespace wengert
