// From an element type known at run time to a C++ type.
#pragma once
#include <cstdint>

#include "wengert/dtype.h"

namespace wengert {

/// f.operator()<T>() with the C++ type of t's elements: dispatch(t, [&]<class T>() { ... }).
template <class F>
decltype(auto) dispatch(ScalarType t, F&& f) {
  switch (t) {
    case ScalarType::Bool:
      return f.template operator()<bool>();
    case ScalarType::Long:
      return f.template operator()<std::int64_t>();
    case ScalarType::Float:
      return f.template operator()<float>();
    case ScalarType::Double:
      break;
  }
  return f.template operator()<double>();
}

/// The same for float and double alone.
template <class F>
decltype(auto) dispatch_floating(ScalarType t, F&& f) {
  return t == ScalarType::Float ? f.template operator()<float>() : f.template operator()<double>();
}

}  // namespace wengert
