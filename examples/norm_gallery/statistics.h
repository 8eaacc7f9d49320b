// Mean and variance along the axes of a batch, before and after a norm.
#pragma once
#include <wengert/wengert.h>

#include <string>
#include <vector>

struct Result {
  std::string title;
  wengert::Tensor y;  // [N, C, H, W]
};

/// A batch whose samples and channels each have a brightness and a contrast of their own.
wengert::Tensor uneven_batch(wengert::IntArrayRef shape);

/// The least and the greatest mean, and then variance, of every sample, every channel, ... of each result.
std::string statistics_table(const std::vector<Result>& results, std::int64_t groups);
