#include "options.h"

#include <algorithm>
#include <set>

#include "../common/cli.h"

namespace {

using cli::reject, cli::whole_number;

constexpr std::int64_t letters = 52;  // of the pictures

void check(const Options& o) {
  if (o.samples * o.image.channels > letters)
    reject(
        fmt::format("--samples {} and --channels {}: the picture of InstanceNorm has letters for {} planes",
                    o.samples, o.image.channels, letters));
  if (o.image.channels % o.image.groups != 0)
    reject(fmt::format("--groups: {} groups do not divide {} channels", o.image.groups, o.image.channels));
  if (o.image.height * o.image.width == 1) reject("--size: a plane of one value has no variance");
  if (std::set(o.plan.batches.begin(), o.plan.batches.end()).size() != o.plan.batches.size())
    reject("--batches: a size is named twice");
}

}  // namespace

std::variant<Options, int> parse(int argc, char** argv) {
  Options o;
  bool no_training = false, quick = false;
  std::int64_t size = 2;

  CLI::App app(
      "Which values of a batch of images each norm gives a common mean and variance, and what training makes "
      "of it.");
  app.add_option("--samples", o.samples, "in the pictures (4)")->transform(whole_number(2, 16));
  app.add_option("--channels", o.image.channels, "in the pictures (6)")->transform(whole_number(1, 26));
  app.add_option("--size", size, "height and width in the pictures (2)")->transform(whole_number(1, 8));
  app.add_option("--groups", o.image.groups, "of GroupNorm in the pictures (3)")
      ->transform(whole_number(1, 26));
  app.add_option("--svg", o.svg, "draws the pictures to this file")->check(cli::file_name());
  CLI::Option* no = app.add_flag("--no-training", no_training, "pictures and statistics only");
  app.add_option("--batches", o.plan.batches, "sizes to train with, separated by commas (2,4,8,32,128)")
      ->delimiter(',')
      ->transform(whole_number(2, 1024));
  app.add_option("--seeds", o.plan.seeds, "runs of each (5)")->transform(whole_number(1, 100));
  app.add_option("--seed", o.plan.seed, "the first (0)")->transform(whole_number(0, 1'000'000));
  app.add_option("--epochs", o.plan.epochs, "over the training digits (5)")->transform(whole_number(1, 1000));
  app.add_option("--rate", o.plan.rate, "of learning at a batch of 32 (0.05)")
      ->transform(cli::positive_number(10));
  app.add_option("--threads", o.threads, "changes the time, not the results (1)")
      ->transform(whole_number(1, 64));
  app.add_flag("--quick", quick, "batches 8 and 32, one seed, one epoch")->excludes(no);
  app.get_option("--help")->description("prints this");

  try {
    app.parse(argc, argv);
    o.image.height = o.image.width = size;
    o.training = !no_training;
    if (quick) {
      o.plan.batches = {8, 32};
      o.plan.seeds = o.plan.epochs = 1;
    }
    check(o);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return o;
}
