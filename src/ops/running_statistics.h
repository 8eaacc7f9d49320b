// Running statistics: what batch norm and instance norm check about them, and how they move.
#pragma once
#include <cmath>

#include "ops/in_place.h"
#include "ops/norm_checks.h"

namespace wengert {

/// Throws Error unless both are given or neither, they fit x, and can be written to when they will be moved.
inline void check_running(const char* op, const Tensor& x, std::int64_t channels, const Tensor& mean,
                          const Tensor& var, bool training, double momentum) {
  check_parameter(op, "running_mean", mean, {channels}, x);
  check_parameter(op, "running_var", var, {channels}, x);
  if (mean.defined() != var.defined())
    fail("{}: {} is undefined, but {} is not; give both or neither", op,
         mean.defined() ? "running_var" : "running_mean", mean.defined() ? "running_mean" : "running_var");
  if (!mean.defined()) {
    if (training) return;
    fail("{}: evaluation needs running_mean and running_var; without them, use the batch's (training = true)",
         op);
  }
  if (!training) return;
  if (mean.impl()->storage == var.impl()->storage && mean.data_ptr() == var.data_ptr())
    fail("{}: running_mean and running_var are the same tensor", op);
  for (const Tensor* running : {&mean, &var}) autograd::check_in_place(op, *running);
  if (!std::isfinite(momentum)) fail("{}: momentum = {}, wants a finite number", op, momentum);
}

/// running = (1 - momentum) running + momentum factor batch
template <class T>
void move_towards(const char* op, const Tensor& running, const T* batch, double factor, double momentum) {
  if (!running.defined()) return;
  T* r = elements<T>(running);
  const std::int64_t stride = running.strides()[0];
  for (std::int64_t c = 0; c < running.numel(); ++c)
    r[c * stride] = T((1 - momentum) * double(r[c * stride]) + momentum * factor * double(batch[c]));
  running.impl()->storage->advance(op);
}

}  // namespace wengert
