#include "wengert/data/transforms.h"

#include <algorithm>

#include "tensor/check.h"
#include "wengert/ops/cat.h"
#include "wengert/ops/creation.h"

namespace wengert::data::transforms::detail {

Tensor channels(ArrayRef<double> values) {
  if (values.empty()) fail("Normalize: wants at least one mean and one standard deviation");
  const Tensor x = empty({std::int64_t(values.size()), 1, 1}, kFloat32);
  std::transform(values.begin(), values.end(), x.data_ptr<float>(), [](double v) { return float(v); });
  return x;
}

Tensor normalize(const Tensor& x, const Tensor& mean, const Tensor& stddev) {
  check_defined("Normalize", "data", x);
  return x.sub(mean).div(stddev);
}

Example<> stack(const std::vector<Example<>>& examples) {
  std::vector<Tensor> data, targets;
  for (const Example<>& example : examples) {
    data.push_back(example.data);
    targets.push_back(example.target);
  }
  return {wengert::stack(data), wengert::stack(targets)};
}

TensorExample stack(const std::vector<TensorExample>& examples) {
  return wengert::stack(std::vector<Tensor>(examples.begin(), examples.end()));
}

}  // namespace wengert::data::transforms::detail
