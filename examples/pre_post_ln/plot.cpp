#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/gnuplot.h"
#include "report.h"

namespace {

const char* color(Placement placement) { return gnuplot::colors[std::size_t(placement)]; }

/// The mean over the seeds and over windows of steps.
std::string loss_points(const std::vector<Run>& seeds) {
  constexpr std::size_t window = 5;
  std::string points;
  for (std::size_t begin = 0; begin < std::size_t(seeds[0].plan.steps); begin += window) {
    double sum = 0, count = 0;
    for (const Run& run : seeds)
      for (std::size_t i = begin; i < std::min(begin + window, run.curve.loss.size()); ++i, ++count)
        sum += run.curve.loss[i];
    if (count > 0 && std::isfinite(sum))
      points += fmt::format("{} {:.4f}\n", begin + window / 2 + 1, sum / count);
  }
  return points;
}

std::string gradient_panel(Kind kind, const Options& options, const std::vector<Start>& starts) {
  std::string plots = "plot ", data;
  for (const Start& s : starts) {
    if (s.kind != kind || s.init != Init::xavier || s.depth != options.plan.tower.depth) continue;
    plots += fmt::format("'-' with linespoints lw 2.5 pt 7 ps 0.4 lc rgb '{}' title '{}',",
                         color(s.placement), wengert::nn::name_of(s.placement));
    const std::vector<double> mean = s.mean();
    for (std::size_t i = 0; i < mean.size(); ++i) data += fmt::format("{} {:.4e}\n", i + 1, mean[i]);
    data += "e\n";
  }
  plots.back() = '\n';
  return fmt::format(
             "set title {}\nset xlabel 'layer, from input to output'\nset xrange [1:{}]\nset yrange [*:*]\n"
             "set logscale y\nset format y '10^{{%T}}'\n",
             gnuplot::quoted(name_of(kind) + ": |dL/dW2| at the start, xavier init"),
             std::max<std::int64_t>(2, options.plan.tower.depth)) +
         plots + data;
}

std::string loss_panel(Kind kind, const Options& options, const std::vector<Run>& runs) {
  std::string plots = "plot ", data;
  for (const std::vector<Run>& seeds : by_setting(kind, runs)) {
    const Plan& plan = seeds[0].plan;
    plots += fmt::format("'-' with lines lw 2.5 dt {} lc rgb '{}' title '{}{}',", plan.warm_up ? 2 : 1,
                         color(plan.tower.placement), wengert::nn::name_of(plan.tower.placement),
                         plan.warm_up ? ", warm-up" : "");
    data += loss_points(seeds) + "e\n";
  }
  plots.back() = '\n';
  return fmt::format(
             "set title {}\nset xlabel 'step'\nset xrange [0:{}]\n\nunset logscale y\nset yrange [0:3]\n"
             "set format y '%g'\n",
             gnuplot::quoted(name_of(kind) + ": loss"), options.plan.steps) +
         plots + data;
}

}  // namespace

void plot(const Options& options, const std::vector<Start>& starts, const std::vector<Run>& runs) {
  const int rows = int(options.towers.size());
  std::string script = gnuplot::output(options.plot, 960, 380 * rows);
  script += fmt::format("set multiplot layout {},2\nset border 3\nset tics nomirror out\n", rows);
  script += "set grid ytics lt 1 lc rgb '#DDDDDD'\nset key noenhanced outside below horizontal\n";
  for (Kind kind : options.towers)
    script += gradient_panel(kind, options, starts) + loss_panel(kind, options, runs);
  gnuplot::run(script + "unset multiplot\n");
}
