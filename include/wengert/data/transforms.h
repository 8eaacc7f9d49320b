// Transforms: what dataset.map(...) does to the examples on their way.
#pragma once
#include <vector>

#include "wengert/base/array_ref.h"
#include "wengert/data/example.h"

namespace wengert::data::transforms {

/// From a batch to a batch.
template <class InputBatch, class OutputBatch>
class BatchTransform {
 public:
  using InputBatchType = InputBatch;
  using OutputBatchType = OutputBatch;
  virtual ~BatchTransform() = default;
  virtual OutputBatch apply_batch(InputBatch batch) = 0;
};

/// From each example to one.
template <class Input, class Output = Input>
class Transform : public BatchTransform<std::vector<Input>, std::vector<Output>> {
 public:
  using InputType = Input;
  using OutputType = Output;
  virtual Output apply(Input input) = 0;

  std::vector<Output> apply_batch(std::vector<Input> batch) override {
    std::vector<Output> result;
    result.reserve(batch.size());
    for (Input& input : batch) result.push_back(apply(std::move(input)));
    return result;
  }
};

/// A function of each example.
template <class Input, class Output = Input>
class Lambda : public Transform<Input, Output> {
 public:
  using FunctionType = Callback<Output(Input)>;
  explicit Lambda(FunctionType function) : function_(std::move(function)) {}
  Output apply(Input input) override { return function_(std::move(input)); }

 private:
  FunctionType function_;
};

/// A function of the batch.
template <class Input, class Output = Input>
class BatchLambda : public BatchTransform<Input, Output> {
 public:
  using FunctionType = Callback<Output(Input)>;
  explicit BatchLambda(FunctionType function) : function_(std::move(function)) {}
  Output apply_batch(Input batch) override { return function_(std::move(batch)); }

 private:
  FunctionType function_;
};

/// From each example's data to data; the target stays.
template <class Target = Tensor>
class TensorTransform : public Transform<Example<Tensor, Target>> {
 public:
  virtual Tensor operator()(Tensor input) = 0;
  Example<Tensor, Target> apply(Example<Tensor, Target> input) override {
    input.data = (*this)(std::move(input.data));
    return input;
  }
};

template <class Target = Tensor>
class TensorLambda : public TensorTransform<Target> {
 public:
  using FunctionType = Callback<Tensor(Tensor)>;
  explicit TensorLambda(FunctionType function) : function_(std::move(function)) {}
  Tensor operator()(Tensor input) override { return function_(std::move(input)); }

 private:
  FunctionType function_;
};

namespace detail {
/// Numbers, one a channel, as float32[C, 1, 1]. Error when there are none.
Tensor channels(ArrayRef<double> values);
/// (x - mean) / stddev for an image x [C, H, W].
Tensor normalize(const Tensor& x, const Tensor& mean, const Tensor& stddev);
Example<> stack(const std::vector<Example<>>& examples);
TensorExample stack(const std::vector<TensorExample>& examples);
}  // namespace detail

/// (x - mean) / stddev of images x [C, H, W]: one number for all channels, or one for each.
template <class Target = Tensor>
struct Normalize : TensorTransform<Target> {
  Normalize(ArrayRef<double> mean_, ArrayRef<double> stddev_)
      : mean(detail::channels(mean_)), stddev(detail::channels(stddev_)) {}
  Tensor operator()(Tensor input) override { return detail::normalize(input, mean, stddev); }
  Tensor mean, stddev;
};

/// From a list of examples to something else.
template <class T, class Batch = std::vector<T>>
using Collation = BatchTransform<Batch, T>;
template <class T, class Batch = std::vector<T>>
using Collate = BatchLambda<Batch, T>;

/// Makes one example of many: data and targets stacked along a new first dimension.
template <class T = Example<>>
struct Stack : Collation<T> {
  T apply_batch(std::vector<T> examples) override { return detail::stack(examples); }
};

}  // namespace wengert::data::transforms
