// How the gradient of a deep network fades on its way back to the input, and what normalisation does about
// it.
#include <fmt/format.h>

#include <fstream>

#include "options.h"
#include "plot.h"
#include "report.h"

namespace {

Runs run(const Options& o, std::int64_t depth) {
  Setup setup = o.setup;
  setup.depth = depth;
  const bool with_jacobians = o.jacobians && o.sweep.empty() && o.seeds == 1;
  Runs runs;
  for (Norm norm : o.norms) runs[norm] = run_seeds(norm, setup, o.seeds, with_jacobians);
  return runs;
}

std::string heading(const Options& o) {
  const Setup& s = o.setup;
  const std::string depth = o.sweep.empty() ? fmt::format("depth {}, ", s.depth) : "";
  const std::string seed = o.seeds == 1
                               ? fmt::format("seed {}", s.seed)
                               : fmt::format("seeds {} to {}", s.seed, s.seed + std::uint64_t(o.seeds) - 1);
  return fmt::format("{}width {}, batch {}, {}, {} init; loss = sum of outputs\n\n", depth, s.width, s.batch,
                     seed, title(s.init));
}

int complain(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  return 2;
}

int work(const Options& o) {
  std::ofstream csv;
  if (!o.csv.empty()) csv.open(o.csv);
  if (!csv) return complain(fmt::format("--csv: '{}' cannot be written", o.csv));

  fmt::print("{}", heading(o));
  std::map<std::int64_t, Runs> by_depth;
  if (o.sweep.empty()) by_depth[o.setup.depth] = run(o, o.setup.depth);
  for (std::int64_t depth : o.sweep) by_depth[depth] = run(o, depth);

  Terminal terminal = find_terminal();
  terminal.unicode = terminal.unicode && !o.ascii;
  const Runs& runs = by_depth.begin()->second;
  const Chart chart = o.sweep.empty() ? layer_chart(runs) : sweep_chart(by_depth);
  fmt::print("{}\n{}", o.sweep.empty() ? gradient_table(runs) : sweep_table(by_depth), draw(chart, terminal));
  if (o.sweep.empty()) fmt::print("\n{}", layer_table(runs));

  if (csv.is_open()) {
    write_csv(csv, by_depth, o.setup.seed);
    csv.close();
    if (!csv) return complain(fmt::format("--csv: '{}' could not be written to the end", o.csv));
  }
  if (!o.plot.empty() && !plot(chart, o.plot)) return complain("--plot: gnuplot failed");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = parse(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  try {
    return work(std::get<Options>(parsed));
  } catch (const wengert::Error& e) {
    return complain(e.what());
  }
}
