// sort, argsort and topk find the indices, and take the values with gather, whose gradient is theirs.
#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/record.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/sort.h"

namespace wengert {

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

std::tuple<Tensor, Tensor> sort(const Tensor& x, optional<bool>, std::int64_t d, bool descending) {
  return sort(x, d, descending);
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

std::tuple<Tensor, Tensor> Tensor::sort(std::int64_t d, bool descending) const {
  return wengert::sort(*this, d, descending);
}
std::tuple<Tensor, Tensor> Tensor::sort(optional<bool>, std::int64_t d, bool descending) const {
  return wengert::sort(*this, d, descending);
}
Tensor Tensor::argsort(std::int64_t d, bool descending) const {
  return wengert::argsort(*this, d, descending);
}
std::tuple<Tensor, Tensor> Tensor::topk(std::int64_t k, std::int64_t d, bool largest, bool sorted) const {
  return wengert::topk(*this, k, d, largest, sorted);
}

}  // namespace wengert
