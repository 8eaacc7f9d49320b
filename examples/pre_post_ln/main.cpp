// Where to put the norm in a residual block: what it does to the gradient at the start, and to training.
#include <fmt/format.h>

#include <set>

#include "common/command_line.h"
#include "common/terminal.h"
#include "options.h"
#include "report.h"

using terminal::interrupted;
using wengert::TensorMap;

namespace {

constexpr int interrupted_code = 130;  // as a shell names a program that SIGINT ended

/// Cut short by Ctrl-C.
std::vector<Start> measure_starts(const Options& o, const Digits& digits) {
  std::set<std::int64_t> depths = {6, 12, 24, 48};
  depths.insert(o.plan.tower.depth);
  std::vector<Start> starts;
  for (Kind kind : o.towers)
    for (Init init : {Init::xavier, Init::standard})
      for (Placement placement : {Placement::pre, Placement::post, Placement::branch, Placement::none})
        for (std::int64_t depth : depths) {
          TowerOptions tower = o.plan_of(kind, placement, false, 0).tower;
          tower.init = init;
          tower.depth = depth;
          Start start{kind, placement, init, depth, {}};
          for (std::int64_t i = 0; i < o.seeds; ++i)
            if (!interrupted())
              start.norms.push_back(
                  gradient_at_start(tower, digits, o.plan.batch, o.seed + std::uint64_t(i)));
          starts.push_back(std::move(start));
        }
  return starts;
}

std::vector<Run> all_runs(const Options& o) {
  std::vector<Run> runs;
  for (Kind kind : o.towers)
    for (Placement placement : o.placements)
      for (bool warm : o.warm_up)
        for (std::int64_t i = 0; i < o.seeds; ++i)
          runs.push_back({o.plan_of(kind, placement, warm, o.seed + std::uint64_t(i)), {}});
  return runs;
}

// The checkpoint of a list of runs: "of" says which list, "<run>.<what>" are the curves of those that are
// through, "now.<...>" is the state of the one that was interrupted.

wengert::Tensor letters(const std::string& text) { return to_tensor({text.begin(), text.end()}); }

/// Writes the checkpoint and says so. `now` is null between two runs.
void put_aside(const Options& o, const std::vector<Run>& runs, std::size_t through, Training* now) {
  TensorMap file = {{"of", letters(o.describe())}};
  for (std::size_t i = 0; i < through; ++i) {
    file[fmt::format("{}.loss", i)] = to_tensor(runs[i].curve.loss);
    file[fmt::format("{}.accuracy", i)] = to_tensor(runs[i].curve.accuracy);
  }
  if (now)
    for (const auto& [name, value] : now->state()) file["now." + name] = value;
  wengert::save(file, o.checkpoint);
  fmt::print(stderr, "interrupted; --resume with the same options goes on from {}\n", o.checkpoint);
}

struct Resumed {
  std::size_t through = 0;
  TensorMap now;
};

/// Fills in the runs that are through.
Resumed resume(const Options& o, std::vector<Run>& runs) {
  const TensorMap file = wengert::io::read_safetensors(o.checkpoint).tensors;
  const auto of = file.find("of");
  if (of == file.end() || to_vector(of->second) != to_vector(letters(o.describe())))
    throw wengert::Error(fmt::format("--resume: '{}' is not a checkpoint of these options", o.checkpoint));
  Resumed result;
  for (; result.through < runs.size() && file.contains(fmt::format("{}.loss", result.through));
       ++result.through)
    runs[result.through].curve = {to_vector(file.at(fmt::format("{}.loss", result.through))),
                                  to_vector(file.at(fmt::format("{}.accuracy", result.through)))};
  for (const auto& [name, value] : file)
    if (name.starts_with("now.")) result.now[name.substr(4)] = value;
  return result;
}

/// Trains all; false when it was interrupted, and the checkpoint written.
bool train(const Options& o, const Digits& digits, std::vector<Run>& runs) {
  Resumed resumed;
  if (o.resume) resumed = resume(o, runs);
  const std::int64_t total = std::int64_t(runs.size()) * o.plan.steps;
  std::int64_t done = std::int64_t(resumed.through) * o.plan.steps;
  terminal::Progress progress(total, done);
  for (std::size_t i = resumed.through; i < runs.size(); ++i) {
    Run& run = runs[i];
    Training training(run.plan, digits);
    if (i == resumed.through && !resumed.now.empty()) training.load(resumed.now);
    const std::string what =
        fmt::format("{} {} {}", name_of(run.plan.tower.kind), wengert::nn::name_of(run.plan.tower.placement),
                    run.plan.warm_up ? "warm-up" : "no warm-up");
    while (!training.done()) {
      training.step();
      progress.show(fmt::format("{}  loss {:.3f}  rate {:.1e}", what, training.loss(), training.rate()),
                    done + training.steps_taken());
      if (!interrupted()) continue;
      progress.clear();
      put_aside(o, runs, i, &training);
      return false;
    }
    run.curve = training.curve();
    done += o.plan.steps;
  }
  return true;
}

int work(const Options& o) {
  terminal::catch_interrupt();
  cli::OutputFile csv("--csv", o.csv);
  wengert::set_num_threads(int(o.threads));
  const Digits digits(DIGITS_CSV);
  std::vector<Run> runs = all_runs(o);
  if (!train(o, digits, runs)) return interrupted_code;
  const std::vector<Start> starts = measure_starts(o, digits);
  if (interrupted()) {
    put_aside(o, runs, runs.size(), nullptr);
    return interrupted_code;
  }

  fmt::print("{}", o.describe());
  for (Kind kind : o.towers)
    fmt::print("\n{}\n{}\n{}\n{}", start_table(kind, Init::xavier, starts),
               start_table(kind, Init::standard, starts), training_table(kind, runs), summary(kind, runs));
  csv.write([&](std::ostream& out) { write_csv(out, o, starts, runs); });
  if (!o.plot.empty()) plot(o, starts, runs);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run([&] { return work(parse(argc, argv)); });
}
