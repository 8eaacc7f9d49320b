// One number for each spatial dimension: an option's value such as a kernel size.
#pragma once
#include <array>
#include <cstddef>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "wengert/base/shape.h"

namespace wengert {

namespace detail {
/// Throws Error unless there are as many values as dimensions.
void check_expanding(std::size_t values, std::size_t dims);
}  // namespace detail

/// D numbers, made from a list of D or from one that stands for all: kernel_size(3), kernel_size({3, 5}).
template <std::size_t D, class T = std::int64_t>
class ExpandingArray {
 public:
  ExpandingArray(T one) { values_.fill(one); }
  ExpandingArray(const std::array<T, D>& values) : values_(values) {}
  ExpandingArray(std::initializer_list<T> list) { assign(list.begin(), list.size()); }
  ExpandingArray(const std::vector<T>& list) { assign(list.data(), list.size()); }
  ExpandingArray(IntArrayRef list) { assign(list.data(), list.size()); }

  std::array<T, D>& operator*() { return values_; }
  const std::array<T, D>& operator*() const { return values_; }
  std::array<T, D>* operator->() { return &values_; }
  const std::array<T, D>* operator->() const { return &values_; }
  operator IntArrayRef() const { return {values_.data(), D}; }
  std::size_t size() const noexcept { return D; }

 private:
  void assign(const T* list, std::size_t n) {
    detail::check_expanding(n, D);
    for (std::size_t d = 0; d < D; ++d) values_[d] = list[d];
  }
  std::array<T, D> values_;
};

/// "3" for one dimension, "[3, 5]" for more.
template <std::size_t D>
std::ostream& operator<<(std::ostream& out, const ExpandingArray<D>& values) {
  return D == 1 ? out << (*values)[0] : out << to_string(values);
}

}  // namespace wengert
