// Which values of a batch share mean and variance: asked of the norm itself.
#pragma once
#include <wengert/wengert.h>

/// The values of a batch [N, C, H, W] in sets, numbered from 0 in the order of their first members.
struct Sharing {
  std::int64_t sets = 0;
  wengert::Tensor set;  // int64 [N, C, H, W]: the number of the set that each value belongs to
};

/// Puts two values into one set when the result in the place of one depends on the other, which the gradient
/// tells: dy[i] / dx[j] = 0 where i and j have no statistics in common.
Sharing sharing_of(const wengert::nn::AnyModule& norm, wengert::IntArrayRef shape);
