// Class numbers as vectors of zeros and a one.
#include <algorithm>

#include "autograd/record.h"
#include "tensor/check.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/one_hot.h"

namespace wengert {

Tensor one_hot(const Tensor& index, std::int64_t classes) {
  check_defined("one_hot", "the index", index);
  if (index.dtype() != kLong) fail("one_hot: the index is {}, wants int64", index.dtype());
  const Tensor flat = index.reshape(-1);
  const std::int64_t* p = flat.data_ptr<std::int64_t>();
  if (flat.numel() == 0 && classes <= 0)
    fail("one_hot: the number of classes is not known from an index without elements");
  std::int64_t largest = -1;
  for (std::int64_t i = 0; i < flat.numel(); ++i) {
    if (p[i] < 0) fail_index("one_hot: index {} is negative", p[i]);
    largest = std::max(largest, p[i]);
  }
  if (largest == INT64_MAX) fail_index("one_hot: index {} is too large", largest);
  const std::int64_t n = classes == -1 ? largest + 1 : classes;
  if (largest >= n) fail_index("one_hot: index {} is out of range for {} classes", largest, n);
  Shape sizes = index.sizes();
  sizes.push_back(n);
  const Tensor y = zeros({flat.numel(), n}, kLong);
  for (std::int64_t i = 0; i < flat.numel(); ++i) y.data_ptr<std::int64_t>()[i * n + p[i]] = 1;
  return y.reshape(sizes);
}

}  // namespace wengert
