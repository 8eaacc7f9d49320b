// softmax and log_softmax over the rows of a contiguous [rows, cols].
//
//   m = max_j x_j,  s = sum_j exp(x_j - m)
//   softmax:      y_j = exp(x_j - m) / s       dx_j = y_j (dy_j - sum_k dy_k y_k)
//   log_softmax:  y_j = x_j - m - log s        dx_j = dy_j - exp(y_j) sum_k dy_k
//
// T: float, double. A row that is all -inf, or holds NaN or +inf, gives NaN. y may be x, dx may be dy.
#pragma once
#include <cstdint>

namespace wengert::kernels {

template <class T>
void softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y);
template <class T>
void log_softmax(const T* x, std::int64_t rows, std::int64_t cols, T* y);

template <class T>
void softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx);
template <class T>
void log_softmax_backward(const T* dy, const T* y, std::int64_t rows, std::int64_t cols, T* dx);

}  // namespace wengert::kernels
