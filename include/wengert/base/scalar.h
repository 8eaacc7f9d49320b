// A number that knows which kind it is: what operations take beside tensors.
#pragma once
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

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
      : kind_(ScalarType::Long), integer_(std::int64_t(v)), real_(double(v)) {
    if constexpr (std::unsigned_integral<T>)
      if (integer_ < 0) [[unlikely]]
        fail_to_fit(real_, "int64");
  }
  template <std::floating_point T>
  Scalar(T v) : kind_(ScalarType::Double), integer_(0), real_(double(v)) {}

  bool is_boolean() const { return kind_ == ScalarType::Bool; }
  bool is_integral() const { return kind_ == ScalarType::Long; }
  bool is_floating_point() const { return kind_ == ScalarType::Double; }
  /// Bool, Long or Double.
  ScalarType kind() const { return kind_; }

  double to_double() const { return real_; }
  std::int64_t to_int() const { return to<std::int64_t>(); }
  /// The value as a T; a floating-point number loses its fraction in an integer. Error: a value that T does not
  /// hold. As in libtorch, a negative integer wraps around in an unsigned T.
  template <class T>
  T to() const {
    if (!fits<T>()) [[unlikely]] {
      if (is_floating_point()) fail_to_fit(real_, type_name<T>());
      fail_to_fit(integer_, type_name<T>());
    }
    if constexpr (std::is_same_v<T, bool>) {
      return real_ != 0;
    } else if constexpr (std::is_integral_v<T>) {
      return is_floating_point() ? T(real_) : T(integer_);
    } else {
      return T(real_);
    }
  }
  /// Whether to<T>() is no Error.
  template <class T>
  bool fits() const {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, bool>) {
      return true;
    } else if constexpr (std::is_integral_v<T>) {
      constexpr double above = 2.0 * double((Limits::max)() / 2 + 1);  // 2^bits, exactly
      const double whole = std::trunc(real_);
      if (is_floating_point()) return whole >= double(Limits::lowest()) && whole < above;
      if constexpr (std::is_unsigned_v<T>)
        return (integer_ < 0 ? -std::uint64_t(integer_) : std::uint64_t(integer_)) <= (Limits::max)();
      else
        return integer_ >= Limits::lowest() && integer_ <= (Limits::max)();
    } else {
      return !(std::fabs(real_) > (Limits::max)()) || std::isinf(real_);
    }
  }

 private:
  template <class T>
  static constexpr const char* type_name() {
    if constexpr (std::is_floating_point_v<T>) return "float32";
    constexpr const char* names[2][4] = {{"uint8", "uint16", "uint32", "uint64"},
                                         {"int8", "int16", "int32", "int64"}};
    return names[std::is_signed_v<T>][sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3];
  }
  [[noreturn]] static void fail_to_fit(double value, const char* type);
  [[noreturn]] static void fail_to_fit(std::int64_t value, const char* type);

  ScalarType kind_ = ScalarType::Long;
  std::int64_t integer_ = 0;
  double real_ = 0;
};

}  // namespace wengert
