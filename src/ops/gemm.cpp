// C = op(A) op(B):  dA = dC op(B)^T,  dB = op(A)^T dC,  each transposed again where op transposes. The family
// is closed under its own gradients, so one function serves all orders.
#include "ops/gemm.h"
#include "autograd/record.h"
#include "kernels/loop.h"
#include "ops/in_place.h"
#include "tensor/check.h"
#include "tensor/dense.h"
#include "tensor/dispatch.h"
#include "tensor/elementwise.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::record;
using autograd::saving;

void check_dims(const char* op, const Tensor& a, std::int64_t dims_a, const Tensor& b, std::int64_t dims_b) {
  check_factors(op, a, b);
  if (a.dim() != dims_a || b.dim() != dims_b) [[unlikely]]
    fail("{}: got shapes {} and {}, wants {} and {} dimensions{}", op, a.sizes(), b.sizes(), dims_a, dims_b,
         a.dim() > 0 && b.dim() > 0 ? "; matmul takes any" : "");
}

namespace {

Trans flip(Trans t) { return t == Trans::No ? Trans::Yes : Trans::No; }

/// An operand as BLAS wants it: rows `ld` apart, perhaps of the transpose. A copy only when neither stride of
/// the matrix is 1.
struct Factor {
  Tensor x;
  Trans trans;
  std::int64_t ld;

  Factor(const Tensor& x_, Trans trans_) : x(x_), trans(trans_) {
    if (fits(2, 1)) return;
    if (fits(1, 2)) {
      trans = flip(trans_);
      return;
    }
    x = dense(x_);
    ld = std::max<std::int64_t>(size(1), 1);
  }

 private:
  std::int64_t size(std::int64_t from_end) const { return x.impl()->sizes[x.dim() - from_end]; }
  bool fits(std::int64_t row, std::int64_t col) {
    const std::int64_t rows = size(row), cols = size(col);
    const Shape& strides = x.impl()->strides;
    if (cols > 1 && strides[x.dim() - col] != 1) return false;
    ld = rows > 1 ? strides[x.dim() - row] : std::max<std::int64_t>(cols, 1);
    return ld >= std::max<std::int64_t>(cols, 1);
  }
};

std::int64_t rows_of(const Tensor& x, Trans t) { return x.impl()->sizes[x.dim() - (t == Trans::No ? 2 : 1)]; }
std::int64_t cols_of(const Tensor& x, Trans t) { return x.impl()->sizes[x.dim() - (t == Trans::No ? 1 : 2)]; }
Shape batch_of(const Shape& sizes) { return IntArrayRef(sizes.data(), std::size_t(sizes.size() - 2)); }

/// The strides of x's leading dimensions, seen as `batch`.
Shape batch_strides(const Tensor& x, const Shape& batch) {
  Shape strides = Shape::filled(batch.size(), 0);
  const std::int64_t n = x.dim() - 2, added = batch.size() - n;
  for (std::int64_t d = 0; d < n; ++d)
    if (x.impl()->sizes[d] != 1) strides[added + d] = x.impl()->strides[d];
  return strides;
}

template <class T>
void multiply_batches(const kernels::Loop& batch, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
                      const Factor& a, const Factor& b, T beta, T* c) {
  const T *pa = elements<const T>(a.x), *pb = elements<const T>(b.x);
  const std::int64_t count = batch.size[0];
  if (batch.ndim == 1 && batch.stride[0][2] == 0 && a.trans == Trans::No && batch.stride[0][1] == m * a.ld)
    // one right-hand side for all: the rows of all matrices are the rows of one
    kernels::gemm(a.trans, b.trans, m * count, n, k, alpha, pa, a.ld, pb, b.ld, beta, c, n);
  else
    kernels::gemm_batched(a.trans, b.trans, m, n, k, alpha, pa, a.ld, pb, b.ld, beta, c, n, batch);
}

}  // namespace

void check_factors(const char* op, const Tensor& a, const Tensor& b) {
  check_defined(op, "the first tensor", a);
  check_defined(op, "the second tensor", b);
  if (a.dtype() != b.dtype()) [[unlikely]]
    fail("{}: the factors are {} and {}, wants one type; convert one with to()", op, describe(a),
         describe(b));
  if (a.dtype() == ScalarType::Bool) [[unlikely]]
    fail("{}: not defined for bool", op);
}

