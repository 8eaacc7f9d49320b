// A look at values that lie side by side and belong to somebody else.
#pragma once
#include <array>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace wengert {

/// Made from one value, a list in braces, an array or a vector, which must outlive it: an argument's type,
/// not a variable's. (IntArrayRef is the one for int64.)
template <class T>
class ArrayRef {
 public:
  using value_type = T;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, std::size_t size) : data_(data), size_(size) {}
  ArrayRef(const std::vector<T>& values) : data_(values.data()), size_(values.size()) {}
  template <std::size_t N>
  constexpr ArrayRef(const std::array<T, N>& values) : data_(values.data()), size_(N) {}
  constexpr ArrayRef(std::initializer_list<T> list) : size_(list.size()) {
    data_ = list.begin();  // in the body, where g++ sees no promise to keep the list alive
  }

  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T& operator[](std::size_t i) const { return data_[i]; }
  std::vector<T> vec() const { return {begin(), end()}; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace wengert
