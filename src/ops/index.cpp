// x[...] with integers, slices, None, Ellipsis, masks and index tensors; and writing to it.
//
// First the views: integers select, slices slice, None is a new dimension. What is left are index tensors for
// some dimensions. Those dimensions are made neighbours and joined into one, of P rows; the index tensors are
// broadcast and joined into one list of row numbers; and x[...] is index_select of these rows.
#include "wengert/ops/index.h"
#include "ops/check_index.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/index_select.h"
#include "wengert/ops/nonzero.h"

namespace wengert {

using indexing::TensorIndex;

namespace {

/// A view of x, and an index tensor (or none) for each of its first dimensions.
struct Indexed {
  Tensor view;
  TensorList by_dim;

  void put(std::int64_t d, const Tensor& index) {
    if (std::int64_t(by_dim.size()) <= d) by_dim.resize(std::size_t(d) + 1);
    by_dim[std::size_t(d)] = index;
  }
  bool has_tensors() const { return !by_dim.empty(); }
};

bool is_mask(const TensorIndex& i) { return i.is_tensor() && i.tensor().dtype() == kBool; }

/// How many dimensions of x an index speaks of.
std::int64_t dims_of(const TensorIndex& i) {
  if (i.is_integer() || i.is_slice()) return 1;
  if (!i.is_tensor()) return 0;
  return is_mask(i) ? i.tensor().dim() : 1;
}

/// Checks what can be checked before anything is looked at. Returns the number of dimensions spoken of.
std::int64_t check_indices(const char* op, const Tensor& x, const std::vector<TensorIndex>& indices) {
  check_defined(op, "the tensor", x);
  if (indices.empty()) fail("{}: got no indices", op);
  std::int64_t dims = 0, ellipses = 0;
  for (const TensorIndex& i : indices) {
    if (i.is_tensor()) {
      check_defined(op, "an index", i.tensor());
      if (i.tensor().is_floating_point())
        fail("{}: an index tensor must be int64 or bool, got {}", op, i.tensor().dtype());
    }
    ellipses += i.is_ellipsis();
    dims += dims_of(i);
  }
  if (ellipses > 1) fail("{}: got more than one Ellipsis", op);
  if (dims > x.dim())
    fail_index("{}: got indices for {} dimensions, but shape {} has {}", op, dims, x.sizes(), x.dim());
  return dims;
}

void put_mask(const char* op, Indexed& result, std::int64_t d, const Tensor& mask) {
  for (std::int64_t k = 0; k < mask.dim(); ++k)
    if (mask.sizes()[std::size_t(k)] != result.view.sizes()[std::size_t(d + k)])
      fail_index("{}: a mask of shape {} does not match shape {} from dimension {} on", op, mask.sizes(),
                 result.view.sizes(), d);
  const Tensor places = nonzero(mask);
  for (std::int64_t k = 0; k < mask.dim(); ++k) result.put(d + k, places.select(1, k));
}

/// A dimension of size 1 that is there once or not at all, for a bool among the indices.
void put_bool(Indexed& result, std::int64_t d, bool there) {
  result.view = result.view.unsqueeze(d);
  result.put(d, zeros(there ? 1 : 0, kLong));
}

Indexed resolve(const char* op, const Tensor& x, const std::vector<TensorIndex>& indices) {
  const std::int64_t spoken_of = check_indices(op, x, indices);
  Indexed result{x, {}};
  std::int64_t d = 0;
  for (const TensorIndex& i : indices) {
    if (i.is_none()) {
      result.view = result.view.unsqueeze(d++);
    } else if (i.is_ellipsis()) {
      d += x.dim() - spoken_of;
    } else if (i.is_integer()) {
      result.view = result.view.select(d, i.integer());
    } else if (i.is_slice()) {
      result.view = result.view.slice(d++, i.slice().start(), i.slice().stop(), i.slice().step());
    } else if (i.is_boolean()) {
      put_bool(result, d++, i.boolean());
    } else if (is_mask(i) && i.tensor().dim() == 0) {
      put_bool(result, d++, i.tensor().item<bool>());
    } else if (is_mask(i)) {
      put_mask(op, result, d, i.tensor());
      d += i.tensor().dim();
    } else if (i.tensor().dim() == 0) {
      result.view = result.view.select(d, i.tensor().item<std::int64_t>());
    } else {
      result.put(d++, i.tensor());
    }
  }
  return result;
}

/// The dimensions with index tensors as neighbours, joined: x seen as [before..., P, after...].
struct Joined {
  Shape order;            // the permutation that makes them neighbours
  Shape before, after;    // sizes
  std::int64_t rows = 1;  // P
  Shape index_sizes;      // of the broadcast index tensors
  Tensor row;             // their numbers of rows, [n]
  bool permuted = false;

