// Sizes and strides: a borrowed list of integers, and a small list that lives inline.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace wengert {

/// The most dimensions a tensor can have. Shapes live inside the tensor, so that making one costs no
/// allocation; eight is more than a batched multi-head attention or a 3-d convolution needs.
inline constexpr std::int64_t kMaxDims = 8;

class Shape;

/// A view of integers that somebody else keeps: what functions take for sizes, strides and dimensions.
/// Made from {2, 3}, a std::vector, a Shape, or a single integer.
class IntArrayRef {
 public:
  constexpr IntArrayRef() = default;
  constexpr IntArrayRef(const std::int64_t* data, std::size_t size) : data_(data), size_(size) {}
  constexpr IntArrayRef(const std::int64_t& one) : data_(&one), size_(1) {}
  IntArrayRef(const std::vector<std::int64_t>& v) : data_(v.data()), size_(v.size()) {}
  constexpr IntArrayRef(const std::initializer_list<std::int64_t>& list) : size_(list.size()) {
    data_ = list.begin();  // in the body, where g++ sees no promise to keep the list alive
  }
  IntArrayRef(const Shape& shape);

  constexpr const std::int64_t* begin() const { return data_; }
  constexpr const std::int64_t* end() const { return data_ + size_; }
  constexpr const std::int64_t* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const std::int64_t& operator[](std::size_t i) const { return data_[i]; }
  constexpr const std::int64_t& front() const { return data_[0]; }
  constexpr const std::int64_t& back() const { return data_[size_ - 1]; }
  std::vector<std::int64_t> vec() const { return {begin(), end()}; }
  bool equals(IntArrayRef other) const { return *this == other; }

  friend constexpr bool operator==(IntArrayRef a, IntArrayRef b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (a.data_[i] != b.data_[i]) return false;
    return true;
  }

 private:
  const std::int64_t* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Up to kMaxDims integers, kept inline: a tensor's sizes or strides.
class Shape {
 public:
  Shape() = default;
  Shape(IntArrayRef values);  // throws Error when there are more than kMaxDims
  Shape(std::initializer_list<std::int64_t> values) : Shape(IntArrayRef(values)) {}
  Shape(const Shape& other) : size_(other.size_) { copy(other); }
  Shape& operator=(const Shape& other) {
    size_ = other.size_;
    copy(other);
    return *this;
  }
  /// n copies of value.
  static Shape filled(std::int64_t n, std::int64_t value);

  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t& operator[](std::int64_t i) { return values_[i]; }
  std::int64_t operator[](std::int64_t i) const { return values_[i]; }
  std::int64_t back() const { return values_[size_ - 1]; }
  const std::int64_t* data() const { return values_; }
  std::int64_t* begin() { return values_; }
  std::int64_t* end() { return values_ + size_; }
  const std::int64_t* begin() const { return values_; }
  const std::int64_t* end() const { return values_ + size_; }

  void push_back(std::int64_t value);  // throws Error when full
  void insert(std::int64_t at, std::int64_t value);
  void erase(std::int64_t at);

  friend bool operator==(const Shape& a, const Shape& b) { return IntArrayRef(a) == IntArrayRef(b); }
  friend bool operator==(const Shape& a, IntArrayRef b) { return IntArrayRef(a) == b; }

 private:
  void copy(const Shape& other) {
    for (std::int64_t i = 0; i < size_; ++i) values_[i] = other.values_[i];
  }
  std::int64_t values_[kMaxDims];
  std::int64_t size_ = 0;
};

inline IntArrayRef::IntArrayRef(const Shape& shape) : data_(shape.data()), size_(std::size_t(shape.size())) {}

/// "[2, 3]".
std::string to_string(IntArrayRef values);

}  // namespace wengert
