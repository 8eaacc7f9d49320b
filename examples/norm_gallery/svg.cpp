#include <fmt/format.h>

#include <algorithm>

#include "picture.h"

namespace {

constexpr int cell = 12, gap = 5, margin = 44, top = 58, between = 36;

/// One panel, its upper left corner at x.
std::string draw(const Panel& panel, int x) {
  const auto shape = panel.sharing.set.sizes();
  const auto sets = panel.sharing.set.accessor<std::int64_t, 4>();
  const int plane_width = cell * int(shape[3]) + gap, plane_height = cell * int(shape[2]) + gap;
  std::string text = fmt::format(
      "<text x='{}' y='18' font-size='15' font-weight='bold'>{}</text>\n<text x='{}' y='34'>{} sets of {} "
      "values</text>\n",
      x, panel.title, x, panel.sharing.sets, panel.count());
  for (int c = 0; c < int(shape[1]); ++c)
    text += fmt::format("<text x='{}' y='{}' text-anchor='middle' fill='#666'>c{}</text>\n",
                        x + c * plane_width + (plane_width - gap) / 2, top - 4, c);
  for (int n = 0; n < int(shape[0]); ++n)
    for (int c = 0; c < int(shape[1]); ++c)
      for (int h = 0; h < int(shape[2]); ++h)
        for (int w = 0; w < int(shape[3]); ++w) {
          const Color color = color_of(sets[n][c][h][w]);
          text += fmt::format(
              "<rect x='{}' y='{}' width='{}' height='{}' fill='#{:02x}{:02x}{:02x}' stroke='white'/>\n",
              x + c * plane_width + w * cell, top + n * plane_height + h * cell, cell, cell, color.r, color.g,
              color.b);
        }
  return text;
}

}  // namespace

std::string svg(const std::vector<Panel>& panels) {
  const auto shape = panels.at(0).sharing.set.sizes();
  const int panel_width = int(shape[1]) * (cell * int(shape[3]) + gap) - gap,
            panel_height = int(shape[0]) * (cell * int(shape[2]) + gap) - gap;
  const int step = std::max(panel_width, 130) + between;
  const int width = margin + int(panels.size()) * step - between + 12, height = top + panel_height + 12;
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='11'>\n<rect width='{0}' height='{1}' fill='white'/>\n",
      width, height);
  for (int n = 0; n < int(shape[0]); ++n)
    text += fmt::format("<text x='{}' y='{}' text-anchor='end' fill='#666'>n{}</text>\n", margin - 8,
                        top + n * (cell * int(shape[2]) + gap) + cell * int(shape[2]) / 2 + 4, n);
  for (std::size_t i = 0; i < panels.size(); ++i) text += draw(panels[i], margin + int(i) * step);
  return text + "</svg>\n";
}
