// The command line.
#pragma once
#include <string>
#include <variant>

#include "training.h"

struct Options {
  std::int64_t samples = 4;
  Image image{6, 2, 2, 3};  // of the pictures
  std::string svg;
  bool training = true;
  std::int64_t threads = 1;
  Plan plan;
};

/// The options, or the code to exit with when there is nothing to run: 0 after --help, 2 after bad input,
/// about which standard error has been told.
std::variant<Options, int> parse(int argc, char** argv);
