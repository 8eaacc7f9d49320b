// y = weight[indices]: dweight is zeros with the rows of dy added, but for those of the padding.
#include "wengert/ops/embedding.h"
#include "autograd/record.h"
#include "kernels/index.h"
#include "ops/check_index.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"

namespace wengert {

Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx) {
  check_defined("embedding", "the weight", weight);
  if (weight.dim() != 2) fail("embedding: the weight has shape {}, wants [rows, features]", weight.sizes());
  const std::int64_t n = weight.sizes()[0], features = weight.sizes()[1];
  check_index("embedding", indices, n, 0, false);
  if (padding_idx < -1 || padding_idx >= n)
    fail("embedding: padding_idx {} is no row of weight {}", padding_idx, weight.sizes());
  Shape sizes = indices.sizes();
  sizes.push_back(features);
  const Tensor y = make_tensor(sizes, weight.dtype());
  Tensor flat;
  {
    const NoGradGuard quiet;
    flat = indices.contiguous().flatten();
    const Tensor table = weight.contiguous();
    kernels::take_rows(weight.dtype(), {1, n, features, flat.numel()}, y.data_ptr(), table.data_ptr(),
                       flat.data_ptr<std::int64_t>());
  }
  return autograd::record("embedding", y, {weight},
                          autograd::saving(flat, [=](const Tensor& dy, const Tensor& saved_index) {
                            Tensor rows = dy.reshape({saved_index.numel(), features});
                            if (padding_idx >= 0)
                              rows = rows.masked_fill((saved_index == padding_idx).unsqueeze(1), 0);
                            Tensor dweight = zeros({n, features}, dy.dtype());
                            return dweight.index_add_(0, saved_index, rows);
                          }));
}

}  // namespace wengert
