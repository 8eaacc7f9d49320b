// The command line.
#pragma once
#include <string>
#include <vector>

#include "experiment.h"

struct Options {
  Setup setup;
  std::vector<Norm> norms{all_norms.begin(), all_norms.end()};
  std::int64_t seeds = 1;
  /// Depths to run instead of setup.depth alone.
  std::vector<std::int64_t> sweep;
  bool jacobians = true;
  bool ascii = false;
  std::string csv, plot;
};

/// Throws cli::BadInput.
Options parse(int argc, char** argv);

/// The word for an initialisation on the command line: "xavier".
std::string title(Init init);
