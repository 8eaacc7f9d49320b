// Datasets made of tensors that are there already.
#pragma once
#include "wengert/data/dataset.h"

namespace wengert::data {
namespace datasets {

/// Example i is tensor[i], without a target.
struct TensorDataset : Dataset<TensorDataset, TensorExample> {
  /// Errors: an undefined tensor, one without dimensions.
  explicit TensorDataset(Tensor tensor);
  /// Example i is tensors[i]: they are stacked, and so need equal shapes.
  explicit TensorDataset(const std::vector<Tensor>& tensors);

  TensorExample get(std::size_t index) override;
  optional<std::size_t> size() const override { return std::size_t(tensor.size(0)); }

  Tensor tensor;
};

/// Example i is data[i] with target targets[i].
class LabeledDataset : public Dataset<LabeledDataset> {
 public:
  /// Errors: undefined tensors, tensors without dimensions, different numbers of examples.
  LabeledDataset(Tensor data, Tensor targets);

  Example<> get(std::size_t index) override;
  optional<std::size_t> size() const override { return std::size_t(data_.size(0)); }
  const Tensor& data() const { return data_; }
  const Tensor& targets() const { return targets_; }

 private:
  Tensor data_, targets_;
};

namespace detail {
/// {data[index], targets[index]}. Error when there is no such example.
Example<> example_at(const Tensor& data, const Tensor& targets, std::size_t index);
}  // namespace detail

}  // namespace datasets

using datasets::LabeledDataset;
using datasets::TensorDataset;

}  // namespace wengert::data
