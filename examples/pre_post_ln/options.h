// The command line.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "training.h"

struct Options {
  std::vector<Kind> towers{Kind::encoder, Kind::mlp};
  std::vector<Placement> placements{Placement::pre, Placement::post};
  std::vector<bool> warm_up{false, true};
  std::int64_t seeds = 3, threads = 1;
  std::uint64_t seed = 0;
  Plan plan;                          // what all runs share; its warm_up is that of the runs with warm-up
  std::optional<std::int64_t> width;  // else 32 for the encoder, 64 for the MLP
  std::optional<double> rate;         // else 2e-3 and 3e-3
  bool resume = false;
  std::string checkpoint = "pre_post_ln.safetensors", csv, plot;

  Plan plan_of(Kind kind, Placement placement, bool warm_up, std::uint64_t seed) const;
  /// All that decides the results, as text.
  std::string describe() const;
};

std::string name_of(Kind kind);
std::string name_of(Init init);

/// Throws cli::BadInput.
Options parse(int argc, char** argv);
