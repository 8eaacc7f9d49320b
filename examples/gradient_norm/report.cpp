#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <set>

namespace {

std::int64_t depth_of(const Runs& runs) { return std::int64_t(runs.begin()->second[0].gradient.size()) - 1; }

/// A remark on gradients that float32 cannot hold: too large, or so small that only some digits are left, or
/// none.
std::string remark(double gradient) {
  if (!std::isfinite(gradient)) return "  (overflow)";
  return gradient < double(std::numeric_limits<float>::min()) ? "  (underflow)" : "";
}

/// First, last, and a few between.
std::set<std::int64_t> chosen_layers(std::int64_t depth) {
  std::set<std::int64_t> layers = {0, 1, std::min<std::int64_t>(2, depth), depth};
  for (int quarter : {1, 2, 3})
    if (const std::int64_t l = depth * quarter / 4; l > 0) layers.insert(l);
  return layers;
}

std::string compact(double v) {
  return v == 0 || (v >= 1e-3 && v < 1e3) ? fmt::format("{:.3f}", v) : fmt::format("{:.1e}", v);
}

double mean_over_layers(const std::vector<double>& values) {
  return summarize({values.begin() + 1, values.end()}).mean;
}

/// Whether it is the typical stretch or the largest one that the norms hold near 1.
std::string verdict(const Runs& runs) {
  const auto near_1 = [](double stretch) { return stretch > 0.7 && stretch < 1.4; };
  for (const auto& [norm, profiles] : runs) {
    if (norm == Norm::none) continue;
    const Profile& p = profiles[0];
    if (!near_1(mean_over_layers(p.typical)) || near_1(mean_over_layers(p.largest))) return "";
  }
  const bool has_norm = runs.size() > 1 || !runs.contains(Norm::none);
  return has_norm ? "\nOf the two it is the typical stretch that a norm keeps near 1.\n" : "";
}

}  // namespace

std::string gradient_table(const Runs& runs) {
  const bool several = runs.begin()->second.size() > 1;
  std::string text = several ? fmt::format("{:<12}{:>11}{:>10}{:>12}{:>12}{:>12}\n", "norm", "|dL/dx|",
                                           "spread", "min", "max", "ratio")
                             : fmt::format("{:<12}{:>11}{:>12}\n", "norm", "|dL/dx|", "ratio");
  const double base = runs.contains(Norm::none) ? gradient_at(0, runs.at(Norm::none)).mean : 0;
  for (const auto& [norm, profiles] : runs) {
    const Summary g = gradient_at(0, profiles);
    text += fmt::format("{:<12}{:>11.3e}", title(norm), g.mean);
    if (several)
      text += fmt::format("{:>10}{:>12.3e}{:>12.3e}", fmt::format("x/ {:.2f}", g.spread), g.min, g.max);
    text += base > 0 && std::isfinite(g.mean) ? fmt::format("{:>12.3e}", g.mean / base)
                                              : fmt::format("{:>12}", "-");
    text += remark(g.mean) + "\n";
  }
  if (several) text += "Geometric mean over the seeds; most runs are within a factor of spread of it.\n";
  return text;
}

std::string sweep_table(const std::map<std::int64_t, Runs>& by_depth) {
  std::string text = fmt::format("{:>5}", "depth");
  for (const auto& [norm, profiles] : by_depth.begin()->second) text += fmt::format("{:>13}", title(norm));
  text += "\n";
  for (const auto& [depth, runs] : by_depth) {
    text += fmt::format("{:>5}", depth);
    std::string remarks;
    for (const auto& [norm, profiles] : runs) {
      const double mean = gradient_at(0, profiles).mean;
      text += fmt::format("{:>13.3e}", mean);
      remarks += remark(mean);
    }
    text += remarks + "\n";
  }
  return text;
}

