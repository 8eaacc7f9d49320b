// Tensors of given values.
#pragma once
#include <span>
#include <type_traits>

#include "wengert/ops/creation.h"
#include "wengert/tensor.h"

namespace wengert {

/// What tensor(...) is made from: a number, or a list of such in braces, to any depth.
class TensorData {
 public:
  TensorData() : TensorData(std::initializer_list<TensorData>()) {}
  template <class T>
  requires std::is_arithmetic_v<T> TensorData(T value) : TensorData(Scalar(value)) {}
  TensorData(const Scalar& value);
  TensorData(std::initializer_list<TensorData> list);
  TensorData(const std::vector<bool>& values);
  template <class T, std::size_t N>
  requires std::is_arithmetic_v<T> TensorData(std::span<T, N> values) {
    using Widest = std::conditional_t<std::is_same_v<std::remove_cv_t<T>, bool>, bool,
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

}  // namespace wengert
