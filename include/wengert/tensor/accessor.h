// Indexing without checks, for loops over elements in user code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace wengert {

/// a[i][j]... over a tensor's elements; made by Tensor::accessor<T, N>(). Indices are not checked.
template <class T, std::size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const std::int64_t* sizes, const std::int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  std::conditional_t<N == 1, T&, TensorAccessor<T, N - 1>> operator[](std::int64_t i) const {
    if constexpr (N == 1)
      return data_[i * strides_[0]];
    else
      return {data_ + i * strides_[0], sizes_ + 1, strides_ + 1};
  }
  std::int64_t size(std::int64_t d) const { return sizes_[d]; }
  std::int64_t stride(std::int64_t d) const { return strides_[d]; }
  T* data() const { return data_; }

 private:
  T* data_;
  const std::int64_t* sizes_;
  const std::int64_t* strides_;
};

template <class T>
class TensorAccessor<T, 0> {
 public:
  TensorAccessor(T* data, const std::int64_t*, const std::int64_t*) : data_(data) {}
  operator T&() const { return *data_; }
  T& operator=(const T& value) const { return *data_ = value; }

 private:
  T* data_;
};

}  // namespace wengert
