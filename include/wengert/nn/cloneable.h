// Cloneable: gives a module class its clone().
#pragma once
#include "wengert/nn/module.h"

namespace wengert::nn {

/// The base of modules that can be copied: struct MyImpl : Cloneable<MyImpl>.
///
/// Copying a module object copies handles, so that the copy shares tensors and children. clone() therefore
/// copies the object, lets reset() register everything anew, and then copies the values. reset() must
/// register the same parameters, buffers and children as the constructor (best: the constructor calls it).
///
/// What is one stays one: a module that hangs in two places of a container, and a parameter that reset()
/// registers twice (tied weights), are one in the copy too.
template <class Derived>
class Cloneable : public Module {
 public:
  using Module::Module;

  /// Registers and initialises all parameters, buffers and children.
  virtual void reset() = 0;

  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override;

 private:
  void clone_(const Module& other, const optional<Device>& device) final;
};

template <class Derived>
std::shared_ptr<Module> Cloneable<Derived>::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
  copy->forget();
  copy->reset();
  copy->copy_state(*this, device);
  return copy;
}

template <class Derived>
void Cloneable<Derived>::clone_(const Module& other, const optional<Device>& device) {
  // Into this very object: the parent's reset() has put handles to it into the parent's members.
  auto* source = dynamic_cast<const Derived*>(&other);
  if (!source) this->wrong_class(other);
  if (this->keeps_tensors(other, device)) return;
  auto copy = std::static_pointer_cast<Derived>(source->clone(device));
  static_cast<Derived&>(*this) = *copy;
}

}  // namespace wengert::nn
