#include "statistics.h"

#include <fmt/format.h>

#include <cmath>

using namespace wengert;

namespace {

struct Axis {
  const char* name;
  std::vector<std::int64_t> over;  // what is averaged over, of [N, G, C / G, H, W]
};

const std::vector<Axis> axes = {{"sample", {1, 2, 3, 4}},     {"channel", {0, 3, 4}},
                                {"row", {0, 1, 2, 4}},        {"column", {0, 1, 2, 3}},
                                {"sample, group", {2, 3, 4}}, {"sample, chan.", {3, 4}}};

/// To two digits; adding 0 turns -0 into 0.
double rounded(double v) { return std::round(v * 100) / 100 + 0.0; }

std::string range(const Tensor& t) {
  return fmt::format("{:6.2f}{:6.2f}", rounded(t.min().item<double>()), rounded(t.max().item<double>()));
}

}  // namespace

Tensor uneven_batch(IntArrayRef shape) {
  manual_seed(1);
  const std::int64_t n = shape[0], c = shape[1];
  // One draw a statement: the order of two in one expression is the compiler's choice.
  const Tensor channel_contrast = rand({1, c, 1, 1}) + 0.5;
  const Tensor sample_contrast = rand({n, 1, 1, 1}) + 0.5;
  const Tensor channel_mean = 2 * randn({1, c, 1, 1});
  const Tensor sample_mean = randn({n, 1, 1, 1});
  return randn(shape) * (sample_contrast * channel_contrast) + sample_mean + channel_mean;
}

std::string statistics_table(const std::vector<Result>& results, std::int64_t groups) {
  std::string text;
  for (const bool variance : {false, true}) {
    text += fmt::format("{:<14}", variance ? "variance of" : "mean of");
    for (const Result& r : results) text += fmt::format(" {:>12}", r.title.substr(0, r.title.find("Norm2d")));
    text += "\n";
    for (const Axis& axis : axes) {
      text += fmt::format("{:<14}", axis.name);
      for (const Result& r : results) {
        const Tensor y = r.y.unflatten(1, {groups, -1});
        text += ' ';
        text += range(variance ? y.var(axis.over, /*unbiased=*/false, /*keepdim=*/false)
                               : y.mean(axis.over, /*keepdim=*/false));
      }
      text += "\n";
    }
    if (!variance) text += "\n";
  }
  return text;
}
