// A window that moves along one dimension of an image: of a convolution or of a pooling.
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// Output p and tap k of the kernel meet input p stride + k dilation - padding, if that lies in [0, in). (Padding
/// behind is what `out` needs.)
struct Window {
  std::int64_t in = 1, kernel = 1, out = 1, stride = 1, padding = 0, dilation = 1;
};

}  // namespace wengert::kernels
