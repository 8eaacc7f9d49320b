#include "picture.h"

#include <fmt/format.h>

#include <cmath>

namespace {

/// A, B, ... Z, a, b, ... z.
char letter(std::int64_t set) { return char(set < 26 ? 'A' + set : 'a' + (set - 26) % 26); }

std::string block(std::int64_t set, bool color) {
  if (!color) return fmt::format("{} ", letter(set));
  const Color c = color_of(set);
  return fmt::format("\033[48;2;{};{};{};38;2;0;0;0m{} \033[0m", c.r, c.g, c.b, letter(set));
}

}  // namespace

Color color_of(std::int64_t set) {
  // Hues a golden section apart never come close; every second one is lighter.
  const double hue = 6 * std::fmod(0.58 + 0.61803398875 * double(set), 1.0), light = set % 2 ? 0.80 : 0.68;
  const auto channel = [&](double offset) {
    const double k = std::fmod(offset + hue, 6.0), wave = std::fmax(0, std::fmin(1, std::fabs(k - 3) - 1));
    return int(std::lround(255 * (light + (1 - light) * 0.9 * (2 * wave - 1))));
  };
  return {channel(0), channel(4), channel(2)};
}

std::string picture(const Panel& panel, bool color) {
  const auto shape = panel.sharing.set.sizes();
  const auto sets = panel.sharing.set.accessor<std::int64_t, 4>();
  std::string text =
      fmt::format("{}: {} sets of {} values\n", panel.title, panel.sharing.sets, panel.count());
  text += "            ";
  for (std::int64_t c = 0; c < shape[1]; ++c)
    text += fmt::format("{:<{}}", fmt::format("c{}", c), 2 * shape[3] + 1);
  while (text.back() == ' ') text.pop_back();
  for (std::int64_t n = 0; n < shape[0]; ++n)
    for (std::int64_t h = 0; h < shape[2]; ++h) {
      text += h == 0 ? fmt::format("\n  sample {:<3}", n) : "\n            ";
      for (std::int64_t c = 0; c < shape[1]; ++c) {
        if (c > 0) text += " ";
        for (std::int64_t w = 0; w < shape[3]; ++w) text += block(sets[n][c][h][w], color);
      }
      while (text.back() == ' ') text.pop_back();
    }
  return text + "\n";
}
