// Rows named by a list of indices: index_select, and its opposites index_add and index_copy.
//
//   index_select  y[.., i, ..] = x[.., index[i], ..]         its gradient adds rows into zeros
//   index_add     y = x, y[.., index[i], ..] += a source[.., i, ..]
//   index_copy    y = x, y[.., index[i], ..] = source[.., i, ..]
#include "wengert/ops/index_select.h"
#include "kernels/index.h"
#include "ops/check_index.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"

namespace wengert {

using autograd::in_place;
using autograd::record;
using autograd::recording;
using autograd::saving;
using kernels::Rows;

namespace {

Rows rows_of(IntArrayRef sizes, std::int64_t d, std::int64_t m) {
  Rows rows{1, sizes.empty() ? 1 : sizes[std::size_t(d)], 1, m};
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (std::int64_t(i) != d) (std::int64_t(i) < d ? rows.outer : rows.inner) *= sizes[i];
  return rows;
}

std::int64_t size_at(const Tensor& x, std::int64_t d) { return x.dim() ? x.sizes()[std::size_t(d)] : 1; }
const std::int64_t* numbers(const Tensor& index) { return index.data_ptr<std::int64_t>(); }

/// The value of x's rows, and the other way round; index is contiguous.
Tensor taken(const Tensor& x, std::int64_t d, const Tensor& index, const Shape& sizes) {
  NoGradGuard quiet;
  const Tensor from = x.contiguous(), y = make_tensor(sizes, x.dtype());
  kernels::take_rows(x.dtype(), rows_of(x.sizes(), d, index.numel()), y.data_ptr(), from.data_ptr(),
                     numbers(index));
  return y;
}

void add_into(const Tensor& y, std::int64_t d, const Tensor& index, const Tensor& source, double alpha) {
  NoGradGuard quiet;
  const Tensor from = source.contiguous();
  kernels::add_rows(y.dtype(), rows_of(y.sizes(), d, index.numel()), y.data_ptr(), from.data_ptr(),
                    numbers(index), alpha);
}

void put_into(const Tensor& y, std::int64_t d, const Tensor& index, const Tensor& source) {
  NoGradGuard quiet;
  const Tensor from = source.contiguous();
  kernels::put_rows(y.dtype(), rows_of(y.sizes(), d, index.numel()), y.data_ptr(), from.data_ptr(),
                    numbers(index));
}

Tensor select_rows(const Tensor& x, std::int64_t d, const Tensor& index);

/// Zeros of a shape with dy's rows added.
Tensor spread_rows(const Tensor& dy, std::int64_t d, const Tensor& index, const Shape& sizes) {
  const Tensor y = zeros(sizes, dy.dtype());
  add_into(y, d, index, dy, 1);
  return record("index_select_backward", y, {dy},
                saving(index, [d](const Tensor& ddy, const Tensor& saved_index) {
                  return select_rows(ddy, d, saved_index);
                }));
}

Tensor select_rows(const Tensor& x, std::int64_t d, const Tensor& index) {
  const Shape whole = x.sizes();
  Shape sizes = whole;
  if (!sizes.empty()) sizes[d] = index.numel();
  return record("index_select", taken(x, d, index, sizes), {x},
                saving(index, [d, whole](const Tensor& dy, const Tensor& saved_index) {
                  return spread_rows(dy, d, saved_index, whole);
                }));
}

/// The index as a vector of its own, which no caller can change under the tape.
Tensor checked_index(const char* op, const Tensor& x, std::int64_t d, const Tensor& index) {
  check_index(op, index, size_at(x, d), d, false);
  if (index.dim() > 1) fail("{}: the index must have 1 dimension, got shape {}", op, index.sizes());
  if (x.dim() == 0 && index.numel() != 1) fail("{}: a 0-d tensor takes one index, got {}", op, index.numel());
  return index.contiguous();
}

/// Checks what index_add and index_copy write. Returns the dimension.
std::int64_t check_source(const char* op, const Tensor& x, std::int64_t d, const Tensor& index,
                          const Tensor& source) {
  check_defined(op, "the tensor", x);
  check_defined(op, "the source", source);
  check_defined(op, "the index", index);
  const std::int64_t at = wrap_dim(op, d, x.dim());
  if (x.dtype() != source.dtype())
    fail("{}: the source is {}, but the tensor is {}", op, source.dtype(), x.dtype());
  Shape wanted = x.sizes();
  if (!wanted.empty()) wanted[at] = index.numel();
  if (!(source.sizes() == wanted))
    fail("{}: the source has shape {}, but {} indices along dimension {} of shape {} take {}", op,
         source.sizes(), index.numel(), at, x.sizes(), wanted);
  return at;
}

/// True when rows may be written straight into x's memory.
bool writable(const Tensor& x, const Tensor& source) {
  return !recording({x, source}) && x.is_contiguous() && x.impl()->storage != source.impl()->storage;
}

}  // namespace

Tensor index_select(const Tensor& x, std::int64_t d, const Tensor& index) {
  check_defined("index_select", "the tensor", x);
  const std::int64_t at = wrap_dim("index_select", d, x.dim());
  return select_rows(x, at, checked_index("index_select", x, at, index));
}

Tensor index_add(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source,
                 const Scalar& alpha) {
  const std::int64_t at = check_source("index_add", x, d, index, source);
  const Tensor i = checked_index("index_add", x, at, index);
  const Tensor y = x.detach().clone();
  add_into(y, at, i, source, alpha.to_double());
  return record(
      "index_add", y, {x, source}, [](const Tensor& dy) { return dy; },  // dx
      saving(i, [at, alpha](const Tensor& dy, const Tensor& saved_index) {
        const Tensor rows = select_rows(dy, at, saved_index);
        return alpha.to_double() == 1 ? rows : rows * alpha;
      }));  // dsource
}

Tensor& Tensor::index_add_(std::int64_t d, const Tensor& index, const Tensor& source,
                           const Scalar& alpha) const {
  const std::int64_t at = check_source("index_add_", *this, d, index, source);
  const Tensor i = checked_index("index_add_", *this, at, index);
  if (!writable(*this, source))
    return in_place("index_add_", *this, {source},
                    [&](const Tensor& x) { return wengert::index_add(x, at, i, source, alpha); });
  autograd::check_in_place("index_add_", *this);
  add_into(*this, at, i, source, alpha.to_double());
  impl_->storage->advance("index_add_");
  return const_cast<Tensor&>(*this);
}

Tensor index_copy(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source) {
  const std::int64_t at = check_source("index_copy", x, d, index, source);
  const Tensor i = checked_index("index_copy", x, at, index);
  const Tensor y = x.detach().clone();
  put_into(y, at, i, source);
  return record("index_copy", y, {x, source},
                saving(i,
                       [at](const Tensor& dy, const Tensor& saved_index) {
                         Shape sizes = dy.sizes();
                         if (!sizes.empty()) sizes[at] = saved_index.numel();
                         return index_copy(dy, at, saved_index, zeros(sizes, dy.dtype()));
                       }),  // dx
                saving(i, [at](const Tensor& dy, const Tensor& saved_index) {
                  return select_rows(dy, at, saved_index);
                }));  // dsource
}

Tensor& index_copy_(const Tensor& x, std::int64_t d, const Tensor& index, const Tensor& source) {
  const std::int64_t at = check_source("index_copy_", x, d, index, source);
  const Tensor i = checked_index("index_copy_", x, at, index);
  if (!writable(x, source))
    return in_place("index_copy_", x, {source},
                    [&](const Tensor& self) { return index_copy(self, at, i, source); });
  autograd::check_in_place("index_copy_", x);
  put_into(x, at, i, source);
  x.impl()->storage->advance("index_copy_");
  return const_cast<Tensor&>(x);
}

Tensor Tensor::index_select(std::int64_t d, const Tensor& index) const {
  return wengert::index_select(*this, d, index);
}
Tensor Tensor::index_add(std::int64_t d, const Tensor& index, const Tensor& source,
                         const Scalar& alpha) const {
  return wengert::index_add(*this, d, index, source, alpha);
}

}  // namespace wengert
