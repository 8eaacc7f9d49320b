// A diagonal as a view.
#include <algorithm>

#include "autograd/record.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "wengert/ops/diagonal.h"

namespace wengert {

Tensor diagonal(const Tensor& x, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  const std::int64_t a = own_dim("diagonal", x, dim1), b = own_dim("diagonal", x, dim2);
  if (a == b) fail("diagonal: dimensions {} and {} are the same one", dim1, dim2);
  const std::int64_t down = offset < 0 ? -std::max(offset, -x.size(a)) : 0,
                     right = offset > 0 ? std::min(offset, x.size(b)) : 0;
  const std::int64_t length = std::min(x.size(a) - down, x.size(b) - right);
  return view_region("diagonal", x, [=](Region& r) {
    const std::int64_t step = length > 1 ? r.strides[a] + r.strides[b] : 1;
    if (length > 0) r.offset += down * r.strides[a] + right * r.strides[b];
    for (std::int64_t d : {std::max(a, b), std::min(a, b)}) {
      r.sizes.erase(d);
      r.strides.erase(d);
    }
    r.sizes.push_back(length);
    r.strides.push_back(step);
  });
}

Tensor Tensor::diagonal(std::int64_t offset, std::int64_t dim1, std::int64_t dim2) const {
  return wengert::diagonal(*this, offset, dim1, dim2);
}

}  // namespace wengert
