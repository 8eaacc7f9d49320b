// Where elements are: nonzero, one_hot; and in which order: sort, argsort, topk, median.
//
// sort and topk find the indices, and take the values with gather, whose gradient is theirs.
#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "tensor/dispatch.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/indexing.h"
#include "wengert/ops/reduction.h"

namespace wengert {

Tensor nonzero(const Tensor& x) {
  check_defined("nonzero", "the tensor", x);
  const Tensor flags = x.detach().to(kBool).contiguous();
  const bool* p = flags.data_ptr<bool>();
  const std::int64_t dims = x.dim(), n = x.numel();
  const Tensor y = make_tensor({std::count(p, p + n, true), dims}, kLong);
  std::int64_t* to = y.data_ptr<std::int64_t>() - dims;
  for (std::int64_t i = 0; i < n; ++i) {
    if (!p[i]) continue;
    to += dims;
    for (std::int64_t d = dims - 1, rest = i; d >= 0; --d) {
      to[d] = rest % x.sizes()[std::size_t(d)];
      rest /= x.sizes()[std::size_t(d)];
    }
  }
  return y;
}

Tensor one_hot(const Tensor& index, std::int64_t classes) {
  check_defined("one_hot", "the index", index);
  if (index.dtype() != kLong) fail("one_hot: the index is {}, wants int64", index.dtype());
  const Tensor flat = index.reshape(-1);
  const std::int64_t* p = flat.data_ptr<std::int64_t>();
  if (flat.numel() == 0 && classes <= 0)
    fail("one_hot: the number of classes is not known from an index without elements");
  std::int64_t largest = -1;
  for (std::int64_t i = 0; i < flat.numel(); ++i) {
    if (p[i] < 0) fail_index("one_hot: index {} is negative", p[i]);
    largest = std::max(largest, p[i]);
  }
  if (largest == INT64_MAX) fail_index("one_hot: index {} is too large", largest);
  const std::int64_t n = classes == -1 ? largest + 1 : classes;
  if (largest >= n) fail_index("one_hot: index {} is out of range for {} classes", largest, n);
  Shape sizes = index.sizes();
  sizes.push_back(n);
  const Tensor y = zeros({flat.numel(), n}, kLong);
  for (std::int64_t i = 0; i < flat.numel(); ++i) y.data_ptr<std::int64_t>()[i * n + p[i]] = 1;
  return y.reshape(sizes);
}

namespace {

/// a before b in ascending order: NaN counts as the largest.
template <class T>
bool less(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(b)) return !std::isnan(a);
  return a < b;
}

/// The indices of the first k of each row in order, [..., k]; x is contiguous, its rows are in the last
/// dimension.
Tensor first_in_order(const char* op, const Tensor& x, std::int64_t k, bool descending) {
  const std::int64_t n = x.size(-1);
  Shape sizes = x.sizes();
  sizes[sizes.size() - 1] = k;
  const Tensor y = make_tensor(sizes, kLong);
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  dispatch_all(op, x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* row = x.data_ptr<T>();
    std::int64_t* to = y.data_ptr<std::int64_t>();
    for (std::int64_t r = 0; n > 0 && r < x.numel() / n; ++r, row += n, to += k) {
      for (std::int64_t i = 0; i < n; ++i) order[std::size_t(i)] = i;
      const auto before = [&](std::int64_t a, std::int64_t b) {
        if (less(row[a], row[b])) return !descending;
        if (less(row[b], row[a])) return descending;
        return a < b;
      };
      if (k == n)
        std::sort(order.begin(), order.end(), before);
      else
        std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
      std::copy_n(order.begin(), k, to);
    }
  });
  return y;
}

std::tuple<Tensor, Tensor> in_order(const char* op, const Tensor& x, std::int64_t k, std::int64_t d,
                                    bool descending) {
  Tensor indices;
  {
    NoGradGuard quiet;
    indices =
        first_in_order(op, x.transpose(d, -1).contiguous(), k, descending).transpose(d, -1).contiguous();
  }
  return {x.gather(d, indices), indices};
}

}  // namespace

