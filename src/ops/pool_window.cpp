// The windows of max and average pooling.
#include <limits>

#include "base/fail.h"
#include "ops/pool_window.h"
#include "ops/spatial.h"

namespace wengert {

std::array<kernels::Window, 2> windows(const char* op, const Pair& in, int dims, IntArrayRef kernel_size,
                                       IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                       bool ceil_mode) {
  const Pair k = pair(op, "kernel_size", kernel_size, dims, 1);
  const Pair s = stride.empty() ? k : pair(op, "stride", stride, dims, 1);
  const Pair p = pair(op, "padding", padding, dims, 0), d = pair(op, "dilation", dilation, dims, 1);
  std::array<kernels::Window, 2> both;
  for (std::size_t i = 0; i < 2; ++i) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const auto check = [&](const char* name, std::int64_t value) {
      if (value < 1 || value > most) fail("{}: {} is {}, wants at least 1 and below 2^31", op, name, value);
    };
    check("kernel_size", k[i]);
    check("stride", s[i]);
    check("dilation", d[i]);
    if (p[i] < 0 || p[i] > k[i] / 2)
      fail("{}: padding is {}, wants at least 0 and at most half of the kernel size {}", op, p[i], k[i]);
    const std::int64_t reach = d[i] * (k[i] - 1) + 1;  // from a window's first element to its last
    const std::int64_t room = in[i] + 2 * p[i] - reach + (ceil_mode ? s[i] - 1 : 0);
    if (room < 0)
      fail("{}: a window of {} does not fit into {} elements with padding {}", op, reach, in[i], p[i]);
    std::int64_t out = room / s[i] + 1;
    if (ceil_mode && (out - 1) * s[i] >= in[i] + p[i]) --out;
    both[i] = {in[i], k[i], out, s[i], p[i], d[i]};
  }
  return both;
}

}  // namespace wengert
