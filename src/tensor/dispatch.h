// From a tensor's element type to the type that a kernel is compiled for.
#pragma once
#include <cstdint>

#include "tensor/check.h"

namespace wengert {

/// Calls f(T{}) with T the element type, one of Ts; throws Error naming the operation for others.
template <class... Ts, class F>
void dispatch(const char* op, ScalarType dtype, F&& f) {
  if (!((dtype == dtype_of<Ts>() && (f(Ts{}), true)) || ...)) [[unlikely]]
    fail("{}: not defined for {}", op, dtype);
}

template <class F>
void dispatch_floating(const char* op, ScalarType dtype, F&& f) {
  dispatch<float, double>(op, dtype, f);
}
template <class F>
void dispatch_numbers(const char* op, ScalarType dtype, F&& f) {
  dispatch<float, double, std::int64_t>(op, dtype, f);
}
template <class F>
void dispatch_all(const char* op, ScalarType dtype, F&& f) {
  dispatch<float, double, std::int64_t, bool>(op, dtype, f);
}

/// The elements of a tensor whose type is known to be T.
template <class T>
T* elements(const Tensor& x) {
  return x.defined() ? static_cast<T*>(x.impl()->data()) : nullptr;
}

}  // namespace wengert
