// The chart as a picture, drawn by gnuplot.
#pragma once
#include <string>

#include "chart.h"

/// Draws; false when gnuplot failed.
bool plot(const Chart& chart, const std::string& file);
