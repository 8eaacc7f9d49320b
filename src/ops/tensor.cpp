// Tensors of given values.
#include <algorithm>
#include <cstring>

#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/tensor.h"

namespace wengert {

TensorData::TensorData(const Scalar& value) : values_(full({}, value, value.kind())) {}
TensorData::TensorData(std::initializer_list<TensorData> list) {
  if (list.size() == 0) {
    values_ = wengert::empty(0, kDouble);
    return;
  }
  const Tensor& first = list.begin()->values();
  Shape sizes = first.sizes();
  sizes.insert(0, std::int64_t(list.size()));
  values_ = make_tensor(sizes, first.dtype());
  std::int64_t i = 0;
  for (const TensorData& item : list) {
    const Tensor& x = item.values();
    if (!(x.sizes() == first.sizes()))
      fail("tensor: the lists are ragged: element 0 has shape {}, element {} has shape {}", first.sizes(), i,
           x.sizes());
    if (x.dtype() != first.dtype())
      fail("tensor: the numbers are of different kinds: element 0 is {}, element {} is {}", first.dtype(), i,
           x.dtype());
    std::memcpy(static_cast<std::byte*>(values_.data_ptr()) + i++ * x.nbytes(), x.data_ptr(),
                std::size_t(x.nbytes()));
  }
}
TensorData::TensorData(const std::vector<bool>& values)
    : values_(make_tensor({std::int64_t(values.size())}, kBool)) {
  std::copy(values.begin(), values.end(), values_.data_ptr<bool>());
}

Tensor tensor(const TensorData& data, const TensorOptions& options) {
  NoGradGuard quiet;
  const ScalarType kind = data.values().dtype();
  const Tensor x =
      data.values().to(options.dtype_opt().value_or(is_floating(kind) ? get_default_dtype() : kind));
  return finish(x.is_same(data.values()) ? x.clone() : x, options);
}

}  // namespace wengert