std::tuple<Tensor, Tensor> sort(const Tensor& x, std::int64_t d, bool descending) {
  check_defined("sort", "the tensor", x);
  const std::int64_t at = wrap_dim("sort", d, x.dim());
  if (x.dim() == 0) return {x.clone(), zeros({}, kLong)};
  return in_order("sort", x, x.size(at), at, descending);
}

Tensor argsort(const Tensor& x, std::int64_t d, bool descending) {
  NoGradGuard quiet;
  return std::get<1>(sort(x, d, descending));
}

std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t k, std::int64_t d, bool largest, bool) {
  check_defined("topk", "the tensor", x);
  const std::int64_t at = wrap_dim("topk", d, x.dim()), n = x.dim() ? x.size(at) : 1;
  if (k < 0 || k > n) fail("topk: k is {}, but dimension {} has size {}", k, at, n);
  if (x.dim() == 0 && k == 1) return {x.clone(), zeros({}, kLong)};
  if (x.dim() == 0) return topk(x.reshape(1), k, 0, largest);
  return in_order("topk", x, k, at, largest);
}

// ---- median: the element of rank (n - 1) / 2, or the first NaN

namespace {

/// Its index in each row, [...].
Tensor middle(const Tensor& rows) {
  const std::int64_t rank = (rows.size(-1) - 1) / 2;
  const Tensor index = first_in_order("median", rows, rank + 1, false).select(-1, rank);
  if (!rows.is_floating_point()) return index;
  const Tensor nan = rows.isnan();
  return where(nan.any(-1), nan.to(kLong).argmax(-1), index);
}

void check_median(const Tensor& x) {
  check_defined("median", "the tensor", x);
  if (x.dtype() == kBool) fail("median: not defined for bool");
}

}  // namespace

Tensor median(const Tensor& x) {
  check_median(x);
  if (x.numel() == 0) fail("median: no elements to choose from in shape {}", x.sizes());
  Tensor y;
  {
    NoGradGuard quiet;
    const Tensor flat = x.reshape(-1);
    y = flat.select(0, middle(flat.contiguous()).item<std::int64_t>()).clone();
  }
  return autograd::record(
      "median", y, {x},
      autograd::saving(
          x, autograd::output(y), [](const Tensor& dy, const Tensor& saved_x, const Tensor& saved_y) {
            const Tensor equal = saved_y.isnan().item<bool>() ? saved_x.isnan() : saved_x == saved_y;
            const Tensor share = equal.to(dy.dtype());
            return dy * (share / share.sum());
          }));
}

std::tuple<Tensor, Tensor> median(const Tensor& x, std::int64_t d, bool keepdim) {
  check_median(x);
  if (x.dim() == 0) return {x.clone(), zeros({}, kLong)};
  const std::int64_t at = wrap_dim("median", d, x.dim());
  if (x.size(at) == 0)
    fail("median: no elements to choose from along dimension {} of shape {}", at, x.sizes());
  Tensor index;
  {
    NoGradGuard quiet;
    index = middle(x.transpose(at, -1).contiguous()).unsqueeze(-1).transpose(at, -1).contiguous();
  }
  const Tensor y = x.gather(at, index);
  if (keepdim) return {y, index};
  return {y.squeeze(at), index.squeeze(at)};
}

Tensor Tensor::nonzero() const { return wengert::nonzero(*this); }
std::tuple<Tensor, Tensor> Tensor::sort(std::int64_t d, bool descending) const {
  return wengert::sort(*this, d, descending);
}
Tensor Tensor::argsort(std::int64_t d, bool descending) const {
  return wengert::argsort(*this, d, descending);
}
std::tuple<Tensor, Tensor> Tensor::topk(std::int64_t k, std::int64_t d, bool largest,
                                               bool sorted) const {
  return wengert::topk(*this, k, d, largest, sorted);
}
Tensor Tensor::median() const { return wengert::median(*this); }
std::tuple<Tensor, Tensor> Tensor::median(std::int64_t d, bool keepdim) const {
  return wengert::median(*this, d, keepdim);
}

}  // namespace wengert
