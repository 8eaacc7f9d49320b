// What is printed, written and drawn.
#pragma once
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "options.h"

/// Gradients at the start: |dL/dW2| by seed and layer.
struct Start {
  Kind kind;
  Placement placement;
  Init init;
  std::int64_t depth;
  std::vector<std::vector<double>> norms;

  /// The mean over the seeds.
  std::vector<double> mean() const;
};

struct Run {
  Plan plan;
  Curve curve;

  double accuracy() const { return curve.accuracy.back(); }
  /// Below half of the digits, at the end.
  bool failed() const { return !(accuracy() >= 0.5); }
  /// The first step at which the test accuracy was seen to be 90 %, or 0.
  std::int64_t steps_to_90() const;
};

/// The gradient at the first layer over that at the last, by depth; and that at the last.
std::string start_table(Kind kind, Init init, const std::vector<Start>& starts);
std::string training_table(Kind kind, const std::vector<Run>& runs);
/// What was seen, in words.
std::string summary(Kind kind, const std::vector<Run>& runs);

void write_csv(std::ostream& out, const Options& options, const std::vector<Start>& starts,
               const std::vector<Run>& runs);
void plot(const Options& options, const std::vector<Start>& starts, const std::vector<Run>& runs);

/// Runs alike but for the seed, in the order in which they came.
std::vector<std::vector<Run>> by_setting(Kind kind, const std::vector<Run>& runs);
