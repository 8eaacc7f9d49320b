// Numbers at equal distances: arange, linspace, logspace.
#include <cmath>

#include "base/fail.h"
#include "tensor/dispatch.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/ops/arange.h"

namespace wengert {

namespace {

/// value as an int64; 2^63, to which doubles round the numbers just below it, as the largest.
std::int64_t to_long(const char* op, double value) {
  if (!(value >= -0x1p63 && value <= 0x1p63)) fail("{}: element {} does not fit int64", op, value);
  return value == 0x1p63 ? INT64_MAX : std::int64_t(value);
}
std::int64_t to_long(const char*, std::int64_t value) { return value; }

/// A 1-d tensor of at(0), at(1), ...
template <class F>
Tensor sequence(const char* op, std::int64_t n, const TensorOptions& options, F at) {
  const Tensor y = make_tensor({n}, options.dtype());
  dispatch_all(op, y.dtype(), [&]<class T>(T) {
    T* p = y.data_ptr<T>();
    for (std::int64_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<T, std::int64_t>)
        p[i] = to_long(op, at(i));
      else
        p[i] = T(at(i));
    }
  });
  return finish(y, options);
}

void check_finite(const char* op, const Scalar& value) {
  if (!std::isfinite(value.to_double())) fail("{}: {} is not a finite bound", op, value.to_double());
}

void check_direction(bool zero, bool away, double start, double end, double step) {
  if (zero) fail("arange: step is 0");
  if (away) fail("arange: a step of {} leads away from {} to {}", step, start, end);
}

Tensor whole_numbers(std::int64_t start, std::int64_t end, std::int64_t step, const TensorOptions& options) {
  check_direction(step == 0, step > 0 ? end < start : end > start, double(start), double(end), double(step));
  // in unsigned arithmetic, where no distance between two int64 overflows
  const std::uint64_t distance =
      step > 0 ? std::uint64_t(end) - std::uint64_t(start) : std::uint64_t(start) - std::uint64_t(end);
  const std::uint64_t stride = step > 0 ? std::uint64_t(step) : -std::uint64_t(step);
  const std::uint64_t n = distance / stride + (distance % stride != 0);
  if (n > std::uint64_t(INT64_MAX)) fail("arange: {} elements are too many", n);
  return sequence("arange", std::int64_t(n), options, [=](std::int64_t i) {
    return std::int64_t(std::uint64_t(start) + std::uint64_t(i) * std::uint64_t(step));
  });
}

}  // namespace

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, const TensorOptions& options) {
  for (const Scalar& value : {start, end, step}) check_finite("arange", value);
  const bool whole = !start.is_floating_point() && !end.is_floating_point() && !step.is_floating_point();
  const ScalarType dtype = options.dtype_opt().value_or(whole ? kLong : get_default_dtype());
  if (dtype == kBool) fail("arange: not defined for bool");
  for (const Scalar& value : {start, end, step})
    if (dtype == kLong) check_fits("arange", value, dtype);
  if (whole || dtype == kLong)
    return whole_numbers(start.to_int(), end.to_int(), step.to_int(), options.dtype(dtype));
  const double first = start.to_double(), last = end.to_double(), by = step.to_double();
  check_direction(by == 0, by > 0 ? last < first : last > first, first, last, by);
  const double n = std::ceil((last - first) / by);
  if (!(n < 0x1p62)) fail("arange: {} elements are too many", n);
  return sequence("arange", std::int64_t(n), options.dtype(dtype),
                  [=](std::int64_t i) { return first + double(i) * by; });
}
Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options) {
  return arange(start, end, 1, options);
}
Tensor arange(const Scalar& end, const TensorOptions& options) { return arange(0, end, 1, options); }

namespace {

/// linspace's number i, from whichever end is nearer; T is the type of the arithmetic.
template <class T>
auto evenly(const Scalar& start, const Scalar& end, std::int64_t steps) {
  const T first = start.to<T>(), last = end.to<T>();
  const T step = steps > 1 ? (last - first) / T(steps - 1) : T(0);
  return [=](std::int64_t i) {
    return i < steps / 2 || steps == 1 ? first + step * T(i) : last - step * T(steps - 1 - i);
  };
}

void check_steps(const char* op, const Scalar& start, const Scalar& end, std::int64_t steps) {
  check_finite(op, start);
  check_finite(op, end);
  if (steps < 0) fail("{}: steps is {}, but must be at least 0", op, steps);
}

}  // namespace

Tensor linspace(const Scalar& start, const Scalar& end, std::int64_t steps, const TensorOptions& options) {
  check_steps("linspace", start, end, steps);
  for (const Scalar& value : {start, end}) check_fits("linspace", value, options.dtype());
  if (options.dtype() == kFloat)
    return sequence("linspace", steps, options, evenly<float>(start, end, steps));
  return sequence("linspace", steps, options, evenly<double>(start, end, steps));
}

Tensor logspace(const Scalar& start, const Scalar& end, std::int64_t steps, double base,
                const TensorOptions& options) {
  check_steps("logspace", start, end, steps);
  const auto exponent = evenly<double>(start, end, steps);
  return sequence("logspace", steps, options, [=](std::int64_t i) { return std::pow(base, exponent(i)); });
}

}  // namespace wengert
