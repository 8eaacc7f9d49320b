// The type in which operands meet.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// A number changes a tensor's type only when it is of a later kind (bool, integer, floating).
inline ScalarType result_type(const Tensor& a, const Scalar& b) {
  if (b.is_floating_point() && !is_floating(a.dtype())) return get_default_dtype();
  if (b.is_integral() && a.dtype() == ScalarType::Bool) return ScalarType::Long;
  return a.dtype();
}

inline ScalarType result_type(const Scalar& a, const Tensor& b) { return result_type(b, a); }

/// Two tensors meet in the later type; a 0-d tensor beside one with dimensions counts as a number does, but
/// for keeping its own floating type.
inline ScalarType result_type(const Tensor& a, const Tensor& b) {
  if (a.dtype() == b.dtype()) return a.dtype();
  if ((a.dim() == 0) != (b.dim() == 0) && is_floating(a.dtype()) && is_floating(b.dtype()))
    return a.dim() == 0 ? b.dtype() : a.dtype();
  return promote_types(a.dtype(), b.dtype());
}

/// True division has no integer result.
inline ScalarType floating_type(ScalarType t) { return is_floating(t) ? t : get_default_dtype(); }

}  // namespace wengert
