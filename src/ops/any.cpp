// Whether some or all elements differ from zero, and how many. No gradients.
#include "wengert/ops/any.h"
#include "kernels/reduce.h"
#include "ops/reduce_dims.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"

namespace wengert {

namespace {

Tensor quantify(const char* op, bool every, const Tensor& x, optional<std::int64_t> d, bool keepdim) {
  check_defined(op, "the tensor", x);
  const Dims dims = d ? Dims(1u << wrap_dim(op, *d, x.dim())) : fold_dims(op, {}, x.dim());
  const Folding f = folding(x, dims);
  const Tensor y = make_tensor(folded_sizes(x.impl()->sizes, dims, keepdim), ScalarType::Bool);
  dispatch_all(op, x.dtype(), [&]<class T>(T) {
    (every ? kernels::all<T> : kernels::any<T>)({elements<const T>(f.x), f.box, elements<bool>(y)});
  });
  return y;
}

}  // namespace

Tensor any(const Tensor& x) { return quantify("any", false, x, nullopt, false); }
Tensor any(const Tensor& x, std::int64_t d, bool keepdim) { return quantify("any", false, x, d, keepdim); }
Tensor all(const Tensor& x) { return quantify("all", true, x, nullopt, false); }
Tensor all(const Tensor& x, std::int64_t d, bool keepdim) { return quantify("all", true, x, d, keepdim); }

Tensor count_nonzero(const Tensor& x, optional<std::int64_t> d) {
  check_defined("count_nonzero", "the tensor", x);
  const Tensor differs = x != 0;
  return d ? differs.sum(*d) : differs.sum();
}

Tensor Tensor::any() const { return wengert::any(*this); }
Tensor Tensor::any(std::int64_t d, bool keepdim) const { return wengert::any(*this, d, keepdim); }
Tensor Tensor::all() const { return wengert::all(*this); }
Tensor Tensor::all(std::int64_t d, bool keepdim) const { return wengert::all(*this, d, keepdim); }
Tensor Tensor::count_nonzero(optional<std::int64_t> d) const { return wengert::count_nonzero(*this, d); }

}  // namespace wengert
