#include "chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "scale.h"

namespace {

constexpr int margin = 7;  // left of the axis: "1e-08 "
constexpr const char* colors[] = {"31", "34", "32", "35"};
constexpr char letters[] = {'o', 'L', 'B', 'R'};

std::string paint(const std::string& text, std::size_t line, bool color) {
  return color ? fmt::format("\033[{}m{}\033[0m", colors[line % std::size(colors)], text) : text;
}

/// Characters of one dot (ASCII) or of 2 x 4 dots (Braille patterns, U+2800 ...).
class Canvas {
 public:
  Canvas(int columns, int rows, bool braille)
      : columns_(columns), dots_x_(braille ? 2 : 1), dots_y_(braille ? 4 : 1), braille_(braille) {
    cells_.resize(std::size_t(columns) * std::size_t(rows));
  }
  int width() const { return columns_ * dots_x_; }
  int height() const { return int(cells_.size()) / columns_ * dots_y_; }

  void dot(int x, int y, std::size_t line) {
    // Unicode numbers the dots of a cell 1 2 3 7 down the left column and 4 5 6 8 down the right one.
    static constexpr unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    Cell& cell = cells_[std::size_t(y / dots_y_ * columns_ + x / dots_x_)];
    cell.dots |= bit[y % dots_y_][x % dots_x_];
    cell.lines |= 1u << line;
  }
  /// Fills the gap between two heights in column x, so that a steep line has no holes.
  void stroke(int x, int from, int to, std::size_t line) {
    for (int y = std::min(from, to); y <= std::max(from, to); ++y) dot(x, y, line);
  }
  std::string row(int r, bool color) const {
    std::string text;
    for (int c = 0; c < columns_; ++c) {
      const Cell& cell = cells_[std::size_t(r * columns_ + c)];
      const std::size_t line = line_in(cell, c);
      text += cell.dots == 0 ? " " : paint(glyph(cell, line), line, color);
    }
    return text;
  }

 private:
  struct Cell {
    unsigned char dots = 0;
    unsigned lines = 0;  // bit l: line l passes
  };
  /// Lines that share a stretch take turns, so that each of them is seen.
  static std::size_t line_in(const Cell& cell, int column) {
    if (cell.lines == 0) return 0;
    unsigned lines = cell.lines;
    for (int turn = column % std::popcount(lines); turn > 0; --turn) lines &= lines - 1;
    return std::size_t(std::countr_zero(lines));
  }
  std::string glyph(const Cell& cell, std::size_t line) const {
    if (!braille_) return std::string(1, letters[line % std::size(letters)]);
    const unsigned code = 0x2800u + cell.dots;  // three bytes in UTF-8
    return {char(0xE0 | code >> 12), char(0x80 | (code >> 6 & 0x3F)), char(0x80 | (code & 0x3F))};
  }

