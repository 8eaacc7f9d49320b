#include "ops/check_index.h"
#include "ops/in_place.h"
#include "tensor/elementwise.h"

namespace wengert {

void check_index(const char* op, const Tensor& index, std::int64_t size, std::int64_t d, bool negative) {
  check_defined(op, "the index", index);
  if (index.dtype() != kLong) fail("{}: the index is {}, wants int64", op, index.dtype());
  const Tensor flat = index.contiguous();
  const std::int64_t* p = flat.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < flat.numel(); ++i)
    if (p[i] < (negative ? -size : 0) || p[i] >= size)
      fail_index("{}: index {} is out of range for dimension {}, which has size {}", op, p[i], d, size);
}

}  // namespace wengert
