// Sequential: its list, its names, and running it.
#include "wengert/nn/sequential.h"

#include <algorithm>

#include "nn/print.h"
#include "tensor/check.h"

namespace wengert::nn {
namespace {
bool is_number(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}
[[noreturn]] void nothing_to_run() { fail("Sequential: forward was called, but there is no module in it"); }
}  // namespace

void SequentialImpl::pretty_print(std::ostream& out) const { out << library_prefix() << "Sequential"; }

std::shared_ptr<Module> SequentialImpl::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<SequentialImpl>(*this);
  copy->children_.clear();
  copy->modules_.clear();
  for (std::size_t i = 0; i < size(); ++i) copy->push_back(children_[i].key(), modules_[i].clone(device));
  return copy;
}

// The usual case, tensor to tensor, passes one handle along without any allocation.
Tensor SequentialImpl::run(Tensor x) {
  if (modules_.empty()) nothing_to_run();
  for (std::size_t i = 0; i < size(); ++i) {
    const AnyModule& m = modules_[i];
    if (!m.takes_tensor()) return run({AnyValue(x)}, i).get<Tensor>();
    x = m.callable_->tensor_to_tensor(*m.module_, std::move(x));
  }
  return x;
}

AnyValue SequentialImpl::run(std::vector<AnyValue> values, std::size_t first) {
  if (modules_.empty()) nothing_to_run();
  for (std::size_t i = first; i < size(); ++i) {
    AnyValue result = modules_[i].call(values);
    values.clear();
    values.push_back(std::move(result));
  }
  return std::move(values[0]);
}

void SequentialImpl::push_back(AnyModule module) {
  push_back(std::to_string(modules_.size()), std::move(module));
}

void SequentialImpl::push_back(std::string name, AnyModule module) {
  modules_.reserve(modules_.size() + 1);
  register_module(std::move(name), module.ptr());
  modules_.push_back(std::move(module));
}

void SequentialImpl::insert(std::size_t index, AnyModule module) {
  if (index > size()) fail("Sequential: insert at {}, but there are {} modules", index, size());
  check_child("insert", std::to_string(index), module.ptr().get());
  OrderedDict<std::string, std::shared_ptr<Module>> renamed("module");
  for (std::size_t i = 0; i < size(); ++i) {
    if (i == index) renamed.insert(std::to_string(i), module.ptr());
    const auto& name = children_[i].key();
    renamed.insert(is_number(name) ? std::to_string(i + (i >= index)) : name, modules_[i].ptr());
  }
  if (index == size()) renamed.insert(std::to_string(index), module.ptr());
  modules_.insert(modules_.begin() + std::ptrdiff_t(index), std::move(module));
  children_ = std::move(renamed);
}

const AnyModule& SequentialImpl::any(std::size_t i) const {
  if (i >= size()) fail_index("Sequential: there is no module {}, their number is {}", i, size());
  return modules_[i];
}

}  // namespace wengert::nn
