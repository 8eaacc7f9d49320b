// Matrix products on row-major memory, through OpenBLAS.
//
// OpenBLAS itself stays on one thread; large products are cut here into blocks whose borders depend on the
// shape only, so that the bits of a result do not depend on the number of threads. Sizes beyond BLAS's int
// throw Error.
#pragma once
#include <cstdint>

#include "kernels/loop.h"

namespace wengert::kernels {

enum class Trans : bool { No, Yes };

/// C[m, n] = alpha op(A) op(B) + beta C, with op(A) [m, k] and op(B) [k, n]. lda, ldb, ldc are the distances
/// between rows as stored: A is [m, lda] or, with Trans::Yes, [k, lda]. beta = 0 ignores what C holds (NaN
/// too); k = 0 gives beta C. T: float, double (BLAS), int64_t (a plain loop, wrapping).
template <class T>
void gemm(Trans ta, Trans tb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const T* a,
          std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc);

/// Such a product for every point of a box, whose operands are C, A and B: its strides lead from one matrix
/// to the next (0 shares one; not for C).
template <class T>
void gemm_batched(Trans ta, Trans tb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const T* a,
                  std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc,
                  const Loop& batch);

/// y[m] = alpha op(A) x[k] + beta y for A stored with rows lda apart. T: float, double, int64_t.
template <class T>
void gemv(Trans ta, std::int64_t m, std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* x, T beta,
          T* y);

/// sum_i a_i b_i. T: float, double, int64_t. Fixed blocks, their totals in double.
template <class T>
T dot(const T* a, const T* b, std::int64_t n);

/// y[rows, out] = x[rows, in] weight[out, in]^T + bias[out]; bias may be null. T: float, double, int64_t.
template <class T>
void linear(const T* x, const T* weight, const T* bias, std::int64_t rows, std::int64_t in, std::int64_t out,
            T* y);

}  // namespace wengert::kernels
