// The element types of a tensor, and which type two of them meet in.
#pragma once
#include <cstdint>
#include <type_traits>

namespace wengert {

/// The type of a tensor's elements, in the order of promotion: bool < int64 < float32 < float64.
enum class ScalarType : std::int8_t { Bool, Long, Float, Double };

inline constexpr ScalarType kBool = ScalarType::Bool;
inline constexpr ScalarType kLong = ScalarType::Long, kInt64 = ScalarType::Long;
inline constexpr ScalarType kFloat = ScalarType::Float, kFloat32 = ScalarType::Float;
inline constexpr ScalarType kDouble = ScalarType::Double, kFloat64 = ScalarType::Double;

using Dtype = ScalarType;

/// "bool", "int64", "float32" or "float64".
constexpr const char* name_of(ScalarType t) {
  switch (t) {
    case ScalarType::Bool:
      return "bool";
    case ScalarType::Long:
      return "int64";
    case ScalarType::Float:
      return "float32";
    case ScalarType::Double:
      return "float64";
  }
  return "?";
}

/// Bytes of one element.
constexpr std::int64_t size_of(ScalarType t) {
  return t == ScalarType::Bool ? 1 : t == ScalarType::Float ? 4 : 8;
}

constexpr bool is_floating(ScalarType t) { return t >= ScalarType::Float; }

/// The type in which elements of types a and b meet: the later of the two in the order of promotion.
constexpr ScalarType promote_types(ScalarType a, ScalarType b) { return a < b ? b : a; }

/// The ScalarType of a C++ type: bool, int64_t (and any other integer of 8 bytes), float, double.
template <class T>
constexpr ScalarType dtype_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return ScalarType::Bool;
  } else if constexpr (std::is_same_v<T, float>) {
    return ScalarType::Float;
  } else if constexpr (std::is_same_v<T, double>) {
    return ScalarType::Double;
  } else {
    static_assert(std::is_integral_v<T> && sizeof(T) == 8, "elements are bool, int64_t, float or double");
    return ScalarType::Long;
  }
}

}  // namespace wengert
