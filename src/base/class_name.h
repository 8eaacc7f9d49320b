// The name of a C++ type as its author wrote it.
#pragma once
#include <string>
#include <typeinfo>

namespace wengert {
std::string class_name(const std::type_info& type);
}
