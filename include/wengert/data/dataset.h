// Datasets: examples by number, alone or several at a time.
//
//     struct Squares : data::datasets::Dataset<Squares> {
//       data::Example<> get(std::size_t i) override { return {full({1}, i), full({1}, i * i)}; }
//       optional<std::size_t> size() const override { return 100; }
//     };
#pragma once
#include <vector>

#include "wengert/base/array_ref.h"
#include "wengert/data/example.h"

namespace wengert::data {
namespace datasets {

template <class Source, class Transform>
class MapDataset;

/// What answers a request (a list of numbers, as a rule) with a batch. Self is the deriving class.
template <class Self, class Batch = std::vector<Example<>>, class Request = ArrayRef<std::size_t>>
class BatchDataset {
 public:
  using SelfType = Self;
  using BatchType = Batch;
  using BatchRequestType = Request;
  static constexpr bool is_stateful = false;

  virtual ~BatchDataset() = default;
  virtual Batch get_batch(Request request) = 0;
  /// The number of examples, when there is one.
  virtual optional<std::size_t> size() const = 0;

  /// The same dataset with every batch passed through a transform (transforms.h). On an lvalue it copies the
  /// dataset, whose tensors are shared.
  template <class Transform>
  MapDataset<Self, Transform> map(Transform transform) const& {
    return {static_cast<const Self&>(*this), std::move(transform)};
  }
  template <class Transform>
  MapDataset<Self, Transform> map(Transform transform) && {
    return {static_cast<Self&&>(*this), std::move(transform)};
  }
};

/// A dataset that knows its examples one by one.
template <class Self, class SingleExample = Example<>>
class Dataset : public BatchDataset<Self, std::vector<SingleExample>> {
 public:
  using ExampleType = SingleExample;

  virtual SingleExample get(std::size_t index) = 0;

  std::vector<SingleExample> get_batch(ArrayRef<std::size_t> indices) override {
    std::vector<SingleExample> batch;
    batch.reserve(indices.size());
    for (const std::size_t i : indices) batch.push_back(get(i));
    return batch;
  }
};

/// What map() returns.
template <class Source, class Transform>
class MapDataset : public BatchDataset<MapDataset<Source, Transform>, typename Transform::OutputBatchType,
                                       typename Source::BatchRequestType> {
  static_assert(std::is_same_v<typename Source::BatchType, typename Transform::InputBatchType>,
                "map: the transform takes another type than the dataset's batches have");

 public:
  using DatasetType = Source;
  using TransformType = Transform;

  MapDataset(Source dataset, Transform transform)
      : dataset_(std::move(dataset)), transform_(std::move(transform)) {}

  typename Transform::OutputBatchType get_batch(typename Source::BatchRequestType request) override {
    return transform_.apply_batch(dataset_.get_batch(std::move(request)));
  }
  optional<std::size_t> size() const override { return dataset_.size(); }

  const Source& dataset() const { return dataset_; }
  const Transform& transform() const { return transform_; }

 private:
  Source dataset_;
  Transform transform_;
};

}  // namespace datasets

using datasets::BatchDataset;
using datasets::Dataset;

}  // namespace wengert::data
