// Resizing images as a function with options, and as a layer. What each mode computes is in ops/upsample.h.
#pragma once
#include <variant>

#include "wengert/base/enum.h"
#include "wengert/nn/stateless.h"

namespace wengert::nn {

struct UpsampleOptions {
  static constexpr int printed = 3;  // of the fields, as in libtorch
  using mode_t = std::variant<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear>;
  WENGERT_FIELDS(
      /// The new sizes of the spatial dimensions, or what to multiply the old ones by (rounded down): one of
      /// them, with a number for each dimension.
      (optional<std::vector<std::int64_t>>, size, nullopt),
      (optional<std::vector<double>>, scale_factor, nullopt),
      /// kNearest; kLinear for sequences [N, C, L], kBilinear for images [N, C, H, W].
      (mode_t, mode, kNearest),
      /// Whether corners stay corners; kLinear and kBilinear only. nullopt is false.
      (optional<bool>, align_corners, nullopt));
};

namespace functional {

struct InterpolateFuncOptions {
  InterpolateFuncOptions() = default;
  InterpolateFuncOptions(const UpsampleOptions& options);
  using mode_t = std::variant<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kArea,
                              enumtype::kNearestExact>;
  WENGERT_FIELDS(
      (optional<std::vector<std::int64_t>>, size, nullopt),
      (optional<std::vector<double>>, scale_factor, nullopt),
      /// Also kNearestExact (the element at floor((o + 0.5) / s)) and kArea (adaptive average pooling).
      (mode_t, mode, kNearest), (optional<bool>, align_corners, nullopt),
      /// Whether places are found with the ratio of the sizes, rounded as they are, instead of scale_factor.
      (optional<bool>, recompute_scale_factor, nullopt));
};

/// x [N, C, L] or [N, C, H, W] in another size. Errors: not exactly one of size and scale_factor, or another
/// number of values than spatial dimensions; a mode for other dimensions; align_corners with a mode that has
/// none.
Tensor interpolate(const Tensor& x, const InterpolateFuncOptions& options = {});

}  // namespace functional

WENGERT_LAYER(Upsample, functional::interpolate, UpsampleOptions);

}  // namespace wengert::nn
