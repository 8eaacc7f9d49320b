// New tensors, copies, and conversion between types.
#pragma once
#include <span>
#include <type_traits>

#include "wengert/base/callback.h"
#include "wengert/tensor.h"

namespace wengert {

// ---- Of one value

/// A new tensor of these sizes with uninitialised elements (zeros, ones, value).
/// Errors: a negative size; more than kMaxDims dimensions; more bytes than there are.
Tensor empty(IntArrayRef sizes, const TensorOptions& options = {});
Tensor zeros(IntArrayRef sizes, const TensorOptions& options = {});
Tensor ones(IntArrayRef sizes, const TensorOptions& options = {});
/// Without a dtype in options, the type is bool, int64 or the default floating type by the kind of value.
Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options = {});
/// The 0-d tensor of one number, in the default floating type unless options say otherwise.
Tensor scalar_tensor(const Scalar& value, const TensorOptions& options = {});

/// The same with x's sizes, and x's type unless options say otherwise.
Tensor empty_like(const Tensor& x, const TensorOptions& options = {});
Tensor zeros_like(const Tensor& x, const TensorOptions& options = {});
Tensor ones_like(const Tensor& x, const TensorOptions& options = {});
Tensor full_like(const Tensor& x, const Scalar& value, const TensorOptions& options = {});

// ---- Of a sequence

/// start, start + step, ... before end: ceil((end - start) / step) elements. int64 if all three are whole
/// numbers, else the default floating type, unless options say otherwise.
/// Errors: step = 0, or one that leads away from end; a bound that is not finite.
Tensor arange(const Scalar& end, const TensorOptions& options = {});
Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options = {});
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, const TensorOptions& options = {});
/// `steps` numbers at equal distances from start to end, both included.
Tensor linspace(const Scalar& start, const Scalar& end, std::int64_t steps,
                const TensorOptions& options = {});
/// base to the power of linspace's numbers.
Tensor logspace(const Scalar& start, const Scalar& end, std::int64_t steps, double base = 10,
                const TensorOptions& options = {});
/// The matrix with ones on its diagonal: [n, n], or [rows, cols].
Tensor eye(std::int64_t n, const TensorOptions& options = {});
Tensor eye(std::int64_t rows, std::int64_t cols, const TensorOptions& options = {});

// ---- Of given values

/// What tensor(...) is made from: a number, or a list of such in braces, to any depth.
class TensorData {
 public:
  TensorData() : TensorData(std::initializer_list<TensorData>()) {}
  template <class T>
  requires std::is_arithmetic_v<T> TensorData(T value) : TensorData(Scalar(value)) {}
  TensorData(const Scalar& value);
  TensorData(std::initializer_list<TensorData> list);
  TensorData(const std::vector<bool>& values);
  template <class T>
  requires std::is_arithmetic_v<T> TensorData(std::span<const T> values) {
    using Widest = std::conditional_t<std::is_same_v<T, bool>, bool,
                                      std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;
    values_ = empty(std::int64_t(values.size()), dtype_of<Widest>());
    Widest* out = values_.template data_ptr<Widest>();
    for (const T& value : values) *out++ = Widest(value);
  }
  template <class T>
  requires std::is_arithmetic_v<T> TensorData(const std::vector<T>& values)
      : TensorData(std::span<const T>(values)) {}
  TensorData(IntArrayRef values) : TensorData(std::span<const std::int64_t>(values.begin(), values.size())) {}

  /// The elements in the widest type of their kind: bool, int64 or float64.
  const Tensor& values() const { return values_; }

 private:
  Tensor values_;
};

/// A tensor of these values: tensor(3.5), tensor({1, 2}), tensor({{1., 2.}, {3., 4.}}), tensor(a_vector).
/// bools give bool, integers int64, floating-point numbers the default floating type, unless options say
/// otherwise. Errors: lists of different lengths; numbers of different kinds (write 1. beside 2.5).
Tensor tensor(const TensorData& data, const TensorOptions& options = {});

/// A tensor over memory that stays the caller's, who frees it after the last tensor that looks at it, or
/// gives a deleter, called with `data` then. strides count elements; default: row-major.
/// Errors: a null pointer with elements to read; negative sizes or strides.
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, const Callback<void(void*)>& deleter,
                 const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const Callback<void(void*)>& deleter,
                 const TensorOptions& options = {});

// ---- Copies

/// A copy of x, in row-major order. Recorded: the gradient passes through.
inline Tensor clone(const Tensor& x) { return x.clone(); }
/// Of the methods,
/// contiguous() is x itself when its elements lie in row-major order without gaps, else such a copy;
/// to(dtype) and its relatives are x itself when it has that type, else a converted copy;
/// copy_(source) writes source, broadcast and converted, into the tensor; fill_ and zero_ write one value;
/// set_data(other) makes the tensor look at other's elements (its type and shape included), and keeps its own
/// history and gradient.
inline Tensor& fill_(Tensor& x, const Scalar& value) { return x.fill_(value); }
inline Tensor& fill_(Tensor& x, const Tensor& value) { return x.fill_(value); }
inline Tensor& zero_(Tensor& x) { return x.zero_(); }

}  // namespace wengert
