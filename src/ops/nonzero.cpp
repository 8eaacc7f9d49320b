// The indices of the elements that are not zero.
#include <algorithm>

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/nonzero.h"

namespace wengert {

Tensor nonzero(const Tensor& x) {
  check_defined("nonzero", "the tensor", x);
  const Tensor flags = x.detach().to(kBool).contiguous();
  const bool* p = flags.data_ptr<bool>();
  const std::int64_t dims = x.dim(), n = x.numel();
  const Tensor y = make_tensor({std::count(p, p + n, true), dims}, kLong);
  std::int64_t* to = y.data_ptr<std::int64_t>() - dims;
  for (std::int64_t i = 0; i < n; ++i) {
    if (!p[i]) continue;
    to += dims;
    for (std::int64_t d = dims - 1, rest = i; d >= 0; --d) {
      to[d] = rest % x.sizes()[std::size_t(d)];
      rest /= x.sizes()[std::size_t(d)];
    }
  }
  return y;
}

Tensor Tensor::nonzero() const { return wengert::nonzero(*this); }

}  // namespace wengert
