// The command line.
#pragma once
#include <string>

#include "training.h"

struct Options {
  std::int64_t samples = 4;
  Image image{6, 2, 2, 3};  // of the pictures
  std::string svg;
  bool training = true;
  std::int64_t threads = 1;
  Plan plan;
};

/// Throws cli::BadInput.
Options parse(int argc, char** argv);
