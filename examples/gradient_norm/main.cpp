// How the gradient of a deep network fades on its way back to the input, and what normalisation does about it.
#include <fmt/format.h>

#include "common/command_line.h"
#include "common/terminal.h"
#include "options.h"
#include "plot.h"
#include "report.h"

namespace {

/// The depths of the sweep, or the one of the setup.
std::map<std::int64_t, Runs> run(const Options& o) {
  const std::vector<std::int64_t> depths = o.sweep.empty() ? std::vector{o.setup.depth} : o.sweep;
  const bool with_jacobians = o.jacobians && o.sweep.empty() && o.seeds == 1;
  terminal::Progress progress(std::int64_t(depths.size() * o.norms.size()));
  std::map<std::int64_t, Runs> by_depth;
  std::int64_t done = 0;
  Setup setup = o.setup;
  for (std::int64_t depth : depths)
    for (Norm norm : o.norms) {
      progress.show(fmt::format("depth {} {}", depth, title(norm)), done++);
      setup.depth = depth;
      by_depth[depth][norm] = run_seeds(norm, setup, o.seeds, with_jacobians);
    }
  return by_depth;
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

int work(const Options& o) {
  cli::OutputFile csv("--csv", o.csv);
  fmt::print("{}", heading(o));
  const std::map<std::int64_t, Runs> by_depth = run(o);

  const Screen screen{.unicode = terminal::has_unicode() && !o.ascii, .color = terminal::has_color()};
  const Runs& runs = by_depth.begin()->second;
  const Chart chart = o.sweep.empty() ? layer_chart(runs) : sweep_chart(by_depth);
  fmt::print("{}\n{}", o.sweep.empty() ? gradient_table(runs) : sweep_table(by_depth), draw(chart, screen));
  if (o.sweep.empty()) fmt::print("\n{}", layer_table(runs));

  csv.write([&](std::ostream& out) { write_csv(out, by_depth, o.setup.seed); });
  if (!o.plot.empty()) plot(chart, o.plot);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run([&] { return work(parse(argc, argv)); });
}
