#include "plot.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "scale.h"

namespace {

/// Okabe and Ito's colours, which stay apart for the colour-blind.
constexpr const char* colors[] = {"#D55E00", "#0072B2", "#009E73", "#CC79A7"};

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

/// In gnuplot's single quotes, where a quote is written twice.
std::string quoted(const std::string& text) {
  std::string out(1, '\'');
  for (char c : text) out.append(c == '\'' ? 2 : 1, c);
  return out.append(1, '\'');
}

std::string script(const Chart& chart, const std::string& file) {
  const Decades decades(chart.lines);
  std::string s = file.ends_with(".svg")
                      ? "set terminal svg size 860,460 font 'Helvetica,15' background 'white'\n"
                      : "set terminal pngcairo size 1290,690 font 'Helvetica,17' background 'white'\n";
  s += fmt::format("set output {}\nset title {} noenhanced\n", quoted(file), quoted(chart.title));
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

std::string why_no_plot(const std::string& file) {
  if (!file.ends_with(".svg") && !file.ends_with(".png"))
    return fmt::format("'{}' ends in neither .svg nor .png", file);
  if (file.find_first_of("\n\r") != std::string::npos) return "a file name of several lines";
  if (!on_path("gnuplot")) return "there is no gnuplot on this machine (Debian: apt-get install gnuplot-nox)";
  if (!std::ofstream(file, std::ios::app)) return fmt::format("'{}' cannot be written", file);
  return {};
}

bool plot(const Chart& chart, const std::string& file) {
  std::signal(SIGPIPE, SIG_IGN);  // gnuplot may stop reading
  std::FILE* gnuplot = popen("gnuplot", "w");
  if (!gnuplot) return false;
  const std::string commands = script(chart, file);
  const bool written = std::fwrite(commands.data(), 1, commands.size(), gnuplot) == commands.size();
  return pclose(gnuplot) == 0 && written;
}
