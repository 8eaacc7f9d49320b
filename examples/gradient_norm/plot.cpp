#include "plot.h"

#include <fmt/format.h>

#include <iterator>

#include "common/gnuplot.h"
#include "scale.h"

namespace {

using gnuplot::colors;
using gnuplot::quoted;

std::string script(const Chart& chart, const std::string& file) {
  const Decades decades(chart.lines);
  std::string s = gnuplot::output(file, 860, 460);
  s += fmt::format("set title {} noenhanced\n", quoted(chart.title));
  s += fmt::format("set xlabel {}\n", quoted(chart.middle));
  s += fmt::format("set label {} at graph 0, graph -0.16\n", quoted(chart.left));
  s += fmt::format("set label {} at graph 1, graph -0.16 right\n", quoted(chart.right));
  s += fmt::format("set logscale y\nset yrange [1e{}:1e{}]\nset mytics 1\n", decades.low, decades.high);
  s += "set format y '10^{%T}'\nset grid ytics lt 1 lc rgb '#DDDDDD'\nset border 3\nset tics nomirror out\n";
  s += "set xrange [-0.01:1.01]\nset rmargin 22\nset xtics (";
  for (std::size_t i = 0; i < chart.position.size(); ++i)
    if (!chart.tick[i].empty()) s += fmt::format("{} {},", quoted(chart.tick[i]), chart.position[i]);
  s.back() = ')';

  const std::vector<double> depths = label_depths(chart.lines, decades, 0.065);
  std::string plots = "\nplot ", data;
  for (std::size_t l = 0; l < chart.lines.size(); ++l) {
    const Line& line = chart.lines[l];
    const char* color = colors[l % std::size(colors)];
    s += fmt::format("\nset label {} at graph 1.02, graph {} textcolor rgb '{}' noenhanced",
                     quoted(fmt::format("{} {:.1e}", line.name, line.values.back())), 1 - depths[l], color);
    plots += fmt::format("'-' with linespoints lw 2.5 pt 7 ps 0.45 lc rgb '{}' notitle,", color);
    for (std::size_t i = 0; i < line.values.size(); ++i)
      data += drawable(line.values[i]) ? fmt::format("{} {:.9e}\n", chart.position[i], line.values[i]) : "\n";
    data += "e\n";
  }
  plots.back() = '\n';
  return s + plots + data;
}

}  // namespace

void plot(const Chart& chart, const std::string& file) { gnuplot::run(script(chart, file)); }
