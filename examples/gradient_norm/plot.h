// The chart as a picture, drawn by gnuplot.
#pragma once
#include <string>

#include "chart.h"

void plot(const Chart& chart, const std::string& file);