void multiply_into(const char* op, const Tensor& c, const Scalar& alpha, const Tensor& a, Trans ta,
                   const Tensor& b, Trans tb, const Scalar& beta) {
  const std::int64_t m = rows_of(a, ta), k = cols_of(a, ta), n = cols_of(b, tb);
  if (c.numel() == 0) return;
  const Factor fa(a, ta), fb(b, tb);
  dispatch_numbers(op, c.dtype(), [&]<class T>(T) {
    T* pc = elements<T>(c);
    const T scale = alpha.to<T>(), keep = beta.to<T>();
    if (c.dim() == 2) {
      kernels::gemm(fa.trans, fb.trans, m, n, k, scale, elements<const T>(fa.x), fa.ld,
                    elements<const T>(fb.x), fb.ld, keep, pc, n);
      return;
    }
    const Shape batch = batch_of(c.impl()->sizes);
    const kernels::Loop loop(
        batch, {batch_of(c.impl()->strides), batch_strides(fa.x, batch), batch_strides(fb.x, batch)});
    if (loop.ndim == 0)
      kernels::gemm(fa.trans, fb.trans, m, n, k, scale, elements<const T>(fa.x), fa.ld,
                    elements<const T>(fb.x), fb.ld, keep, pc, n);
    else
      multiply_batches(loop, m, n, k, scale, fa, fb, keep, pc);
  });
}

namespace {

/// A vector as the one row of a matrix; not recorded.
Tensor as_row(const Tensor& x) {
  return make_alias(x, {1, x.numel()}, {x.numel(), x.impl()->strides[0]}, x.storage_offset());
}

/// The shape of op(a) op(b). Throws Error when there is none.
Shape product_sizes(const char* op, const Tensor& a, Trans ta, const Tensor& b, Trans tb) {
  const std::int64_t k = a.dim() == 1 ? a.numel() : cols_of(a, ta);
  if (rows_of(b, tb) != k) [[unlikely]]
    fail("{}: {} times {}: sizes {} and {} of the dimension to sum over differ", op, a.sizes(), b.sizes(), k,
         rows_of(b, tb));
  Shape sizes;
  if (a.dim() > 2 || b.dim() > 2)
    sizes = broadcast_shapes(op, batch_of(a.impl()->sizes), batch_of(b.impl()->sizes));
  if (a.dim() > 1) sizes.push_back(rows_of(a, ta));
  sizes.push_back(cols_of(b, tb));
  return sizes;
}

}  // namespace

Tensor multiply(const char* op, const Tensor& a, Trans ta, const Tensor& b, Trans tb) {
  const Tensor c = make_tensor(product_sizes(op, a, ta, b, tb), a.dtype());
  if (a.dim() == 1)
    multiply_into(op, as_row(c), 1, as_row(a), Trans::No, b, tb, 0);
  else
    multiply_into(op, c, 1, a, ta, b, tb, 0);
  // one right-hand side for many rows: its gradient is one product over all of them
  const bool shared = b.dim() == 2 && a.dim() != 2 && ta == Trans::No;
  return record(op, c, {a, b},
                saving(b,
                       [=](const Tensor& dc, const Tensor& saved_b) {
                         return ta == Trans::No ? multiply(op, dc, Trans::No, saved_b, flip(tb))
                                                : multiply(op, saved_b, tb, dc, Trans::Yes);
                       }),
                saving(a, [=](const Tensor& dc, const Tensor& saved_a) {
                  if (shared)
                    return tb == Trans::No ? multiply_rows(op, saved_a, dc) : multiply_rows(op, dc, saved_a);
                  return tb == Trans::No ? multiply(op, saved_a, flip(ta), dc, Trans::No)
                                         : multiply(op, dc, Trans::Yes, saved_a, ta);
                }));
}

Tensor multiply_rows(const char* op, const Tensor& a, const Tensor& b) {
  const auto rows = [](const Tensor& x) {  // [..., cols] as one matrix
    if (x.dim() == 2) return x;
    const Tensor y = dense(x);
    const std::int64_t cols = y.impl()->sizes.back();
    const std::int64_t n = product(IntArrayRef(y.impl()->sizes.data(), std::size_t(y.dim() - 1)));
    return make_alias(y, {n, cols}, {cols, 1}, y.storage_offset());
  };
  const Tensor c = make_tensor({a.impl()->sizes.back(), b.impl()->sizes.back()}, a.dtype());
  multiply_into(op, c, 1, rows(a), Trans::Yes, rows(b), Trans::No, 0);
  return record(
      op, c, {a, b},
      saving(b, [=](const Tensor& dc,
                    const Tensor& saved_b) { return multiply(op, saved_b, Trans::No, dc, Trans::Yes); }),
      saving(a, [=](const Tensor& dc, const Tensor& saved_a) {
        return multiply(op, saved_a, Trans::No, dc, Trans::No);
      }));
}

}  // namespace wengert