  Shape with(const Shape& middle) const {
    Shape all = before;
    for (std::int64_t s : middle) all.push_back(s);
    for (std::int64_t s : after) all.push_back(s);
    return all;
  }
  Tensor joined(const Tensor& x) const {
    std::int64_t outer = 1, inner = 1;
    for (std::int64_t s : before) outer *= s;
    for (std::int64_t s : after) inner *= s;
    return (permuted ? x.permute(order) : x).reshape({outer, rows, inner});
  }
};

/// number = sum over the dimensions of index * stride, with negative indices wrapped.
Tensor row_numbers(const char* op, const TensorList& indices, const Shape& dims, const Shape& sizes,
                   const Shape& index_sizes) {
  const Tensor number = zeros(product(index_sizes), kLong);
  std::int64_t* to = number.data_ptr<std::int64_t>();
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const std::int64_t size = sizes[std::int64_t(k)];
    check_index(op, indices[k], size, dims[std::int64_t(k)], true);
    const Tensor all = indices[k].expand(index_sizes).contiguous();
    const std::int64_t* from = all.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < number.numel(); ++i)
      to[i] = to[i] * size + from[i] + (from[i] < 0 ? size : 0);
  }
  return number;
}

Joined join(const char* op, const Tensor& x, const TensorList& by_dim) {
  Joined j;
  TensorList indices;
  Shape dims, sizes;  // of the dimensions with an index
  bool any = false;
  for (std::int64_t d = 0; d < std::int64_t(by_dim.size()); ++d) {
    const Tensor& index = by_dim[std::size_t(d)];
    if (!index.defined()) continue;
    j.index_sizes = any ? broadcast_shapes(op, j.index_sizes, index.sizes()) : Shape(index.sizes());
    any = true;
    indices.push_back(index);
    dims.push_back(d);
    sizes.push_back(x.sizes()[std::size_t(d)]);
    j.rows *= sizes.back();
  }
  j.permuted = dims.back() - dims[0] + 1 != dims.size();
  if (j.permuted) j.order = dims;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    if (d < std::int64_t(by_dim.size()) && by_dim[std::size_t(d)].defined()) continue;
    (j.permuted || d > dims[0] ? j.after : j.before).push_back(x.sizes()[std::size_t(d)]);
    if (j.permuted) j.order.push_back(d);
  }
  j.row = row_numbers(op, indices, dims, sizes, j.index_sizes);
  return j;
}

/// x with value at the places of j.
Tensor put(const Tensor& x, const Joined& j, const Tensor& value, bool accumulate) {
  const Tensor box = j.joined(x);
  const Tensor rows = value.expand(j.with(j.index_sizes)).reshape({box.size(0), j.row.numel(), box.size(2)});
  const Tensor y = accumulate ? index_add(box, 1, j.row, rows) : index_copy(box, 1, j.row, rows);
  if (!j.permuted) return y.reshape(x.sizes());
  Shape sizes = x.sizes(), back = j.order;
  for (std::int64_t d = 0; d < x.dim(); ++d) {
    sizes[d] = x.sizes()[std::size_t(j.order[d])];
    back[j.order[d]] = d;
  }
  return y.reshape(sizes).permute(back);
}

