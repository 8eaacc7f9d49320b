#include "options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/command_line.h"
#include "common/gnuplot.h"

namespace {

using cli::BadInput, cli::Words, cli::word_for;

constexpr std::int64_t max_parameters = 1 << 25;

const Words<Kind> kinds = {{"encoder", Kind::encoder}, {"mlp", Kind::mlp}};
const Words<Placement> placements = {{"branch", Placement::branch},
                                     {"none", Placement::none},
                                     {"post", Placement::post},
                                     {"pre", Placement::pre}};
const Words<Norm> norms = {{"batch", Norm::batch}, {"layer", Norm::layer}, {"rms", Norm::rms}};
const Words<Init> inits = {{"default", Init::standard}, {"xavier", Init::xavier}};
const Words<std::vector<bool>> switches = {{"both", {false, true}}, {"off", {false}}, {"on", {true}}};
const Words<std::string> optimizers = {{"adam", "adam"}, {"adamw", "adamw"}, {"sgd", "sgd"}};

void check(const Options& o) {
  for (Kind kind : o.towers) {
    const TowerOptions tower = o.plan_of(kind, Placement::pre, false, 0).tower;
    if (12 * tower.depth * tower.width * tower.width > max_parameters)
      throw BadInput(
          fmt::format("depth {} and width {} together need too much memory", tower.depth, tower.width));
    if (kind == Kind::encoder && tower.width % tower.heads != 0)
      throw BadInput(fmt::format("--heads: {} heads do not divide width {}", tower.heads, tower.width));
  }
  if (o.plan.tower.norm == Norm::batch && o.plan.batch < 2)
    throw BadInput("--norm batch: the statistics of a batch need a --batch of at least 2");
  if (o.seed + std::uint64_t(o.seeds) - 1 > 0xFFFFFFFF)
    throw BadInput("--seeds: the last seed would be above 4294967295");
  gnuplot::check(o.plot);
}

}  // namespace

std::string name_of(Init init) { return word_for(inits, init); }
std::string name_of(Kind kind) { return word_for(kinds, kind); }

Plan Options::plan_of(Kind kind, Placement placement, bool warm, std::uint64_t run_seed) const {
  Plan p = plan;
  p.tower.kind = kind;
  p.tower.placement = placement;
  p.tower.width = width.value_or(kind == Kind::encoder ? 32 : 64);
  p.rate = rate.value_or(kind == Kind::encoder ? 2e-3 : 3e-3);
  p.warm_up = warm ? plan.warm_up : 0;
  p.seed = run_seed;
  return p;
}

std::string Options::describe() const {
  std::string text;
  for (Kind kind : towers) {
    const Plan p = plan_of(kind, Placement::pre, true, seed);
    text += fmt::format("{}: depth {}, width {}, ", name_of(kind), p.tower.depth, p.tower.width);
    if (kind == Kind::encoder) text += fmt::format("{} heads, ", p.tower.heads);
    text += fmt::format("rate {}\n", p.rate);
  }
  std::vector<std::string> where, warm;
  for (Placement p : placements) where.push_back(wengert::nn::name_of(p));
  for (bool on : warm_up) warm.push_back(on ? "on" : "off");
  return text + fmt::format(
                    "norm {}, {} init, placement {}; {}, warm-up {} ({} steps), {} steps of {} digits, seeds "
                    "{} to {}\n",
                    word_for(norms, plan.tower.norm), word_for(inits, plan.tower.init), fmt::join(where, " "),
                    plan.optimizer, fmt::join(warm, " "), plan.warm_up, plan.steps, plan.batch, seed,
                    seed + std::uint64_t(seeds) - 1);
}

Options parse(int argc, char** argv) {
  Options o;
  o.plan.warm_up = 100;
  bool full = false;

  cli::CommandLine line(
      "Residual towers with the norm before, after or on the branch, with and without warm-up.");
  line.words("--tower", o.towers, kinds, "which towers, separated by commas (encoder,mlp)");
  line.words("--placement", o.placements, placements,
             "where the norm stands, separated by commas (pre,post)");
  line.flag("--full", full, "all placements: pre, post, branch, none");
  line.exclude("--full", "--placement");
  line.word("--norm", o.plan.tower.norm, norms, "LayerNorm, RMSNorm or BatchNorm1d (layer)");
  line.word("--init", o.plan.tower.init, inits, "weights: Linear's own, or Glorot's (default)");
  line.number("--depth", o.plan.tower.depth, 1, 500, "layers (24)");
  line.number("--width", o.width, 1, 1024, "features (encoder 32, mlp 64)");
  line.number("--heads", o.plan.tower.heads, 1, 64, "of attention (4)");
  line.word("--warm-up", o.warm_up, switches, "runs without, with, or both (both)");
  line.number("--warm-up-steps", o.plan.warm_up, 1, 1'000'000, "in which the rate rises to its value (100)");
  line.positive("--rate", o.rate, 100, "of learning (encoder 0.002, mlp 0.003)");
  line.word("--optimizer", o.plan.optimizer, optimizers,
            "adam and adamw with betas 0.9 and 0.98, sgd with momentum (adam)");
  line.number("--steps", o.plan.steps, 1, 1'000'000, "of training (220)");
  line.number("--batch", o.plan.batch, 1, 1024, "digits a step (64)");
  line.number("--seed", o.seed, 0, 0xFFFFFFFF, "the first (0)");
  line.number("--seeds", o.seeds, 1, 1000, "how many (3)");
  line.number("--threads", o.threads, 1, 64, "changes the time, not the results (1)");
  line.file("--checkpoint", o.checkpoint, "written on Ctrl-C (pre_post_ln.safetensors)");
  line.flag("--resume", o.resume, "goes on from the checkpoint");
  line.file("--csv", o.csv, "writes every gradient and every step to this file");
  line.file("--plot", o.plot, "draws with gnuplot to this .svg or .png file");
  line.parse(argc, argv);

  if (full) o.placements = {Placement::pre, Placement::post, Placement::branch, Placement::none};
  check(o);
  return o;
}
