// Views of a part: slice, select, narrow.
#include <algorithm>

#include "autograd/record.h"
#include "ops/region.h"
#include "tensor/check.h"
#include "wengert/ops/slice.h"

namespace wengert {

Tensor slice(const Tensor& x, std::int64_t d, optional<std::int64_t> start, optional<std::int64_t> end,
             std::int64_t step) {
  const std::int64_t at = own_dim("slice", x, d), n = x.size(at);
  if (step < 1) fail("slice: step is {}, but must be at least 1", step);
  auto clamped = [n](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + n : i, 0, n); };
  const std::int64_t first = clamped(start.value_or(0)), last = std::max(first, clamped(end.value_or(n)));
  return view_region("slice", x, [=](Region& r) {
    r.sizes[at] = (last - first) / step + ((last - first) % step != 0);
    r.offset += first * r.strides[at];
    if (r.sizes[at] > 1) r.strides[at] *= step;
  });
}

Tensor select(const Tensor& x, std::int64_t d, std::int64_t index) {
  const std::int64_t at = own_dim("select", x, d), n = x.size(at);
  if (index < -n || index >= n)
    fail_index("select: index {} is out of range for dimension {}, which has size {}", index, at, n);
  return view_region("select", x, [at, i = index < 0 ? index + n : index](Region& r) {
    r.offset += i * r.strides[at];
    r.sizes.erase(at);
    r.strides.erase(at);
  });
}

Tensor narrow(const Tensor& x, std::int64_t d, std::int64_t start, std::int64_t length) {
  const std::int64_t at = own_dim("narrow", x, d), n = x.size(at);
  const std::int64_t first = start < 0 ? start + n : start;
  if (length < 0) fail("narrow: length is {}, but must be at least 0", length);
  if (first < 0 || first > n || length > n - first)
    fail_index("narrow: {} elements from {} on are out of range for dimension {}, which has size {}", length,
               start, at, n);
  return view_region("slice", x, [=](Region& r) {
    r.sizes[at] = length;
    r.offset += first * r.strides[at];
  });
}

Tensor Tensor::slice(std::int64_t d, optional<std::int64_t> start, optional<std::int64_t> end,
                     std::int64_t step) const {
  return wengert::slice(*this, d, start, end, step);
}
Tensor Tensor::select(std::int64_t d, std::int64_t index) const { return wengert::select(*this, d, index); }
Tensor Tensor::operator[](std::int64_t index) const { return wengert::select(*this, 0, index); }
Tensor Tensor::narrow(std::int64_t d, std::int64_t start, std::int64_t length) const {
  return wengert::narrow(*this, d, start, length);
}

}  // namespace wengert
