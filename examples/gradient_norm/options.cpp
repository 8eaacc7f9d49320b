#include "options.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/command_line.h"
#include "common/gnuplot.h"

namespace {

using cli::BadInput;

constexpr std::int64_t max_depth = 10'000, max_width = 8192, max_batch = 65'536, max_seeds = 10'000;
// In one model, and in what it remembers for backward: 512 MB each.
constexpr std::int64_t max_numbers = 1 << 27;

const cli::Words<Norm> norms = {
    {"batch", Norm::batch}, {"layer", Norm::layer}, {"none", Norm::none}, {"rms", Norm::rms}};
const cli::Words<Init> inits = {
    {"default", Init::standard}, {"kaiming", Init::kaiming}, {"xavier", Init::xavier}};

void check_size(const Options& o) {
  const Setup& s = o.setup;
  const std::int64_t depth = o.sweep.empty() ? s.depth : *std::max_element(o.sweep.begin(), o.sweep.end());
  if (depth * s.width * std::max(s.width, s.batch) > max_numbers)
    throw BadInput(fmt::format("depth {}, width {} and batch {} together need more than {} numbers", depth,
                               s.width, s.batch, max_numbers));
  if (s.batch == 1 && std::find(o.norms.begin(), o.norms.end(), Norm::batch) != o.norms.end())
    throw BadInput(
        "--batch: BatchNorm1d needs at least 2 samples to train on; take more, or leave batch out of --norms");
  if (s.seed + std::uint64_t(o.seeds) - 1 > 0xFFFFFFFF)
    throw BadInput("--seeds: the last seed would be above 4294967295");
}

}  // namespace

std::string title(Init init) { return cli::word_for(inits, init); }

Options parse(int argc, char** argv) {
  Options o;
  bool no_jacobian = false;
  cli::CommandLine line(
      "The norm of the gradient at every layer of a deep ReLU network,\nwith and without norm layers.");
  line.number("--depth", o.setup.depth, 1, max_depth, "blocks of Linear [-> norm] -> ReLU; default 20");
  line.number("--width", o.setup.width, 1, max_width, "features of every layer; default 64");
  line.number("--batch", o.setup.batch, 1, max_batch, "samples; default 32");
  line.words("--norms", o.norms, norms, "some of none,layer,batch,rms; default all");
  line.number("--seed", o.setup.seed, 0, 0xFFFFFFFF, "of weights and batch; default 0");
  line.number("--seeds", o.seeds, 1, max_seeds, "runs N seeds from --seed on: mean and spread; default 1");
  line.number("--sweep-depth", o.sweep, 1, max_depth, "compares depths, such as 1,2,5,10; not with --depth");
  line.exclude("--sweep-depth", "--depth");
  line.word("--init", o.setup.init, inits, "default (Linear's own), xavier or kaiming uniform weights");
  line.file("--csv", o.csv, "writes every layer of every run to this file");
  line.file("--plot", o.plot, "draws the chart with gnuplot to this .svg or .png file");
  line.flag("--no-jacobian", no_jacobian, "leaves out the singular values");
  line.flag("--ascii", o.ascii, "draws with ASCII characters only");
  line.parse(argc, argv);

  o.jacobians = !no_jacobian;
  std::sort(o.sweep.begin(), o.sweep.end());
  o.sweep.erase(std::unique(o.sweep.begin(), o.sweep.end()), o.sweep.end());
  check_size(o);
  gnuplot::check(o.plot);
  return o;
}
