#include "scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

bool drawable(double v) { return std::isfinite(v) && v > 0; }

Decades::Decades(const std::vector<Line>& lines) {
  double min = std::numeric_limits<double>::infinity(), max = 0;
  for (const Line& line : lines)
    for (double v : line.values)
      if (drawable(v)) {
        min = std::min(min, v);
        max = std::max(max, v);
      }
  if (max == 0) return;
  low = int(std::floor(std::log10(min)));
  high = std::max(int(std::ceil(std::log10(max))), low + 1);
}

double Decades::depth_of(double v) const { return (high - std::log10(v)) / count(); }

std::vector<double> label_depths(const std::vector<Line>& lines, const Decades& decades, double gap) {
  std::vector<double> depth;
  for (const Line& line : lines) {
    const double last = line.values.back();
    depth.push_back(drawable(last) ? decades.depth_of(last) : 1);
  }
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });

  double free = 0;  // downwards, each below the one before ...
  for (std::size_t l : order) {
    depth[l] = std::max(depth[l], free);
    free = depth[l] + gap;
  }
  free = 1;  // ... and those that fell off the bottom up again
  for (auto l = order.rbegin(); l != order.rend(); ++l) {
    depth[*l] = std::min(depth[*l], free);
    free = depth[*l] - gap;
  }
  return depth;
}
