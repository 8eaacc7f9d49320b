#include "options.h"

#include <algorithm>
#include <map>

#include "../common/cli.h"
#include "../common/gnuplot.h"

namespace {

using cli::reject, cli::whole_number, cli::word_of;

constexpr std::int64_t max_depth = 10'000, max_width = 8192, max_batch = 65'536, max_seeds = 10'000;
constexpr std::int64_t max_numbers =
    1 << 27;  // in one model, and in what it remembers for backward: 512 MB each

const std::map<std::string, Norm> norms = {
    {"none", Norm::none}, {"layer", Norm::layer}, {"batch", Norm::batch}, {"rms", Norm::rms}};
const std::map<std::string, Init> inits = {
    {"default", Init::standard}, {"xavier", Init::xavier}, {"kaiming", Init::kaiming}};

void check_size(const Options& o) {
  const Setup& s = o.setup;
  const std::int64_t depth = o.sweep.empty() ? s.depth : *std::max_element(o.sweep.begin(), o.sweep.end());
  if (depth * s.width * std::max(s.width, s.batch) > max_numbers)
    reject(fmt::format("depth {}, width {} and batch {} together need more than {} numbers", depth, s.width,
                       s.batch, max_numbers));
  if (s.batch == 1 && std::find(o.norms.begin(), o.norms.end(), Norm::batch) != o.norms.end())
    reject(
        "--batch: BatchNorm1d needs at least 2 samples to train on; take more, or leave batch out of "
        "--norms");
  for (Norm norm : all_norms)
    if (std::count(o.norms.begin(), o.norms.end(), norm) > 1)
      reject(fmt::format("--norms: {} is named twice", title(norm)));
  if (s.seed + std::uint64_t(o.seeds) - 1 > 0xFFFFFFFF)
    reject("--seeds: the last seed would be above 4294967295");
}

}  // namespace

std::string title(Init init) {
  for (const auto& [word, value] : inits)
    if (value == init) return word;
  return {};
}

std::variant<Options, int> parse(int argc, char** argv) {
  Options o;
  std::vector<std::string> norm_words;
  std::string init_word = "default";

  CLI::App app(
      "The norm of the gradient at every layer of a deep ReLU network,\nwith and without norm layers.",
      "gradient_norm");
  app.get_formatter()->column_width(24);
  app.add_option("--depth", o.setup.depth, "blocks of Linear [-> norm] -> ReLU; default 20")
      ->option_text("N")
      ->transform(whole_number(1, max_depth));
  app.add_option("--width", o.setup.width, "features of every layer; default 64")
      ->option_text("N")
      ->transform(whole_number(1, max_width));
  app.add_option("--batch", o.setup.batch, "samples; default 32")
      ->option_text("N")
      ->transform(whole_number(1, max_batch));
  app.add_option("--norms", norm_words, "some of none,layer,batch,rms; default all")
      ->option_text("LIST")
      ->delimiter(',')
      ->check(word_of(norms));
  app.add_option("--seed", o.setup.seed, "of weights and batch; default 0")
      ->option_text("N")
      ->transform(whole_number(0, 0xFFFFFFFF));
  app.add_option("--seeds", o.seeds, "runs N seeds from --seed on: mean and spread; default 1")
      ->option_text("N")
      ->transform(whole_number(1, max_seeds));
  app.add_option("--sweep-depth", o.sweep, "compares depths, such as 1,2,5,10; not with --depth")
      ->option_text("LIST")
      ->delimiter(',')
      ->transform(whole_number(1, max_depth))
      ->excludes("--depth");
  app.add_option("--init", init_word, "default (Linear's own), xavier or kaiming uniform weights")
      ->option_text("NAME")
      ->check(word_of(inits));
  app.add_option("--csv", o.csv, "writes every layer of every run to this file")
      ->option_text("FILE")
      ->check(cli::file_name());
  app.add_option("--plot", o.plot, "draws the chart with gnuplot to this .svg or .png file")
      ->option_text("FILE")
      ->check(cli::file_name());
  app.add_flag_callback(
      "--no-jacobian", [&] { o.jacobians = false; }, "leaves out the singular values");
  app.add_flag("--ascii", o.ascii, "draws with ASCII characters only");
  app.get_option("--help")->description("prints this");

  try {
    app.parse(argc, argv);
    if (!norm_words.empty()) o.norms.clear();
    for (const std::string& word : norm_words) o.norms.push_back(norms.at(word));
    o.setup.init = inits.at(init_word);
    std::sort(o.sweep.begin(), o.sweep.end());
    o.sweep.erase(std::unique(o.sweep.begin(), o.sweep.end()), o.sweep.end());
    check_size(o);
    if (!o.plot.empty())
      if (const std::string problem = gnuplot::why_not(o.plot); !problem.empty())
        reject(fmt::format("--plot: {}", problem));
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return o;
}
