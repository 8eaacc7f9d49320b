// Lists and dictionaries of modules, for models whose forward says itself in which order to use them.
#pragma once
#include <initializer_list>

#include "wengert/nn/holder.h"

namespace wengert::nn {

namespace detail {
/// What containers take: a holder, a shared_ptr, or a module object that is moved in.
template <class M>
std::shared_ptr<Module> as_shared(const ModuleHolder<M>& holder) {
  return holder.ptr();
}
template <IsModule M>
std::shared_ptr<Module> as_shared(std::shared_ptr<M> module) {
  return module;
}
template <IsModule M>
requires(!std::is_lvalue_reference_v<M>) std::shared_ptr<Module> as_shared(M&& module) {
  return std::make_shared<M>(std::move(module));
}
template <class M>
concept SharedModule = requires(M&& m) {
  as_shared(std::forward<M>(m));
};

[[noreturn]] void wrong_module(const char* container, const std::string& place, const Module& module,
                               const std::type_info& wanted);

/// The module as an M, where M is a module's class or its holder's.
template <class M>
auto& module_as(const char* container, const std::string& place, Module& module) {
  if (auto* m = module.as<M>()) return *m;
  wrong_module(container, place, module, typeid(M));
}
}  // namespace detail

/// Modules in a list, named after their positions.
class ModuleListImpl : public Cloneable<ModuleListImpl> {
 public:
  using Iterator = std::vector<std::shared_ptr<Module>>::iterator;
  using ConstIterator = std::vector<std::shared_ptr<Module>>::const_iterator;

  ModuleListImpl() = default;
  template <class... M>
  requires(sizeof...(M) > 0 && (detail::SharedModule<M> && ...) &&
           !(std::is_base_of_v<ModuleListImpl, std::remove_cvref_t<M>> ||
             ...)) explicit ModuleListImpl(M&&... m) {
    (push_back(std::forward<M>(m)), ...);
  }

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;

  template <detail::SharedModule M>
  void push_back(M&& module) {
    insert(size(), std::forward<M>(module));
  }
  /// Puts a module at position `index` and moves the later ones, and their names, by one.
  template <detail::SharedModule M>
  void insert(std::size_t index, M&& module) {
    insert_shared(index, detail::as_shared(std::forward<M>(module)));
  }
  template <class Container>
  void extend(const Container& modules) {
    for (const auto& m : modules) push_back(m);
  }

  std::size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator begin() const { return modules_.begin(); }
  ConstIterator end() const { return modules_.end(); }

  /// Module i; as an M with at<M>(i) and ptr<M>(i). Errors: no such position; another class.
  const std::shared_ptr<Module>& ptr(std::size_t i) const;
  const std::shared_ptr<Module>& operator[](std::size_t i) const { return ptr(i); }
  template <class M>
  auto& at(std::size_t i) const {
    return detail::module_as<M>("ModuleList", std::to_string(i), *ptr(i));
  }
  template <class M>
  auto ptr(std::size_t i) const {
    auto& m = at<M>(i);
    return std::static_pointer_cast<std::remove_reference_t<decltype(m)>>(ptr(i));
  }

 private:
  void insert_shared(std::size_t index, std::shared_ptr<Module> module);
  std::vector<std::shared_ptr<Module>> modules_;
};
WENGERT_LIBRARY_MODULE(ModuleList);

/// Modules under names.
class ModuleDictImpl : public Cloneable<ModuleDictImpl> {
 public:
  using Dict = OrderedDict<std::string, std::shared_ptr<Module>>;
  ModuleDictImpl() = default;
  explicit ModuleDictImpl(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {
    update(modules);
  }
  explicit ModuleDictImpl(const Dict& modules) { update(modules.pairs()); }

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;

  /// Adds modules, or puts them in the place of those of the same name.
  template <detail::SharedModule M>
  void insert(const std::string& name, M&& module) {
    update({{name, detail::as_shared(std::forward<M>(module))}});
  }
  void update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules);
  /// Removes the module of this name and returns it. Error when there is none.
  std::shared_ptr<Module> pop(const std::string& name);
  void clear() { children_.clear(); }

  std::size_t size() const noexcept { return children_.size(); }
  bool empty() const noexcept { return children_.is_empty(); }
  bool contains(const std::string& name) const { return children_.contains(name); }
  std::vector<std::string> keys() const { return children_.keys(); }
  std::vector<std::shared_ptr<Module>> values() const { return children_.values(); }
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> items() const { return children_.pairs(); }
  Dict::ConstIterator begin() const { return children_.begin(); }
  Dict::ConstIterator end() const { return children_.end(); }

  std::shared_ptr<Module> operator[](const std::string& name) const { return children_[name]; }
  template <class M>
  auto& at(const std::string& name) const {
    return detail::module_as<M>("ModuleDict", name, *children_[name]);
  }
  template <class M>
  auto ptr(const std::string& name) const {
    auto& m = at<M>(name);
    return std::static_pointer_cast<std::remove_reference_t<decltype(m)>>(children_[name]);
  }
};
WENGERT_LIBRARY_MODULE(ModuleDict);

}  // namespace wengert::nn
