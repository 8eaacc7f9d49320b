// The logarithmic scale of a chart, and where the labels at the right end of its lines go.
#pragma once
#include <vector>

#include "chart.h"

/// Positive and finite.
bool drawable(double v);

/// Whole decades that hold every value that can be drawn; at least one.
struct Decades {
  int low = 0, high = 1;

  explicit Decades(const std::vector<Line>& lines);
  int count() const { return high - low; }
  /// How far below the top v is: 0 at the top, 1 at the bottom.
  double depth_of(double v) const;
};

/// The depth of each line's label: that of its last value, moved so that no two are nearer than `gap`.
std::vector<double> label_depths(const std::vector<Line>& lines, const Decades& decades, double gap);
