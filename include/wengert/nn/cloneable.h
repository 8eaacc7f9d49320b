// Cloneable: gives a module class its clone().
#pragma once
#include "wengert/nn/module.h"

namespace wengert::nn {

/// The base of modules that can be copied: struct MyImpl : Cloneable<MyImpl>.
///
/// Copying a module object copies handles, so that the copy shares tensors and children. clone() therefore
/// copies the object, lets reset() register everything anew, and then copies the values. reset() must
/// register the same parameters, buffers and children as the constructor (best: the constructor calls it).
template <class Derived>
class Cloneable : public Module {
 public:
  using Module::Module;

  /// Registers and initialises all parameters, buffers and children.
  virtual void reset() = 0;

  std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const override {
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->parameters_.clear();
    copy->buffers_.clear();
    copy->children_.clear();
    copy->reset();
    copy->copy_state(*this, device);
    return copy;
  }

 private:
  void clone_(const Module& other, const optional<Device>& device) final {
    // Into this very object: the parent's reset() has put handles to it into the parent's members.
    auto* source = dynamic_cast<const Derived*>(&other);
    if (!source) throw Error("clone: reset() made a " + name() + " where the original has a " + other.name());
    auto copy = std::static_pointer_cast<Derived>(source->clone(device));
    static_cast<Derived&>(*this) = *copy;
  }
};

}  // namespace wengert::nn
