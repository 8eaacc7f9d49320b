// ModuleList and ModuleDict.
#include "wengert/nn/containers.h"

#include "nn/print.h"
#include "tensor/check.h"

namespace wengert::nn {

void detail::wrong_module(const char* container, const std::string& place, const Module& module,
                          const std::type_info& wanted) {
  fail("{}: the module at {} is a {}, not a {}", container, place, class_name(typeid(module)),
       class_name(wanted));
}

void ModuleListImpl::pretty_print(std::ostream& out) const { out << library_prefix() << "ModuleList"; }

std::shared_ptr<Module> ModuleListImpl::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<ModuleListImpl>(*this);
  copy->children_.clear();
  copy->modules_.clear();
  for (const auto& m : modules_) copy->push_back(detail::clone_once(*m, device));
  return copy;
}

void ModuleListImpl::insert_shared(std::size_t index, std::shared_ptr<Module> module) {
  if (index > size()) fail("ModuleList: insert at {}, but there are {} modules", index, size());
  modules_.reserve(size() + 1);
  register_module(std::to_string(size()), module);  // the checks, and a name more
  modules_.insert(modules_.begin() + std::ptrdiff_t(index), std::move(module));
  for (std::size_t i = index; i < size(); ++i) children_[i].value() = modules_[i];
}

const std::shared_ptr<Module>& ModuleListImpl::ptr(std::size_t i) const {
  if (i >= size()) fail_index("ModuleList: there is no module {}, their number is {}", i, size());
  return modules_[i];
}

void ModuleDictImpl::pretty_print(std::ostream& out) const { out << library_prefix() << "ModuleDict"; }

std::shared_ptr<Module> ModuleDictImpl::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<ModuleDictImpl>(*this);
  copy->children_.clear();
  for (const auto& m : children_) copy->insert(m.key(), detail::clone_once(*m.value(), device));
  return copy;
}

void ModuleDictImpl::update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {
  const Dict before = children_;
  try {
    for (const auto& [name, module] : modules)
      if (contains(name))
        replace_module(name, module);
      else
        register_module(name, module);
  } catch (...) {
    children_ = before;
    throw;
  }
}

std::shared_ptr<Module> ModuleDictImpl::pop(const std::string& name) {
  auto module = (*this)[name];
  unregister_module(name);
  return module;
}

}  // namespace wengert::nn
