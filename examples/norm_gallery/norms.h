// The norms of the gallery, as layers for images [N, C, H, W].
#pragma once
#include <wengert/wengert.h>

#include <array>
#include <string>

enum class Norm { none, batch, layer, group, instance };
/// Those that share statistics, in the order in which they are shown.
inline constexpr std::array real_norms = {Norm::batch, Norm::layer, Norm::group, Norm::instance};

/// The sizes of one image, and the groups of its channels.
struct Image {
  std::int64_t channels, height, width, groups;
};

/// The module's name: "GroupNorm". Those for images and for vectors have different ones.
std::string title(Norm norm, bool images = true);

/// The layer, with a scale and a shift to be learnt; for vectors [N, features] too, where an InstanceNorm
/// would have sets of one value and is an Error.
wengert::nn::AnyModule make(Norm norm, const Image& image);
wengert::nn::AnyModule make(Norm norm, std::int64_t features, std::int64_t groups);
