// How options and states go into a checkpoint and come out of it: visitors of their fields (base/arg.h).
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "wengert/tensor.h"

namespace wengert::optim {

/// What a checkpoint holds, by name: tensors, and numbers as float64 or int64 tensors without dimensions.
using StateDict = std::map<std::string, Tensor>;

/// A tensor of a state that only some options need: undefined without them, and then not saved.
struct OptionalTensor : Tensor {
  OptionalTensor() = default;
  OptionalTensor(const Tensor& x) : Tensor(x) {}
};

/// Puts fields into a StateDict under prefix + name. Tensors are copied, undefined ones left out.
class FieldWriter {
 public:
  FieldWriter(StateDict& to, std::string prefix) : to_(to), prefix_(std::move(prefix)) {}
  void operator()(const char* name, double value);
  void operator()(const char* name, std::int64_t value);
  void operator()(const char* name, bool value);
  void operator()(const char* name, const std::tuple<double, double>& value);
  void operator()(const char* name, const Tensor& value);

 private:
  StateDict& to_;
  std::string prefix_;
};

/// Takes fields out of a StateDict. Throws Error when a name is missing, or the tensor there has another
/// shape or type than the field wants; tensors must be like the given one.
class FieldReader {
 public:
  FieldReader(StateDict& from, std::string prefix, Tensor like = {})
      : from_(from), prefix_(std::move(prefix)), like_(std::move(like)) {}
  void operator()(const char* name, double& value);
  void operator()(const char* name, std::int64_t& value);
  void operator()(const char* name, bool& value);
  void operator()(const char* name, std::tuple<double, double>& value);
  void operator()(const char* name, Tensor& value);
  /// May be missing, which leaves an undefined tensor.
  void operator()(const char* name, OptionalTensor& value);
  bool has(const char* name) const { return from_.count(prefix_ + name) != 0; }

 private:
  Tensor take(const char* name);
  Tensor take_number(const char* name, ScalarType dtype);

  StateDict& from_;
  std::string prefix_;
  Tensor like_;
};

/// Checks that every tensor among the fields fits a parameter.
class FieldCheck {
 public:
  FieldCheck(const char* op, const Tensor& parameter) : op_(op), parameter_(parameter) {}
  void operator()(const char* name, const Tensor& value) const;
  template <class Number>
  requires(!std::is_base_of_v<Tensor, Number>) void operator()(const char*, const Number&) const {}

 private:
  const char* op_;
  const Tensor& parameter_;
};

}  // namespace wengert::optim
