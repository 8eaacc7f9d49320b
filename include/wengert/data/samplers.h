// Samplers: in which order a loader asks for examples.
#pragma once
#include <vector>

#include "wengert/tensor/tensor_map.h"

namespace wengert::data::samplers {

template <class Request = std::vector<std::size_t>>
class Sampler {
 public:
  using BatchRequestType = Request;
  virtual ~Sampler() = default;
  /// Begins anew, for `new_size` examples if given.
  virtual void reset(optional<std::size_t> new_size = nullopt) = 0;
  /// Up to batch_size of the numbers that are left, or nothing at the end.
  virtual optional<Request> next(std::size_t batch_size) = 0;
};

/// 0, 1, 2, ...
class SequentialSampler : public Sampler<> {
 public:
  explicit SequentialSampler(std::size_t size) : size_(size) {}
  void reset(optional<std::size_t> new_size = nullopt) override;
  optional<std::vector<std::size_t>> next(std::size_t batch_size) override;
  std::size_t index() const noexcept { return index_; }

  TensorMap state_dict() const;
  void load_state_dict(const TensorMap& dict);

 private:
  std::size_t size_, index_ = 0;
};

/// A permutation, drawn by randperm from the default generator: one when the sampler is made, as in libtorch,
/// and a new one at every reset. The same manual_seed gives the same order.
class RandomSampler : public Sampler<> {
 public:
  explicit RandomSampler(std::int64_t size, ScalarType index_dtype = kInt64);
  void reset(optional<std::size_t> new_size = nullopt) override;
  optional<std::vector<std::size_t>> next(std::size_t batch_size) override;
  std::size_t index() const noexcept { return index_; }

  /// "indices" and "index": a checkpoint in the middle of an epoch.
  TensorMap state_dict() const;
  void load_state_dict(const TensorMap& dict);

 private:
  Tensor indices_;
  std::size_t index_ = 0;
};

}  // namespace wengert::data::samplers
