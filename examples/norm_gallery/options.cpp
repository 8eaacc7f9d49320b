#include "options.h"

#include <fmt/format.h>

#include <set>

#include "common/command_line.h"

namespace {

using cli::BadInput;

constexpr std::int64_t letters = 52;  // of the pictures

void check(const Options& o) {
  if (o.samples * o.image.channels > letters)
    throw BadInput(
        fmt::format("--samples {} and --channels {}: the picture of InstanceNorm has letters for {} planes",
                    o.samples, o.image.channels, letters));
  if (o.image.channels % o.image.groups != 0)
    throw BadInput(
        fmt::format("--groups: {} groups do not divide {} channels", o.image.groups, o.image.channels));
  if (o.image.height * o.image.width == 1) throw BadInput("--size: a plane of one value has no variance");
  if (std::set(o.plan.batches.begin(), o.plan.batches.end()).size() != o.plan.batches.size())
    throw BadInput("--batches: a size is named twice");
}

}  // namespace

Options parse(int argc, char** argv) {
  Options o;
  bool no_training = false, quick = false;
  std::int64_t size = 2;

  cli::CommandLine line(
      "Which values of a batch of images each norm gives a common mean and variance, and what training makes "
      "of it.");
  line.number("--samples", o.samples, 2, 16, "in the pictures (4)");
  line.number("--channels", o.image.channels, 1, 26, "in the pictures (6)");
  line.number("--size", size, 1, 8, "height and width in the pictures (2)");
  line.number("--groups", o.image.groups, 1, 26, "of GroupNorm in the pictures (3)");
  line.file("--svg", o.svg, "draws the pictures to this file");
  line.flag("--no-training", no_training, "pictures and statistics only");
  line.number("--batches", o.plan.batches, 2, 1024,
              "sizes to train with, separated by commas (2,4,8,32,128)");
  line.number("--seeds", o.plan.seeds, 1, 100, "runs of each (5)");
  line.number("--seed", o.plan.seed, 0, 1'000'000, "the first (0)");
  line.number("--epochs", o.plan.epochs, 1, 1000, "over the training digits (5)");
  line.positive("--rate", o.plan.rate, 10, "of learning at a batch of 32 (0.05)");
  line.number("--threads", o.threads, 1, 64, "changes the time, not the results (1)");
  line.flag("--quick", quick, "batches 8 and 32, one seed, one epoch");
  line.exclude("--quick", "--no-training");
  line.parse(argc, argv);

  o.image.height = o.image.width = size;
  o.training = !no_training;
  if (quick) {
    o.plan.batches = {8, 32};
    o.plan.seeds = o.plan.epochs = 1;
  }
  check(o);
  return o;
}
