// cat: several tensors one behind the other. Its gradient cuts dy into the pieces that came from each.
#include <algorithm>

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/elementwise.h"
#include "tensor/promote.h"
#include "tensor/tensor.h"
#include "wengert/ops/cat.h"
#include "wengert/ops/creation.h"

namespace wengert {

namespace {

/// An empty vector, which cat takes beside tensors of any shape.
bool is_nothing(const Tensor& x) { return x.dim() == 1 && x.numel() == 0; }

/// Joins tensors that have been checked; any is_nothing() among them are there for the tape.
Tensor join(const TensorList& parts, std::int64_t d, const Shape& sizes, ScalarType dtype) {
  const Tensor y = make_tensor(sizes, dtype);
  std::int64_t first = 0;
  for (const Tensor& part : parts) {
    if (is_nothing(part)) continue;
    Shape piece = sizes;
    piece[d] = part.sizes()[std::size_t(d)];
    copy_elements(make_alias(y, piece, y.strides(), first * y.strides()[std::size_t(d)]), part);
    first += piece[d];
  }
  std::vector<std::int64_t> lengths;  // -1: an empty vector
  for (const Tensor& part : parts) lengths.push_back(is_nothing(part) ? -1 : part.sizes()[std::size_t(d)]);
  return autograd::record("cat", y, std::span(parts), [d, lengths = std::move(lengths)](const Tensor& dy) {
    TensorList dx(lengths.size());
    std::int64_t at = 0;
    for (std::size_t i = 0; i < dx.size(); ++i) {
      const std::int64_t length = std::max<std::int64_t>(lengths[i], 0);
      if (autograd::needs(i)) dx[i] = lengths[i] < 0 ? zeros({0}, dy.dtype()) : dy.narrow(d, at, length);
      at += length;
    }
    return dx;
  });
}

/// The type in which all tensors meet.
ScalarType common_type(const char* op, const TensorList& tensors) {
  if (tensors.empty()) fail("{}: got no tensors", op);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (!tensors[i].defined()) fail("{}: tensor {} is undefined", op, i);
  ScalarType dtype = tensors[0].dtype();
  for (const Tensor& x : tensors) dtype = promote_types(dtype, x.dtype());
  return dtype;
}

}  // namespace

Tensor cat(const TensorList& tensors, std::int64_t d) {
  const ScalarType dtype = common_type("cat", tensors);
  TensorList parts;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].dim() == 0) fail("cat: tensor {} is 0-d; use stack", i);
    if (!is_nothing(tensors[i])) parts.push_back(tensors[i]);
  }
  if (parts.empty()) parts = tensors;
  Shape sizes = parts[0].sizes();
  const std::int64_t at = wrap_dim("cat", d, sizes.size());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Shape other = parts[i].sizes();
    bool fits = other.size() == sizes.size();
    for (std::int64_t k = 0; fits && k < sizes.size(); ++k) fits = k == at || other[k] == sizes[k];
    if (!fits)
      fail("cat: shapes {} and {} differ outside of dimension {}", parts[0].sizes(), parts[i].sizes(), at);
    if (__builtin_add_overflow(sizes[at], other[at], &sizes[at]))
      fail("cat: the sizes along dimension {} add up to too much", at);
  }
  return join(tensors, at, sizes, dtype);
}

Tensor stack(const TensorList& tensors, std::int64_t d) {
  const ScalarType dtype = common_type("stack", tensors);
  const Shape one = tensors[0].sizes();
  const std::int64_t at = wrap_dim("stack", d, one.size() + 1);
  for (const Tensor& x : tensors)
    if (!(x.sizes() == one))
      fail("stack: shapes {} and {} differ, wants tensors of one shape", one, x.sizes());
  TensorList parts;
  for (const Tensor& x : tensors) parts.push_back(x.unsqueeze(at));
  Shape sizes = parts[0].sizes();
  sizes[at] = std::int64_t(tensors.size());
  return join(parts, at, sizes, dtype);
}

Tensor vstack(const TensorList& tensors) {
  common_type("vstack", tensors);
  TensorList rows;
  for (const Tensor& x : tensors) rows.push_back(x.dim() < 2 ? x.reshape({1, -1}) : x);
  return cat(rows, 0);
}

Tensor hstack(const TensorList& tensors) {
  common_type("hstack", tensors);
  TensorList columns;
  for (const Tensor& x : tensors) columns.push_back(x.dim() < 1 ? x.reshape(1) : x);
  return cat(columns, columns[0].dim() == 1 ? 0 : 1);
}

}  // namespace wengert
