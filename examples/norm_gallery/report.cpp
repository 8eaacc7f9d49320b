#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

struct Cell {
  std::string row;
  double mean, error;  // of the mean: deviation / sqrt(seeds)
};

/// Prints mean and deviation over the seeds, in percent.
Cell show(const std::string& row, const std::vector<double>& values) {
  const double n = double(values.size());
  double mean = 0, squares = 0;
  for (double v : values) mean += v / n;
  for (double v : values) squares += (v - mean) * (v - mean);
  const double deviation = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
  fmt::print(" {:>5.1f} +-{:>4.1f}", 100 * mean, 100 * deviation);
  std::fflush(stdout);
  return {row, mean, deviation / std::sqrt(n)};
}

/// The best norm of a batch size, and those that two standard errors of the difference do not set apart.
void choose(std::int64_t batch, std::vector<Cell> cells) {
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.mean > b.mean; });
  const Cell& best = cells.front();
  std::string others;
  for (std::size_t i = 1; i < cells.size(); ++i)
    if (best.mean - cells[i].mean <= 2 * std::hypot(best.error, cells[i].error))
      others += (others.empty() ? "" : ", ") + cells[i].row;
  fmt::print("  {:<6} {:<15} {}\n", batch, best.row, others.empty() ? "-" : others);
}

void report(const Plan& plan, Net net, const std::vector<Norm>& norms, const Digits& digits) {
  for (std::int64_t batch : plan.batches) fmt::print(" {:>12}", batch);
  std::vector<std::vector<Cell>> columns(plan.batches.size());
  for (Norm norm : norms) {
    const std::string name = title(norm, net == Net::conv);
    fmt::print("\n{:<15}", name);
    std::vector<std::vector<double>> calibrated(plan.batches.size());
    for (std::size_t b = 0; b < plan.batches.size(); ++b) {
      std::vector<double> trained;
      for (std::int64_t i = 0; i < plan.seeds; ++i) {
        const Accuracy a = train(plan, net, norm, plan.batches[b], std::uint64_t(plan.seed + i), digits);
        trained.push_back(a.trained);
        if (a.calibrated) calibrated[b].push_back(*a.calibrated);
      }
      columns[b].push_back(show(name, trained));
    }
    if (calibrated[0].empty()) continue;
    fmt::print("\n{:<15}", "  calibrated");
    for (const std::vector<double>& values : calibrated) show("", values);
  }
  fmt::print("\n\n  {:<6} {:<15} {}\n", "batch", "best", "not told apart from it");
  for (std::size_t b = 0; b < plan.batches.size(); ++b) choose(plan.batches[b], columns[b]);
}

}  // namespace

void train_and_report(const Plan& plan, const Digits& digits) {
  fmt::print(
      "Test accuracy in percent, mean and deviation over {} seeds. {} epochs of {} digits\nat every batch "
      "size, "
      "SGD with momentum 0.9, rate {:g} * batch / 32 falling along a\ncosine; GroupNorm with {} groups\n\n"
      "Convolutions   ",
      plan.seeds, plan.epochs, digits.train.targets().size(0), plan.rate, plan.groups);
  report(plan, Net::conv, {Norm::none, Norm::batch, Norm::group, Norm::layer, Norm::instance}, digits);
  fmt::print("\nMLP            ");
  report(plan, Net::mlp, {Norm::none, Norm::batch, Norm::group, Norm::layer}, digits);
}
