// How layers print: "ELU(alpha=1, inplace=true)", from the fields of their options.
#pragma once
#include <ostream>
#include <string>
#include <typeinfo>
#include <variant>

#include "base/class_name.h"
#include "wengert/base/expanding_array.h"
#include "wengert/nn/stateless.h"

namespace wengert::nn {

/// "torch::nn::" where <wengert/torch.h> is in use, else nothing.
inline const char* library_prefix() { return detail::libtorch_names ? "torch::nn::" : ""; }

/// The name of a class in wengert, without namespaces and Impl: "ELU".
inline std::string bare_name(const std::type_info& type) {
  std::string name = class_name(type);
  name.erase(0, name.rfind(':') + 1);
  if (name.ends_with("Impl")) name.erase(name.size() - 4);
  return name;
}
inline std::string layer_name(const std::type_info& type) { return library_prefix() + bare_name(type); }

/// Writes "name=value, ..." for the first fields it is shown. A false inplace (but for Dropout's), an empty
/// optional, and GELU's usual "none" are left out, and so are tensors and reductions: this is libtorch's text.
class FieldPrinter {
 public:
  FieldPrinter(std::ostream& out, int fields, bool with_inplace)
      : out_(out), left_(fields), with_inplace_(with_inplace) {}

  template <class T>
  void operator()(const char* name, const T& value) {
    if constexpr (requires { print(name, value); })
      if (left_-- > 0) print(name, value);
  }

 private:
  void print(const char* name, bool value) {
    if (value || with_inplace_ || std::string(name) != "inplace") write(name, value ? "true" : "false");
  }
  void print(const char* name, const std::string& value) {
    if (value != "none") write(name, value);
  }
  template <class T>
  void print(const char* name, const optional<T>& value) {
    if (value) print(name, *value);
  }
  template <class T>
  void print(const char* name, const std::vector<T>& values) {
    write(name, "[");
    for (std::size_t i = 0; i < values.size(); ++i) out_ << (i == 0 ? "" : ", ") << values[i];
    out_ << ']';
  }
  template <std::size_t D>
  void print(const char* name, const ExpandingArray<D, optional<std::int64_t>>& sizes) {
    write(name, "[");
    for (std::size_t d = 0; d < D; ++d)
      out_ << (d == 0 ? "" : ", ") << ((*sizes)[d] ? std::to_string(*(*sizes)[d]) : "None");
    out_ << ']';
  }
  template <class... Choice>
  void print(const char* name, const std::variant<Choice...>& value) {
    if (std::string(name) != "reduction")
      write(name, std::visit([](auto choice) { return bare_name(typeid(choice)); }, value));
  }
  template <class T>
  requires requires(std::ostream& out, const T& value) { out << value; }
  void print(const char* name, const T& value) { write(name, value); }

  template <class T>
  void write(const char* name, const T& value) {
    out_ << separator_ << name << '=' << value;
    separator_ = ", ";
  }

  std::ostream& out_;
  int left_;
  bool with_inplace_;
  const char* separator_ = "";
};

/// "name(field=value, ...)"; of the fields all, or as many as Options::printed says.
template <class Options>
void print_layer(std::ostream& out, const std::type_info& type, const Options& options) {
  int fields = 99;
  if constexpr (requires { Options::printed; }) fields = Options::printed;
  FieldPrinter printer(
      out, fields, requires { Options::prints_inplace; });
  out << layer_name(type);
  if constexpr (requires { Options::bare_in_libtorch; })
    if (detail::libtorch_names) return;
  out << '(';
  if constexpr (requires { Options::fields(options, printer); }) Options::fields(options, printer);
  out << ')';
}

template <class Derived, class Options>
void Stateless<Derived, Options>::pretty_print(std::ostream& out) const {
  print_layer(out, typeid(Derived), options);
}

}  // namespace wengert::nn