/// value without leading dimensions of size 1, which it may have beyond those of the places.
Tensor without_leading_ones(const Tensor& value) {
  std::int64_t n = 0;
  while (n < value.dim() && value.sizes()[std::size_t(n)] == 1) ++n;
  const IntArrayRef sizes = value.sizes();
  return n == 0 ? value : value.view(IntArrayRef(sizes.begin() + n, sizes.size() - std::size_t(n)));
}

/// An error unless value can be written to the places.
void check_value(const char* op, const Tensor& x, const Tensor& value, const Shape& places) {
  if (value.dtype() != x.dtype())
    fail("{}: the value is {}, but the tensor is {}", op, value.dtype(), x.dtype());
  if (!(broadcast_shapes(op, places, value.sizes()) == places))
    fail("{}: a value of shape {} does not broadcast to the places' shape {}", op, value.sizes(), places);
}

}  // namespace

Tensor index(const Tensor& x, const std::vector<TensorIndex>& indices) {
  const Indexed i = resolve("index", x, indices);
  if (!i.has_tensors()) return i.view.is_same(x) ? x.view(x.sizes()) : i.view;
  const Joined j = join("index", i.view, i.by_dim);
  return index_select(j.joined(i.view), 1, j.row).reshape(j.with(j.index_sizes));
}

Tensor& index_put_(const Tensor& x, const std::vector<TensorIndex>& indices, const Tensor& source,
                   bool accumulate) {
  check_defined("index_put_", "the value", source);
  const Tensor value = without_leading_ones(source);
  const Indexed i = resolve("index_put_", x, indices);
  autograd::check_in_place("index_put_", x);
  if (!i.has_tensors()) {
    accumulate ? i.view.add_(value) : i.view.copy_(value);
    return const_cast<Tensor&>(x);
  }
  const Joined j = join("index_put_", i.view, i.by_dim);
  check_value("index_put_", x, value, j.with(j.index_sizes));
  if (!j.permuted && i.view.is_contiguous() && !autograd::recording({x, value})) {
    const Tensor box = j.joined(i.view);
    const Tensor rows =
        value.expand(j.with(j.index_sizes)).reshape({box.size(0), j.row.numel(), box.size(2)});
    accumulate ? box.index_add_(1, j.row, rows) : index_copy_(box, 1, j.row, rows);
    return const_cast<Tensor&>(x);
  }
  autograd::in_place("index_put_", i.view, {value},
                     [&](const Tensor& self) { return put(self, j, value, accumulate); });
  return const_cast<Tensor&>(x);
}

Tensor index_put(const Tensor& x, const std::vector<TensorIndex>& indices, const Tensor& value,
                 bool accumulate) {
  check_defined("index_put", "the tensor", x);
  const Tensor y = x.clone();
  return index_put_(y, indices, value, accumulate);
}

Tensor& Tensor::index_put_(const std::vector<TensorIndex>& indices, const Scalar& value) const {
  check_defined("index_put_", "the tensor", *this);
  check_fits("index_put_", value, dtype());
  return wengert::index_put_(*this, indices, full({}, value, dtype()));
}
Tensor& Tensor::index_put_(std::initializer_list<TensorIndex> indices, const Scalar& value) const {
  return index_put_(std::vector<TensorIndex>(indices), value);
}

Tensor Tensor::index(const std::vector<indexing::TensorIndex>& indices) const {
  return wengert::index(*this, indices);
}
Tensor Tensor::index(std::initializer_list<indexing::TensorIndex> indices) const {
  return wengert::index(*this, indices);
}
Tensor Tensor::operator[](const Tensor& index) const { return wengert::index(*this, {index}); }
Tensor& Tensor::index_put_(const std::vector<indexing::TensorIndex>& indices, const Tensor& value) const {
  return wengert::index_put_(*this, indices, value);
}
Tensor& Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor& value) const {
  return wengert::index_put_(*this, indices, value);
}

}  // namespace wengert
