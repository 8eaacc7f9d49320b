#include "options.h"

#include <algorithm>

#include "../common/cli.h"
#include "../common/gnuplot.h"

namespace {

using cli::reject, cli::whole_number, cli::word_of;

constexpr std::int64_t max_parameters = 1 << 25;

const std::map<std::string, Kind> kinds = {{"mlp", Kind::mlp}, {"encoder", Kind::encoder}};
const std::map<std::string, Placement> placements = {{"pre", Placement::pre},
                                                     {"post", Placement::post},
                                                     {"branch", Placement::branch},
                                                     {"none", Placement::none}};
const std::map<std::string, Norm> norms = {
    {"layer", Norm::layer}, {"rms", Norm::rms}, {"batch", Norm::batch}};
const std::map<std::string, Init> inits = {{"default", Init::standard}, {"xavier", Init::xavier}};
const std::map<std::string, std::vector<bool>> switches = {
    {"off", {false}}, {"on", {true}}, {"both", {false, true}}};
const std::map<std::string, int> optimizers = {{"adam", 0}, {"adamw", 1}, {"sgd", 2}};

template <class T>
std::string word_for(const std::map<std::string, T>& words, const T& wanted) {
  for (const auto& [word, value] : words)
    if (value == wanted) return word;
  return {};
}

/// The values of words that were typed; fallback when there were none.
template <class T>
std::vector<T> values(const std::string& option, const std::map<std::string, T>& known,
                      const std::vector<std::string>& words, std::vector<T> fallback) {
  if (words.empty()) return fallback;
  std::vector<T> result;
  for (const std::string& word : words) {
    if (std::find(result.begin(), result.end(), known.at(word)) != result.end())
      reject(fmt::format("{}: {} is named twice", option, word));
    result.push_back(known.at(word));
  }
  return result;
}

void check(const Options& o) {
  for (Kind kind : o.towers) {
    const TowerOptions tower = o.plan_of(kind, Placement::pre, false, 0).tower;
    if (12 * tower.depth * tower.width * tower.width > max_parameters)
      reject(fmt::format("depth {} and width {} together need too much memory", tower.depth, tower.width));
    if (kind == Kind::encoder && tower.width % tower.heads != 0)
      reject(fmt::format("--heads: {} heads do not divide width {}", tower.heads, tower.width));
  }
  if (o.plan.tower.norm == Norm::batch && o.plan.batch < 2)
    reject("--norm batch: the statistics of a batch need a --batch of at least 2");
  if (o.seed + std::uint64_t(o.seeds) - 1 > 0xFFFFFFFF)
    reject("--seeds: the last seed would be above 4294967295");
  if (!o.plot.empty())
    if (const std::string problem = gnuplot::why_not(o.plot); !problem.empty())
      reject(fmt::format("--plot: {}", problem));
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

std::variant<Options, int> parse(int argc, char** argv) {
  Options o;
  o.plan.warm_up = 100;
  std::vector<std::string> tower_words, placement_words;
  std::string norm_word = "layer", init_word = "default", warm_word = "both";
  std::int64_t width = 0;
  double rate = 0;
  bool full = false;

  CLI::App app("Residual towers with the norm before, after or on the branch, with and without warm-up.");
  app.add_option("--tower", tower_words, "which towers, separated by commas (encoder,mlp)")
      ->delimiter(',')
      ->check(word_of(kinds));
  app.add_option("--placement", placement_words, "where the norm stands, separated by commas (pre,post)")
      ->delimiter(',')
      ->check(word_of(placements));
  app.add_flag("--full", full, "all placements: pre, post, branch, none")->excludes("--placement");
  app.add_option("--norm", norm_word, "LayerNorm, RMSNorm or BatchNorm1d (layer)")->check(word_of(norms));
  app.add_option("--init", init_word, "weights: Linear's own, or Glorot's (default)")->check(word_of(inits));
  app.add_option("--depth", o.plan.tower.depth, "layers (24)")->transform(whole_number(1, 500));
  CLI::Option* has_width = app.add_option("--width", width, "features (encoder 32, mlp 64)");
  has_width->transform(whole_number(1, 1024));
  app.add_option("--heads", o.plan.tower.heads, "of attention (4)")->transform(whole_number(1, 64));
  app.add_option("--warm-up", warm_word, "runs without, with, or both (both)")->check(word_of(switches));
  app.add_option("--warm-up-steps", o.plan.warm_up, "in which the rate rises to its value (100)")
      ->transform(whole_number(1, 1'000'000));
  CLI::Option* has_rate = app.add_option("--rate", rate, "of learning (encoder 0.002, mlp 0.003)");
  has_rate->transform(cli::positive_number(100));
  app.add_option("--optimizer", o.plan.optimizer,
                 "adam and adamw with betas 0.9 and 0.98, sgd with momentum (adam)")
      ->check(word_of(optimizers));
  app.add_option("--steps", o.plan.steps, "of training (220)")->transform(whole_number(1, 1'000'000));
  app.add_option("--batch", o.plan.batch, "digits a step (64)")->transform(whole_number(1, 1024));
  app.add_option("--seed", o.seed, "the first (0)")->transform(whole_number(0, 0xFFFFFFFF));
  app.add_option("--seeds", o.seeds, "how many (3)")->transform(whole_number(1, 1000));
  app.add_option("--threads", o.threads, "changes the time, not the results (1)")
      ->transform(whole_number(1, 64));
  app.add_option("--checkpoint", o.checkpoint, "written on Ctrl-C (pre_post_ln.safetensors)")
      ->check(cli::file_name());
  app.add_flag("--resume", o.resume, "goes on from the checkpoint");
  app.add_option("--csv", o.csv, "writes every gradient and every step to this file")
      ->check(cli::file_name());
  app.add_option("--plot", o.plot, "draws with gnuplot to this .svg or .png file")->check(cli::file_name());
  app.get_option("--help")->description("prints this");

  try {
    app.parse(argc, argv);
    o.towers = values("--tower", kinds, tower_words, o.towers);
    if (full) o.placements = {Placement::pre, Placement::post, Placement::branch, Placement::none};
    o.placements = values("--placement", placements, placement_words, o.placements);
    o.plan.tower.norm = norms.at(norm_word);
    o.plan.tower.init = inits.at(init_word);
    o.warm_up = switches.at(warm_word);
    if (*has_width) o.width = width;
    if (*has_rate) o.rate = rate;
    check(o);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return o;
}
