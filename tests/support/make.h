// Small tensors written out.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "wengert/wengert.h"

namespace wengert::testing {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// make<float>({1, 2, 3, 4}, {2, 2}); a vector without sizes.
template <class T>
Tensor make(std::initializer_list<T> values, std::vector<std::int64_t> sizes = {-1}) {
  if (sizes == std::vector<std::int64_t>{-1}) sizes = {std::int64_t(values.size())};
  Tensor x = zeros(sizes, dtype_of<T>());
  std::copy(values.begin(), values.end(), x.data_ptr<T>());
  return x;
}

/// The matrix seen with rows and columns exchanged.
inline Tensor turned(const Tensor& x) {
  return x.as_strided({x.size(1), x.size(0)}, {x.stride(1), x.stride(0)});
}

/// A bool tensor of a shape: true, false, true, false, ...
inline Tensor alternating(IntArrayRef sizes) {
  Tensor x = zeros(sizes, kBool);
  for (std::int64_t i = 0; i < x.numel(); i += 2) x.data_ptr<bool>()[i] = true;
  return x;
}

}  // namespace wengert::testing
