#include "wengert/data/samplers.h"

#include <algorithm>

#include "tensor/check.h"
#include "wengert/ops/arange.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/rand.h"

namespace wengert::data::samplers {
namespace {

/// Takes a whole number of at least 0 and at most `most` out of a sampler's state.
std::size_t count_of(const TensorMap& dict, const char* name, std::size_t most) {
  const auto found = dict.find(name);
  if (found == dict.end() || !found->second.defined()) fail("load_state_dict: a sampler wants \"{}\"", name);
  const Tensor& x = found->second;
  if (x.dtype() != kInt64 || x.dim() != 0)
    fail("load_state_dict: a sampler's \"{}\" is {}, wants int64[]", name, describe(x));
  const auto value = x.item<std::int64_t>();
  if (value < 0 || std::size_t(value) > most)
    fail("load_state_dict: a sampler's \"{}\" is {}, wants 0 to {}", name, value, most);
  return std::size_t(value);
}

void check_names(const TensorMap& dict) {
  if (dict.size() != 2) fail("load_state_dict: a sampler's state has 2 names, got {}", dict.size());
}

Tensor number(std::size_t value) { return full({}, std::int64_t(value), kInt64); }

}  // namespace

void SequentialSampler::reset(optional<std::size_t> new_size) {
  size_ = new_size.value_or(size_);
  index_ = 0;
}

optional<std::vector<std::size_t>> SequentialSampler::next(std::size_t batch_size) {
  if (index_ == size_) return nullopt;
  std::vector<std::size_t> batch(std::min(batch_size, size_ - index_));
  for (std::size_t& i : batch) i = index_++;
  return batch;
}

TensorMap SequentialSampler::state_dict() const {
  return {{"size", number(size_)}, {"index", number(index_)}};
}

void SequentialSampler::load_state_dict(const TensorMap& dict) {
  check_names(dict);
  const std::size_t size = count_of(dict, "size", INT64_MAX);
  index_ = count_of(dict, "index", size);
  size_ = size;
}

RandomSampler::RandomSampler(std::int64_t size, ScalarType index_dtype)
    : indices_(randperm(size, index_dtype)) {}

void RandomSampler::reset(optional<std::size_t> new_size) {
  const std::int64_t size = new_size ? std::int64_t(*new_size) : indices_.numel();
  indices_ = randperm(size, indices_.options());
  index_ = 0;
}

optional<std::vector<std::size_t>> RandomSampler::next(std::size_t batch_size) {
  const auto size = std::size_t(indices_.numel());
  if (index_ == size) return nullopt;
  std::vector<std::size_t> batch(std::min(batch_size, size - index_));
  const Tensor part = indices_.narrow(0, std::int64_t(index_), std::int64_t(batch.size())).to(kInt64);
  std::copy_n(part.contiguous().data_ptr<std::int64_t>(), batch.size(), batch.begin());
  index_ += batch.size();
  return batch;
}

TensorMap RandomSampler::state_dict() const {
  return {{"indices", indices_.clone()}, {"index", number(index_)}};
}

void RandomSampler::load_state_dict(const TensorMap& dict) {
  check_names(dict);
  const auto found = dict.find("indices");
  if (found == dict.end() || !found->second.defined() || found->second.dim() != 1)
    fail("load_state_dict: a random sampler wants a vector \"indices\"");
  const Tensor indices = found->second.contiguous().clone();
  const Tensor sorted = std::get<0>(indices.sort());
  if (!sorted.equal(arange(indices.numel(), indices.options())))
    fail("load_state_dict: a random sampler's \"indices\" are no permutation of 0 to {}",
         indices.numel() - 1);
  index_ = count_of(dict, "index", std::size_t(indices.numel()));
  indices_ = indices;
}

}  // namespace wengert::data::samplers
