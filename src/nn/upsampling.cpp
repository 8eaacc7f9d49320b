// Resizing: from options to sizes, scales and one of the operations.
#include "wengert/nn/upsampling.h"

#include <cmath>

#include "ops/upsample.h"
#include "wengert/ops/avg_pool.h"

namespace wengert::nn::functional {
namespace {

template <class Mode, class Variant>
bool is(const Variant& mode) {
  return std::holds_alternative<Mode>(mode);
}

Shape output_size(const Tensor& x, const InterpolateFuncOptions& o, std::size_t dims) {
  if (o.size().has_value() == o.scale_factor().has_value())
    fail("interpolate: wants either size or scale_factor, got {}", o.size() ? "both" : "neither");
  const std::size_t given = o.size() ? o.size()->size() : o.scale_factor()->size();
  if (given != dims)
    fail("interpolate: {} has {} values, but the input has shape {}, {} of them spatial dimensions",
         o.size() ? "size" : "scale_factor", given, x.sizes(), dims);
  if (o.size()) return IntArrayRef(*o.size());
  Shape size;
  for (std::size_t d = 0; d < dims; ++d) {
    const double scale = (*o.scale_factor())[d], n = std::floor(double(x.sizes()[d + 2]) * scale);
    if (!(n >= 1 && n < 9e18))
      fail("interpolate: scale_factor {} makes no size of {} elements", scale, x.sizes()[d + 2]);
    size.push_back(std::int64_t(n));
  }
  return size;
}

Sampling sampling(const InterpolateFuncOptions& o) {
  if (is<enumtype::kNearest>(o.mode())) return Sampling::Nearest;
  if (is<enumtype::kNearestExact>(o.mode())) return Sampling::NearestExact;
  return o.align_corners().value_or(false) ? Sampling::Corners : Sampling::Linear;
}

}  // namespace

InterpolateFuncOptions::InterpolateFuncOptions(const UpsampleOptions& o)
    : size_(o.size()), scale_factor_(o.scale_factor()), align_corners_(o.align_corners()) {
  std::visit([&](auto mode) { mode_ = mode; }, o.mode());
}

Tensor interpolate(const Tensor& x, const InterpolateFuncOptions& o) {
  check_defined("interpolate", "the input", x);
  if (x.dim() != 3 && x.dim() != 4)
    fail("interpolate: the input has shape {}, wants [N, C, L] or [N, C, H, W]", x.sizes());
  const bool image = x.dim() == 4;
  const bool linear = is<enumtype::kLinear>(o.mode()), bilinear = is<enumtype::kBilinear>(o.mode());
  if (image ? linear : bilinear)
    fail("interpolate: mode {} does not fit an input of shape {}, wants {}", linear ? "kLinear" : "kBilinear",
         x.sizes(), linear ? "[N, C, L]" : "[N, C, H, W]");
  if (o.align_corners() && (is<enumtype::kNearest>(o.mode()) || is<enumtype::kArea>(o.mode())))
    fail("interpolate: align_corners is only for the modes kLinear and kBilinear");
  const Shape size = output_size(x, o, image ? 2 : 1);
  if (is<enumtype::kArea>(o.mode()))
    return image ? wengert::adaptive_avg_pool2d(x, size) : wengert::adaptive_avg_pool1d(x, size);
  const bool given = o.scale_factor() && !o.recompute_scale_factor().value_or(false);
  const auto scale = [&](std::size_t d) {
    return given ? optional<double>((*o.scale_factor())[d]) : optional<double>();
  };
  return image ? upsample2d(x, size, sampling(o), scale(0), scale(1))
               : upsample1d(x, size, sampling(o), scale(0));
}

}  // namespace wengert::nn::functional
