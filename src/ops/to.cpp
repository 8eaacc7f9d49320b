// Conversion between types. There is one device, so that a device only names where everything is.
#include "base/fail.h"
#include "ops/copy.h"
#include "ops/in_place.h"
#include "wengert/ops/clone.h"

namespace wengert {

namespace {
/// The dtype that options ask x for. Whether a gradient is wanted is nothing that a conversion decides.
ScalarType wanted_dtype(const Tensor& x, const TensorOptions& options) {
  if (options.requires_grad()) fail("to: the options ask for requires_grad, which requires_grad_() sets");
  return options.dtype_opt().value_or(x.dtype());
}
}  // namespace

Tensor Tensor::to(ScalarType wanted) const {
  return dtype() == wanted ? *this : copied("to", *this, get().sizes, wanted);
}
Tensor Tensor::to(const TensorOptions& options) const { return to(wanted_dtype(*this, options)); }
Tensor Tensor::to(Device device) const { return to(TensorOptions(device)); }
Tensor Tensor::to(DeviceType device) const { return to(TensorOptions(device)); }
Tensor Tensor::to(Device device, ScalarType type) const { return to(TensorOptions(device).dtype(type)); }
Tensor Tensor::to(const Tensor& other) const { return to(other.dtype()); }
Tensor Tensor::to(ScalarType type, bool, bool copy) const {
  return copy && type == dtype() ? clone() : to(type);
}
Tensor Tensor::to(Device device, ScalarType type, bool, bool copy) const {
  return to(TensorOptions(device).dtype(type), false, copy);
}
Tensor Tensor::to(const TensorOptions& options, bool, bool copy) const {
  return to(wanted_dtype(*this, options), false, copy);
}
Tensor Tensor::to(const Tensor& other, bool, bool copy) const { return to(other.dtype(), false, copy); }

Tensor Tensor::type_as(const Tensor& other) const { return to(other.dtype()); }
Tensor Tensor::cpu() const { return to(dtype()); }

}  // namespace wengert
