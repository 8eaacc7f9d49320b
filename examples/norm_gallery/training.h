// Small nets that learn the digits, with one norm or another.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "norms.h"

/// Three convolutions, whose planes are 8 x 8, 4 x 4 and 2 x 2; or two layers of 64 features.
enum class Net { conv, mlp };

struct Plan {
  std::vector<std::int64_t> batches{2, 4, 8, 32, 128};
  std::int64_t seeds = 5, seed = 0, epochs = 5, groups = 4;
  double rate = 0.05;  // at a batch of 32; in proportion at others
};

struct Digits {
  explicit Digits(const std::string& path);
  wengert::data::datasets::Digits train, test;
};

struct Accuracy {
  double trained;                        // on the test digits
  wengert::optional<double> calibrated;  // after nn::calibrate, of nets that keep statistics
};

/// One run. Every batch size sees each training digit once an epoch.
Accuracy train(const Plan& plan, Net net, Norm norm, std::int64_t batch, std::uint64_t seed,
               const Digits& digits);
