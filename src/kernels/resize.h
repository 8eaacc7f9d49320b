// Resizing of images: x is `planes` contiguous planes of in_rows x in_cols elements. A sequence is an image of one
// row. T: float, double.
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// What one output of a resized dimension is made of: (1 - share) x[low] + share x[high]; x[low] alone where
/// both are the same.
struct Mix {
  std::int64_t low, high;
  double share;
};
struct Resizing {
  const Mix *rows, *cols;
  std::int64_t in_rows, in_cols, out_rows, out_cols;
};
template <class T>
void resize(const T* x, std::int64_t planes, const Resizing& r, T* y);
/// Adds dy's shares to dx, which was filled with zeros.
template <class T>
void resize_backward(const T* dy, std::int64_t planes, const Resizing& r, T* dx);

}  // namespace wengert::kernels
