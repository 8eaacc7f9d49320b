#include "wengert/data/tensor_dataset.h"

#include "tensor/check.h"
#include "wengert/ops/cat.h"
#include "wengert/ops/tensor.h"

namespace wengert::data::datasets {
namespace {

void check_examples(const char* op, const char* name, const Tensor& x) {
  check_defined(op, name, x);
  if (x.dim() == 0) fail("{}: {} has no dimensions, wants the examples along its first", op, name);
}

void check_index(std::size_t index, std::int64_t size) {
  if (index >= std::size_t(size)) fail_index("get: there is no example {} among {}", index, size);
}

}  // namespace

TensorDataset::TensorDataset(Tensor x) : tensor(std::move(x)) {
  check_examples("TensorDataset", "tensor", tensor);
}
TensorDataset::TensorDataset(const std::vector<Tensor>& tensors) : TensorDataset(stack(tensors)) {}

TensorExample TensorDataset::get(std::size_t index) {
  check_index(index, tensor.size(0));
  return tensor[std::int64_t(index)];
}

LabeledDataset::LabeledDataset(Tensor data, Tensor targets)
    : data_(std::move(data)), targets_(std::move(targets)) {
  check_examples("LabeledDataset", "data", data_);
  check_examples("LabeledDataset", "targets", targets_);
  if (data_.size(0) != targets_.size(0))
    fail("LabeledDataset: {} examples in data {}, but {} in targets {}", data_.size(0), data_.sizes(),
         targets_.size(0), targets_.sizes());
}

Example<> LabeledDataset::get(std::size_t index) { return detail::example_at(data_, targets_, index); }

Example<> detail::example_at(const Tensor& data, const Tensor& targets, std::size_t index) {
  check_index(index, data.size(0));
  return {data[std::int64_t(index)], targets[std::int64_t(index)]};
}

}  // namespace wengert::data::datasets
