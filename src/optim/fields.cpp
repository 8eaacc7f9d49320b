#include "wengert/optim/fields.h"

#include "tensor/check.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/take.h"

namespace wengert::optim {

// Writing

void FieldWriter::operator()(const char* name, double value) {
  to_[prefix_ + name] = full({}, value, kFloat64);
}
void FieldWriter::operator()(const char* name, std::int64_t value) {
  to_[prefix_ + name] = full({}, value, kInt64);
}
void FieldWriter::operator()(const char* name, bool value) { (*this)(name, std::int64_t(value)); }
void FieldWriter::operator()(const char* name, const std::tuple<double, double>& value) {
  (*this)((std::string(name) + ".0").c_str(), std::get<0>(value));
  (*this)((std::string(name) + ".1").c_str(), std::get<1>(value));
}
void FieldWriter::operator()(const char* name, const Tensor& value) {
  if (value.defined()) to_[prefix_ + name] = value.detach().clone();
}

// Reading

Tensor FieldReader::take(const char* name) {
  const auto found = from_.find(prefix_ + name);
  if (found == from_.end()) fail("load_state_dict: \"{}{}\" is missing", prefix_, name);
  const Tensor value = found->second;
  if (!value.defined()) fail("load_state_dict: \"{}{}\" is an undefined tensor", prefix_, name);
  from_.erase(found);
  return value;
}

Tensor FieldReader::take_number(const char* name, ScalarType dtype) {
  const Tensor value = take(name);
  if (value.dim() != 0 || value.dtype() != dtype)
    fail("load_state_dict: \"{}{}\" is {}, wants {}[]", prefix_, name, describe(value), dtype);
  return value;
}

void FieldReader::operator()(const char* name, double& value) {
  value = take_number(name, kFloat64).item<double>();
}
void FieldReader::operator()(const char* name, std::int64_t& value) {
  value = take_number(name, kInt64).item<std::int64_t>();
}
void FieldReader::operator()(const char* name, bool& value) {
  std::int64_t number = 0;
  (*this)(name, number);
  if (number != 0 && number != 1)
    fail("load_state_dict: \"{}{}\" is {}, wants 0 or 1", prefix_, name, number);
  value = number == 1;
}
void FieldReader::operator()(const char* name, std::tuple<double, double>& value) {
  (*this)((std::string(name) + ".0").c_str(), std::get<0>(value));
  (*this)((std::string(name) + ".1").c_str(), std::get<1>(value));
}
void FieldReader::operator()(const char* name, Tensor& value) {
  const Tensor found = take(name);
  if (found.sizes() != like_.sizes() || found.dtype() != like_.dtype())
    fail("load_state_dict: \"{}{}\" is {}, but its parameter is {}", prefix_, name, describe(found),
         describe(like_));
  value = found.detach().contiguous().clone();
}
void FieldReader::operator()(const char* name, OptionalTensor& value) {
  value = {};
  if (has(name)) (*this)(name, static_cast<Tensor&>(value));
}

// Checking

void FieldCheck::operator()(const char* name, const Tensor& value) const {
  if (!value.defined()) return;
  if (value.sizes() != parameter_.sizes() || value.dtype() != parameter_.dtype() || !value.is_contiguous())
    fail("{}: a parameter is {}, but its {} is {}: parameters must keep shape and type from step to step",
         op_, describe(parameter_), name, describe(value));
}

}  // namespace wengert::optim
