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

  // Label k has k others above it. Less k gaps, the depths have to rise only: those in the wrong order, and
  // so the labels of one place, share their mean.
  struct Pool {
    double sum;
    int count;
    double mean() const { return sum / count; }
  };
  std::vector<Pool> pools;
  for (std::size_t k = 0; k < order.size(); ++k) {
    pools.push_back({depth[order[k]] - double(k) * gap, 1});
    while (pools.size() > 1 && pools.back().mean() < pools[pools.size() - 2].mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum, pools.back().count + last.count};
    }
  }
  const double room = std::max(0.0, 1 - double(lines.size() - 1) * gap);
  std::size_t k = 0;
  for (const Pool& pool : pools)
    for (int i = 0; i < pool.count; ++i, ++k)
      depth[order[k]] = std::clamp(pool.mean(), 0.0, room) + double(k) * gap;
  return depth;
}