  int columns_, dots_x_, dots_y_;
  bool braille_;
  std::vector<Cell> cells_;
};

void draw_line(Canvas& canvas, const Chart& chart, std::size_t l, const Decades& decades) {
  const std::vector<double>& values = chart.lines[l].values;
  int last = -1;
  std::size_t right = 0;  // the first point at or right of x
  for (int x = 0; x < canvas.width(); ++x) {
    const double at = canvas.width() > 1 ? double(x) / (canvas.width() - 1) : 0;
    while (right + 1 < values.size() && chart.position[right] < at) ++right;
    const std::size_t left = right == 0 ? 0 : right - 1;
    if (!drawable(values[left]) || !drawable(values[right])) {
      last = -1;
      continue;
    }
    const double gap = chart.position[right] - chart.position[left];
    const double share = gap > 0 ? std::clamp((at - chart.position[left]) / gap, 0.0, 1.0) : 1;
    const double v = std::pow(values[left], 1 - share) * std::pow(values[right], share);
    const int y =
        std::clamp(int(std::lround(decades.depth_of(v) * (canvas.height() - 1))), 0, canvas.height() - 1);
    canvas.stroke(x, last < 0 ? y : last + (y > last) - (y < last), y, l);
    last = y;
  }
}

/// Labels at the right end of the lines.
std::vector<std::string> right_labels(const Chart& chart, const Decades& decades, const Screen& screen) {
  const std::vector<double> depths = label_depths(chart.lines, decades, 1.0 / (screen.rows - 1));
  std::vector<std::string> text(std::size_t(screen.rows));
  for (std::size_t l = 0; l < chart.lines.size(); ++l) {
    std::string label = fmt::format(" {:<11} {:.1e}", chart.lines[l].name, chart.lines[l].values.back());
    if (!screen.unicode) label = fmt::format(" {}{}", letters[l % std::size(letters)], label);
    text[std::size_t(std::lround(depths[l] * (screen.rows - 1)))] = paint(label, l, screen.color);
  }
  return text;
}

/// The name of the decade on the row that stands for it, at most one for every two rows.
std::vector<std::string> left_labels(const Decades& decades, int rows) {
  std::vector<std::string> text(std::size_t(rows), "");
  const int step = std::max(1, int(std::ceil(2.0 * decades.count() / rows)));
  for (int e = decades.high; e >= decades.low; e -= step) {
    const double depth = double(decades.high - e) / decades.count();
    text[std::size_t(std::lround(depth * (rows - 1)))] = fmt::format("1e{:+03d}", e);
  }
  return text;
}

/// Writes `text` into `row` from column `at` on, unless it would touch what stands there.
void place(std::string& row, int at, const std::string& text) {
  at = std::clamp(at, 0, int(row.size() - text.size()));
  const std::size_t from = std::size_t(std::max(at - 1, 0));
  const std::size_t count = std::size_t(at) + text.size() + 1 - from;
  if (row.substr(from, count).find_first_not_of(' ') == std::string::npos)
    row.replace(std::size_t(at), text.size(), text);
}

std::string trim(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

std::string draw(const Chart& chart, const Screen& screen) {
  const int label_width = screen.unicode ? 20 : 22;
  const int columns = screen.columns - margin - 1 - label_width;
  const Decades decades(chart.lines);
  Canvas canvas(columns, screen.rows, screen.unicode);
  for (std::size_t l = 0; l < chart.lines.size(); ++l) draw_line(canvas, chart, l, decades);

  const std::vector<std::string> left = left_labels(decades, screen.rows);
  const std::vector<std::string> right = right_labels(chart, decades, screen);
  const char* axis = screen.unicode ? "│" : "|";
  const char* notch = screen.unicode ? "┤" : "+";
  std::string text = chart.title + "\n\n";
  for (int r = 0; r < screen.rows; ++r) {
    const std::string& l = left[std::size_t(r)];
    text += trim(fmt::format("{:>{}} {}{}{}", l, margin - 1, l.empty() ? axis : notch,
                             canvas.row(r, screen.color), right[std::size_t(r)])) +
            "\n";
  }

  std::string ticks(std::size_t(screen.columns), ' ');
  std::vector<bool> has_tick(std::size_t(columns), false);
  for (std::size_t i = 0; i < chart.position.size(); ++i) {
    if (chart.tick[i].empty()) continue;
    const int at = int(std::lround(chart.position[i] * (columns - 1)));
    has_tick[std::size_t(at)] = true;
    place(ticks, margin + 1 + at - int(chart.tick[i].size()) / 2, chart.tick[i]);
  }
  text += fmt::format("{:>{}}", "", margin) + (screen.unicode ? "└" : "+");
  for (bool tick : has_tick) text += screen.unicode ? (tick ? "┴" : "─") : (tick ? "+" : "-");
  text += fmt::format("\n{}\n", trim(ticks));

  std::string names(std::size_t(screen.columns), ' ');
  place(names, margin + 1, chart.left);
  place(names, margin + 1 + (columns - int(chart.middle.size())) / 2, chart.middle);
  place(names, margin + 1 + columns - int(chart.right.size()), chart.right);
  return text + trim(names) + "\n";
}
