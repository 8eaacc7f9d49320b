#include "base/class_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <typeinfo>

namespace wengert {

std::string class_name(const std::type_info& type) {
  char* text = abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr);
  const std::string name = text ? text : type.name();
  std::free(text);
  return name;
}

}  // namespace wengert
