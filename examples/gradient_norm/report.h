// What the program says: tables, the charts' data, and the CSV file.
#pragma once
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "chart.h"
#include "experiment.h"

/// The runs (one a seed) of every norm, at one depth.
using Runs = std::map<Norm, std::vector<Profile>>;

/// |dL/dx| of every norm, and how many times that without norm it is.
std::string gradient_table(const Runs& runs);
/// One line a depth.
std::string sweep_table(const std::map<std::int64_t, Runs>& by_depth);
/// The scale of the activations, and what the layers' Jacobians do, at some of the layers of the first run.
std::string layer_table(const Runs& runs);

/// The gradient at every layer, from the output (left) to the input (right).
Chart layer_chart(const Runs& runs);
/// The gradient at the input over the depth.
Chart sweep_chart(const std::map<std::int64_t, Runs>& by_depth);

void write_csv(std::ostream& out, const std::map<std::int64_t, Runs>& by_depth, std::uint64_t first_seed);
