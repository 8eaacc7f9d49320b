// The sets of values that share statistics, as a picture.
#pragma once
#include <string>
#include <vector>

#include "sharing.h"

struct Panel {
  std::string title;
  Sharing sharing;
  std::int64_t count() const { return sharing.set.numel() / sharing.sets; }  // values a set
};

/// A colour for each set, by which neighbours are easy to tell apart.
struct Color {
  int r, g, b;
};
Color color_of(std::int64_t set);

/// A letter for every value, on its colour if wanted: samples below each other, channels side by side.
std::string picture(const Panel& panel, bool color);

/// All panels as an SVG drawing.
std::string svg(const std::vector<Panel>& panels);