std::string layer_table(const Runs& runs) {
  const std::set<std::int64_t> layers = chosen_layers(depth_of(runs));
  const bool several = runs.begin()->second.size() > 1;

  /// One line a norm; of quantities that belong to a layer, from layer 1 on, with their mean and product over
  /// all layers.
  const auto block = [&](const std::string& heading, std::vector<double> Profile::*quantity, bool of_layers) {
    std::string text = fmt::format("{}\n{:<13}", heading, "  layer");
    for (std::int64_t l : layers)
      if (l > 0 || !of_layers) text += fmt::format("{:>8}", l);
    text += of_layers ? "    mean  product\n" : "\n";
    for (const auto& [norm, profiles] : runs) {
      const std::vector<double>& values = profiles[0].*quantity;
      text += fmt::format("  {:<11}", title(norm));
      for (std::int64_t l : layers)
        if (l > 0 || !of_layers) text += fmt::format("{:>8}", compact(values[std::size_t(l)]));
      if (const double mean = mean_over_layers(values); of_layers)
        text += fmt::format("{:>8}{:>9.1e}", compact(mean), std::pow(mean, values.size() - 1));
      text += "\n";
    }
    return text;
  };

  std::string text =
      block(fmt::format("Activations: root mean square{}", several ? ", of the first seed" : ""),
            &Profile::rms, false);
  if (runs.begin()->second[0].largest.empty()) return text;
  text += block("\nJacobian of a layer: typical stretch (root mean square of its singular values)",
                &Profile::typical, true);
  text +=
      block("\nJacobian of a layer: largest stretch (its largest singular value)", &Profile::largest, true);
  return text + verdict(runs);
}

Chart layer_chart(const Runs& runs) {
  const std::int64_t depth = depth_of(runs);
  const std::int64_t step = depth <= 10 ? 1 : depth <= 20 ? 2 : std::int64_t(std::ceil(double(depth) / 10));
  Chart chart;
  chart.title = "Norm of the gradient at every layer, from the output back to the input";
  chart.left = "output";
  chart.middle = "layer";
  chart.right = "input";
  for (std::int64_t l = depth; l >= 0; --l) {
    chart.position.push_back(double(depth - l) / double(depth));
    chart.tick.push_back(l % step == 0 ? std::to_string(l) : "");
  }
  for (const auto& [norm, profiles] : runs) {
    Line line{title(norm), {}};
    for (std::int64_t l = depth; l >= 0; --l)
      line.values.push_back(gradient_at(std::size_t(l), profiles).mean);
    chart.lines.push_back(line);
  }
  return chart;
}

Chart sweep_chart(const std::map<std::int64_t, Runs>& by_depth) {
  const double first = std::log(by_depth.begin()->first), last = std::log(by_depth.rbegin()->first);
  Chart chart;
  chart.title = "Norm of the gradient at the input, over the depth of the network";
  chart.middle = "depth";
  for (const auto& [depth, runs] : by_depth) {
    chart.position.push_back(last > first ? (std::log(depth) - first) / (last - first) : 0);
    chart.tick.push_back(std::to_string(depth));
  }
  for (const auto& [norm, ignored] : by_depth.begin()->second) {
    Line line{title(norm), {}};
    for (const auto& [depth, runs] : by_depth) line.values.push_back(gradient_at(0, runs.at(norm)).mean);
    chart.lines.push_back(line);
  }
  return chart;
}

void write_csv(std::ostream& out, const std::map<std::int64_t, Runs>& by_depth, std::uint64_t first_seed) {
  out << "norm,depth,seed,layer,gradient_norm,activation_rms,activation_std,jacobian_rms,jacobian_largest\n";
  for (const auto& [depth, runs] : by_depth)
    for (const auto& [norm, profiles] : runs)
      for (std::size_t i = 0; i < profiles.size(); ++i) {
        const Profile& p = profiles[i];
        for (std::size_t l = 0; l < p.gradient.size(); ++l) {
          out << fmt::format("{},{},{},{},{:.9e},{:.9e},{:.9e},", title(norm), depth, first_seed + i, l,
                             p.gradient[l], p.rms[l], p.std[l]);
          if (l > 0 && !p.largest.empty())
            out << fmt::format("{:.9e},{:.9e}\n", p.typical[l], p.largest[l]);
          else
            out << ",\n";
        }
      }
}
