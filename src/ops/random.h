// What random tensors share: the stream, the memory that is filled, and in which order.
#pragma once
#include "ops/in_place.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/base/generator.h"
#include "wengert/tensor.h"

namespace wengert {

inline Generator stream(const optional<Generator>& generator) { return generator.value_or(Generator()); }

/// f(memory) with x's memory as its element type, which must be one of Ts.
template <class... Ts, class F>
void with_memory(const char* op, const char* wanted, const Tensor& x, F f) {
  const bool found = ((x.dtype() == dtype_of<Ts>() && (f(static_cast<Ts*>(x.impl()->data())), true)) || ...);
  if (!found) fail("{}: the dtype is {}, but must be {}", op, x.dtype(), wanted);
}

template <class F>
void with_floating(const char* op, const Tensor& x, F f) {
  with_memory<float, double>(op, "floating", x, f);
}

template <class F>
void with_any(const char* op, const Tensor& x, F f) {
  with_memory<bool, std::int64_t, float, double>(op, "one of a tensor's", x, f);
}

/// A new tensor of x's sizes without gaps, with x's dimensions in x's order in memory.
Tensor dense_like(const Tensor& x, ScalarType dtype);

/// self = what fill writes into a tensor like it.
template <class Fill>
Tensor& drawn_in_place(const char* op, const Tensor& self, Fill fill) {
  check_defined(op, "the tensor", self);
  return autograd::in_place(op, self, [&](const Tensor& x) {
    const Tensor y = dense_like(x, x.dtype());
    fill(y);
    return y;
  });
}

// What each operation writes into a tensor without gaps.

void fill_uniform(const char* op, const Tensor& y, double from, double to, const Generator& g);
/// `blocked`: the tensor that gets the numbers is contiguous.
void fill_normal(const char* op, const Tensor& y, bool blocked, double mean, double std, const Generator& g);
void fill_integers(const char* op, const Tensor& y, std::int64_t from, std::int64_t to, const Generator& g);

}  // namespace wengert
