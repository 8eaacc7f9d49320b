// The gradients under way in a backward pass.
#pragma once
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// For each result that a pass has reached, the sum of what has arrived. They are kept here and not in the nodes,
/// so that two passes over the same nodes, in two threads or one in a hook of the other, do not meet. A hash
/// table with linear probing, since there is a lookup for every edge.
class Gradients {
 public:
  /// The sum for result `output` of node; null when nothing has arrived.
  Tensor* find(const Node* node, std::uint32_t output) {
    Place& place = places_[index_of(node, output)];
    return place.node ? &place.sum : nullptr;
  }
  /// The same, to be given its first gradient when it is undefined.
  Tensor& at(const Node* node, std::uint32_t output) {
    if (2 * count_ >= places_.size()) grow();
    Place& place = places_[index_of(node, output)];
    if (!place.node) {
      place.node = node;
      place.output = output;
      ++count_;
    }
    return place.sum;
  }
  /// Takes the sum out; undefined when nothing has arrived.
  Tensor take(const Node* node, std::uint32_t output) {
    std::size_t hole = index_of(node, output);
    if (!places_[hole].node) return {};
    Tensor sum = std::move(places_[hole].sum);
    --count_;
    // What was pushed past the hole moves up, so that a search may stop at the first empty place.
    for (std::size_t i = next(hole); places_[i].node; i = next(i)) {
      const std::size_t home = home_of(places_[i].node, places_[i].output);
      if (((i - home) & mask()) < ((i - hole) & mask())) continue;
      places_[hole] = std::move(places_[i]);
      hole = i;
    }
    places_[hole].node = nullptr;
    return sum;
  }
  void clear() {  // after an error; and a table that a wide tape made large is not kept
    if (count_ == 0 && places_.size() <= 4096) return;
    places_.assign(64, {});
    count_ = 0;
  }

 private:
  struct Place {
    const Node* node = nullptr;
    std::uint32_t output = 0;
    Tensor sum;
  };
  std::size_t mask() const { return places_.size() - 1; }
  std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
  std::size_t home_of(const Node* node, std::uint32_t output) const {
    const auto key = reinterpret_cast<std::uintptr_t>(node) / 16 + output;
    return std::size_t((key * 0x9E3779B97F4A7C15u) >> 32) & mask();
  }
  std::size_t index_of(const Node* node, std::uint32_t output) const {
    std::size_t i = home_of(node, output);
    while (places_[i].node && (places_[i].node != node || places_[i].output != output)) i = next(i);
    return i;
  }
  void grow() {
    std::vector<Place> old(2 * places_.size());
    old.swap(places_);
    for (Place& place : old)
      if (place.node) places_[index_of(place.node, place.output)] = std::move(place);
  }
  std::vector<Place> places_ = std::vector<Place>(64);
  std::size_t count_ = 0;
};

}  // namespace wengert::autograd
