// A gallery of norms: which values share a mean and a variance, what that does to a batch, and to training.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/command_line.h"
#include "common/terminal.h"
#include "options.h"
#include "picture.h"
#include "report.h"
#include "statistics.h"

using namespace wengert;

namespace {

std::string name(Norm norm, const Image& image) {
  if (norm == Norm::group) return fmt::format("GroupNorm({})", image.groups);
  return title(norm);
}

int work(const Options& o) {
  set_num_threads(int(o.threads));
  const std::vector<std::int64_t> shape{o.samples, o.image.channels, o.image.height, o.image.width};

  std::vector<Panel> panels;
  std::vector<Result> results{{"input", uneven_batch(shape)}};
  for (Norm norm : real_norms) {
    panels.push_back({name(norm, o.image), sharing_of(make(norm, o.image), shape)});
    results.push_back({name(norm, o.image), make(norm, o.image).forward(results[0].y)});
  }
  cli::OutputFile("--svg", o.svg).write([&](std::ostream& out) { out << svg(panels); });

  fmt::print("Values with the same letter share a mean and a variance; batch [{}]\n\n",
             fmt::join(shape, ", "));
  for (const Panel& panel : panels) fmt::print("{}\n", picture(panel, terminal::has_color()));
  fmt::print("An uneven batch before and after: least and greatest\n\n{}",
             statistics_table(results, o.image.groups));
  if (!o.training) return 0;
  fmt::print("\n");
  train_and_report(o.plan, Digits(DIGITS_CSV));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run([&] { return work(parse(argc, argv)); });
}
