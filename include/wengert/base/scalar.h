// A number that knows which kind it is: what operations take beside tensors.
#pragma once
#include <concepts>
#include <cstdint>

#include "wengert/base/dtype.h"

namespace wengert {

/// A bool, an integer or a floating-point number. Beside a tensor it changes the result's dtype only by its
/// kind: int64 tensor * 2 stays int64, int64 tensor * 0.5 is float32, float32 tensor * 2.0 stays float32.
class Scalar {
 public:
  Scalar() = default;
  Scalar(bool v) : kind_(ScalarType::Bool), integer_(v), real_(v) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Scalar(T v)
      : kind_(ScalarType::Long), integer_(std::int64_t(v)), real_(double(v)) {}
  template <std::floating_point T>
  Scalar(T v) : kind_(ScalarType::Double), integer_(0), real_(double(v)) {}

  bool is_boolean() const { return kind_ == ScalarType::Bool; }
  bool is_integral() const { return kind_ == ScalarType::Long; }
  bool is_floating_point() const { return kind_ == ScalarType::Double; }
  /// Bool, Long or Double.
  ScalarType kind() const { return kind_; }

  double to_double() const { return real_; }
  /// The integer value; a floating-point number loses its fraction.
  std::int64_t to_int() const { return is_floating_point() ? std::int64_t(real_) : integer_; }
  template <class T>
  T to() const {
    if constexpr (std::is_same_v<T, bool>) {
      return real_ != 0;
    } else if constexpr (std::is_integral_v<T>) {
      return T(to_int());
    } else {
      return T(real_);
    }
  }

 private:
  ScalarType kind_ = ScalarType::Long;
  std::int64_t integer_ = 0;
  double real_ = 0;
};

}  // namespace wengert
