// Lines on a logarithmic scale, drawn with characters.
#pragma once
#include <string>
#include <vector>

struct Line {
  std::string name;
  /// Values that are not positive and finite leave a gap.
  std::vector<double> values;
};

struct Chart {
  std::string title;
  /// Where value i stands, from 0 (left) to 1 (right), increasing, and what to write below it (may be empty).
  std::vector<double> position;
  std::vector<std::string> tick;
  /// Below the ticks.
  std::string left, middle, right;
  std::vector<Line> lines;
};

struct Screen {
  int columns = 80;
  int rows = 21;  // of the plotting area
  bool unicode = false;
  bool color = false;
};

/// The chart as text. Each line is labelled at its right end, where its last value is.
std::string draw(const Chart& chart, const Screen& screen);
