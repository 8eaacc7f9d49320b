#include "gnuplot.h"

#include <fmt/format.h>
#include <unistd.h>
#include <wengert/base/error.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "command_line.h"

namespace gnuplot {
namespace {

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  return false;
}

std::string why_not(const std::string& file) {
  if (!file.ends_with(".svg") && !file.ends_with(".png"))
    return fmt::format("'{}' ends in neither .svg nor .png", file);
  if (file.find_first_of("\n\r") != std::string::npos) return "a file name of several lines";
  if (!on_path("gnuplot")) return "there is no gnuplot on this machine (Debian: apt-get install gnuplot-nox)";
  if (!std::ofstream(file, std::ios::app)) return fmt::format("'{}' cannot be written", file);
  return {};
}

}  // namespace

void check(const std::string& file) {
  if (const std::string problem = file.empty() ? "" : why_not(file); !problem.empty())
    throw cli::BadInput(fmt::format("--plot: {}", problem));
}

std::string output(const std::string& file, int width, int height) {
  const std::string terminal =
      file.ends_with(".svg")
          ? fmt::format("svg size {},{} font 'Helvetica,15' background 'white'", width, height)
          : fmt::format("pngcairo size {},{} font 'Helvetica,17' background 'white'", width * 3 / 2,
                        height * 3 / 2);
  return fmt::format("set terminal {}\nset output {}\n", terminal, quoted(file));
}

std::string quoted(const std::string& text) {
  std::string out(1, '\'');
  for (char c : text) out.append(c == '\'' ? 2 : 1, c);  // a quote is written twice
  return out.append(1, '\'');
}

void run(const std::string& script) {
  std::signal(SIGPIPE, SIG_IGN);  // gnuplot may stop reading
  std::FILE* gnuplot = popen("gnuplot", "w");
  const bool written = gnuplot && std::fwrite(script.data(), 1, script.size(), gnuplot) == script.size();
  if (!gnuplot || pclose(gnuplot) != 0 || !written) throw wengert::Error("--plot: gnuplot failed");
}

}  // namespace gnuplot
