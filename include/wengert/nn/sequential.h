// Sequential: modules one after the other, each fed with the result of the one before.
#pragma once
#include <initializer_list>

#include "wengert/nn/any.h"

namespace wengert::nn {

/// Its parameters are named after the position ("0.weight") or the names that were given ("fc1.weight").
class SequentialImpl : public Cloneable<SequentialImpl> {
 public:
  using Iterator = std::vector<AnyModule>::iterator;
  using ConstIterator = std::vector<AnyModule>::const_iterator;

  SequentialImpl() = default;
  /// Any number of modules: holders, shared_ptrs, module objects or AnyModules.
  template <class... M>
  requires(sizeof...(M) > 0 && (std::is_constructible_v<AnyModule, M&&> && ...) &&
           !(std::is_base_of_v<SequentialImpl, std::remove_cvref_t<M>> ||
             ...)) explicit SequentialImpl(M&&... m) {
    (push_back(AnyModule(std::forward<M>(m))), ...);
  }
  explicit SequentialImpl(std::initializer_list<NamedAnyModule> modules) {
    for (const NamedAnyModule& m : modules) push_back(m.name(), m.module());
  }
  explicit SequentialImpl(const OrderedDict<std::string, AnyModule>& modules) {
    for (const auto& m : modules) push_back(m.key(), m.value());
  }

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  /// A copy that shares nothing and keeps the names.
  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;

  /// The last module's result. The first takes any arguments; a Return other than Tensor must be named:
  /// model->forward<std::tuple<Tensor, Tensor>>(x). Errors: an empty Sequential; a type that does not fit.
  template <class Return = Tensor, class... Args>
  Return forward(Args&&... args) {
    if constexpr (std::is_same_v<Return, Tensor> && sizeof...(Args) == 1 &&
                  (std::is_same_v<std::remove_cvref_t<Args>, Tensor> && ...)) {
      return run(Tensor(std::forward<Args>(args)...));
    } else {
      std::vector<AnyValue> values;
      values.reserve(sizeof...(Args));
      (values.emplace_back(std::forward<Args>(args)), ...);
      return run(std::move(values)).template get<Return>();
    }
  }

  void push_back(AnyModule module);
  void push_back(std::string name, AnyModule module);
  /// Puts a module at position `index`; modules without a name of their own are numbered anew.
  void insert(std::size_t index, AnyModule module);
  /// Appends all modules of a container.
  template <class Container>
  void extend(const Container& modules) {
    for (const auto& m : modules) push_back(AnyModule(m));
  }

  std::size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return modules_.empty(); }
  Iterator begin() { return modules_.begin(); }
  Iterator end() { return modules_.end(); }
  ConstIterator begin() const { return modules_.begin(); }
  ConstIterator end() const { return modules_.end(); }

  /// Module i; as an M with at<M>(i) and ptr<M>(i). Errors: no such position; another class.
  const std::shared_ptr<Module>& ptr(std::size_t i) const { return any(i).ptr(); }
  const std::shared_ptr<Module>& operator[](std::size_t i) const { return ptr(i); }
  template <class M>
  auto ptr(std::size_t i) const {
    if constexpr (IsModuleHolder<M>)
      return any(i).template ptr<typename M::ContainedType>();
    else
      return any(i).template ptr<M>();
  }
  template <class M>
  auto& at(std::size_t i) const {
    if constexpr (IsModuleHolder<M>)
      return any(i).template get<typename M::ContainedType>();
    else
      return any(i).template get<M>();
  }

 private:
  Tensor run(Tensor x);
  AnyValue run(std::vector<AnyValue> values, std::size_t first = 0);
  const AnyModule& any(std::size_t i) const;

  std::vector<AnyModule> modules_;
};

class Sequential : public ModuleHolder<SequentialImpl> {
 public:
  using ModuleHolder<SequentialImpl>::ModuleHolder;
  using Impl = SequentialImpl;
  Sequential() = default;
  /// Sequential({{"fc1", nn::Linear(3, 4)}, {"act", nn::ReLU()}}).
  Sequential(std::initializer_list<NamedAnyModule> modules)
      : ModuleHolder(std::make_shared<SequentialImpl>(modules)) {}
};
WENGERT_INSTANTIATED(Sequential);

}  // namespace wengert::nn
