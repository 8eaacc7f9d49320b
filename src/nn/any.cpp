// AnyModule: what can go wrong when a module is called without knowing its class.
#include "wengert/nn/any.h"

#include "base/class_name.h"
#include "tensor/check.h"

namespace wengert::nn {

void AnyValue::wrong_type(const std::type_info& wanted) const {
  fail("AnyValue: the value is of type {}, not {}", class_name(type_info()), class_name(wanted));
}

namespace detail {
void wrong_argument(const Module& module, std::size_t i, const std::type_info& got,
                    const std::type_info& wanted) {
  fail("{}: argument {} of forward is of type {}, but wants {}", module.name(), i, class_name(got),
       class_name(wanted));
}
void wrong_count(const Module& module, std::size_t got, std::size_t wanted) {
  fail("{}: forward got {} arguments, but wants {}", module.name(), got, wanted);
}
}  // namespace detail

AnyValue AnyModule::call(std::span<AnyValue> values) const {
  const Module& module = *ptr();
  if (values.size() == 1 && takes_tensor())
    if (Tensor* x = values[0].try_get<Tensor>())
      return AnyValue(callable_->tensor_to_tensor(*module_, Tensor(*x)));
  if (!callable_->any_to_any)
    fail("{}: AnyModule can't choose among several forward functions; it takes one tensor", module.name());
  return callable_->any_to_any(*module_, values);
}

AnyModule AnyModule::clone(const optional<Device>& device) const {
  if (is_empty()) return {};
  AnyModule copy;
  copy.module_ = detail::clone_once(*module_, device);
  copy.callable_ = callable_;
  return copy;
}

void AnyModule::empty() { fail("AnyModule: it is empty, there is no module to use"); }
void AnyModule::wrong_class(const std::type_info& wanted) const {
  const Module& module = *module_;
  fail("AnyModule: the module is a {}, not a {}", class_name(typeid(module)), class_name(wanted));
}

}  // namespace wengert::nn
