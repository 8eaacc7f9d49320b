// The loader: asks a dataset for batches in a sampler's order.
#pragma once
#include <iterator>
#include <memory>
#include <type_traits>

#include "wengert/base/arg.h"
#include "wengert/data/dataset.h"
#include "wengert/data/samplers.h"

namespace wengert::data {

/// batch_size: examples a batch; the last may have fewer, unless drop_last leaves it out.
/// workers, max_jobs and enforce_ordering are accepted: batches are made on the caller's thread, in order,
/// whatever they say. As in libtorch, a loader with workers refuses begin() while an earlier pass is not at
/// its end, and one without starts over.
struct DataLoaderOptions {
  DataLoaderOptions() = default;
  DataLoaderOptions(std::size_t batch_size) : batch_size_(batch_size) {}
  WENGERT_ARG(std::size_t, batch_size) = 1;
  WENGERT_ARG(std::size_t, workers) = 0;
  WENGERT_ARG(optional<std::size_t>, max_jobs);
  WENGERT_ARG(bool, enforce_ordering) = true;
  WENGERT_ARG(bool, drop_last) = false;
};

/// One pass over a loader's batches, for a range-for. The loader must outlive it.
template <class Loader>
class BatchIterator {
 public:
  using value_type = typename Loader::BatchType;
  using difference_type = std::ptrdiff_t;
  using pointer = value_type*;
  using reference = value_type&;
  using iterator_category = std::input_iterator_tag;

  BatchIterator() = default;  // the end
  explicit BatchIterator(Loader& loader)
      : loader_(&loader), batch_(std::make_shared<optional<value_type>>()) {
    *batch_ = loader.next();
  }
  BatchIterator& operator++() {
    current();
    *batch_ = loader_->next();
    return *this;
  }
  void operator++(int) { ++*this; }
  value_type& operator*() const { return current(); }
  value_type* operator->() const { return &current(); }
  friend bool operator==(const BatchIterator& a, const BatchIterator& b) {
    return a.at_end() == b.at_end() && (a.at_end() || a.batch_ == b.batch_);
  }

 private:
  bool at_end() const { return !batch_ || !batch_->has_value(); }
  value_type& current() const {
    if (at_end()) throw Error("data loader: the iterator is past the last batch");
    return **batch_;
  }

  Loader* loader_ = nullptr;
  std::shared_ptr<optional<value_type>> batch_;  // copies of an input iterator go on together
};

template <class Source, class Sampler>
class StatelessDataLoader {
 public:
  using BatchType = typename Source::BatchType;
  using Iterator = BatchIterator<StatelessDataLoader>;

  StatelessDataLoader(Source dataset, Sampler sampler, DataLoaderOptions options)
      : dataset_(std::move(dataset)), sampler_(std::move(sampler)), options_(std::move(options)) {
    if (options_.batch_size() == 0) throw Error("make_data_loader: batch_size is 0, wants at least 1");
  }

  /// Begins a new pass: the sampler starts anew, and a random one draws a new order.
  /// Errors: there are workers, and the pass before this is not at its end.
  Iterator begin() {
    if (begun_ && options_.workers() > 0 && batches_are_left())
      throw Error(
          "data loader: begin() while an earlier pass over the batches is not at its end; finish it, "
          "or use a loader without workers");
    sampler_.reset();
    begun_ = true;
    return Iterator(*this);
  }
  Iterator end() { return {}; }

  /// The next batch of the pass, or nothing at its end.
  optional<BatchType> next() {
    auto request = sampler_.next(options_.batch_size());
    if (!request || is_dropped(*request)) return nullopt;
    return dataset_.get_batch(std::move(*request));
  }

  const DataLoaderOptions& options() const noexcept { return options_; }
  Sampler& sampler() noexcept { return sampler_; }
  /// There are no threads to wait for.
  void join() {}

 private:
  bool is_dropped(const typename Sampler::BatchRequestType& request) const {
    if constexpr (requires { request.size(); })
      return options_.drop_last() && request.size() < options_.batch_size();
    return false;
  }
  bool batches_are_left() const {
    if constexpr (std::is_copy_constructible_v<Sampler>) {
      const auto request = Sampler(sampler_).next(options_.batch_size());
      return request && !is_dropped(*request);
    }
    return false;
  }

  Source dataset_;
  Sampler sampler_;
  DataLoaderOptions options_;
  bool begun_ = false;
};

/// A loader of the dataset's examples in the sampler's order. options may be just the batch size.
/// Errors: batch_size 0, a dataset without a size.
template <class Source, class Sampler>
requires requires { typename Sampler::BatchRequestType; }
auto make_data_loader(Source dataset, Sampler sampler, DataLoaderOptions options) {
  return std::make_unique<StatelessDataLoader<Source, Sampler>>(std::move(dataset), std::move(sampler),
                                                                std::move(options));
}
/// The same with a sampler of the dataset's size; in random order if nothing is said.
template <class Sampler = samplers::RandomSampler, class Source>
auto make_data_loader(Source dataset, DataLoaderOptions options = {}) {
  const optional<std::size_t> size = dataset.size();
  if (!size) throw Error("make_data_loader: the dataset has no size, so a sampler can't be made for it");
  if (options.batch_size() == 0) throw Error("make_data_loader: batch_size is 0, wants at least 1");
  return make_data_loader(std::move(dataset), Sampler(*size), std::move(options));
}

}  // namespace wengert::data
