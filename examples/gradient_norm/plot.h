// The chart as a picture, drawn by gnuplot.
#pragma once
#include <string>

#include "chart.h"

/// Why a picture cannot be written to this file, or nothing when it can: a name that ends in neither .svg nor
/// .png, no gnuplot, a file that cannot be opened for writing.
std::string why_no_plot(const std::string& file);

/// Draws; false when gnuplot failed.
bool plot(const Chart& chart, const std::string& file);
