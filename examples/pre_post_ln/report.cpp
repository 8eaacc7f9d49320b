#include "report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

constexpr std::size_t last_steps = 20;

std::string title(Kind kind) { return kind == Kind::encoder ? "Encoder" : "MLP"; }

/// Of the last steps, over all seeds.
double final_loss(const std::vector<Run>& seeds) {
  double sum = 0, count = 0;
  for (const Run& run : seeds) {
    const std::vector<double>& loss = run.curve.loss;
    const std::size_t n = std::min(last_steps, loss.size());
    sum += std::accumulate(loss.end() - std::ptrdiff_t(n), loss.end(), 0.0);
    count += double(n);
  }
  return sum / count;
}

std::size_t failures(const std::vector<Run>& seeds) {
  return std::size_t(std::count_if(seeds.begin(), seeds.end(), [](const Run& r) { return r.failed(); }));
}

double mean_accuracy(const std::vector<Run>& seeds) {
  double sum = 0;
  for (const Run& run : seeds) sum += run.accuracy();
  return sum / double(seeds.size());
}

std::string warm_up_text(const Plan& plan) {
  return plan.warm_up == 0 ? std::string("without warm-up")
                           : fmt::format("with {} steps of warm-up", plan.warm_up);
}

}  // namespace

std::vector<double> Start::mean() const {
  std::vector<double> result(norms.front().size());
  for (const auto& of_seed : norms)
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += of_seed[i] / double(norms.size());
  return result;
}

std::int64_t Run::steps_to_90() const {
  const auto found =
      std::find_if(curve.accuracy.begin(), curve.accuracy.end(), [](double a) { return a >= 0.9; });
  if (found == curve.accuracy.end()) return 0;
  return std::min((found - curve.accuracy.begin() + 1) * interval, std::int64_t(curve.loss.size()));
}

std::vector<std::vector<Run>> by_setting(Kind kind, const std::vector<Run>& runs) {
  std::vector<std::vector<Run>> groups;
  for (const Run& run : runs) {
    if (run.plan.tower.kind != kind) continue;
    const auto same = [&](const std::vector<Run>& g) {
      return g[0].plan.tower.placement == run.plan.tower.placement && g[0].plan.warm_up == run.plan.warm_up;
    };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end())
      groups.push_back({run});
    else
      found->push_back(run);
  }
  return groups;
}

std::string start_table(Kind kind, Init init, const std::vector<Start>& starts) {
  std::map<Placement, std::map<std::int64_t, std::vector<double>>> by_placement;
  std::vector<std::int64_t> depths;
  for (const Start& s : starts) {
    if (s.kind != kind || s.init != init) continue;
    by_placement[s.placement][s.depth] = s.mean();
    if (std::find(depths.begin(), depths.end(), s.depth) == depths.end()) depths.push_back(s.depth);
  }
  std::string text = fmt::format("{}, at the start, {} init: |dL/dW2|\n", title(kind), name_of(init));
  text += fmt::format("{:<8}  {:^{w}}  {:^{w}}\n", "", "first layer / last layer", "last layer",
                      fmt::arg("w", 9 * depths.size()));
  text += fmt::format("{:<8}  ", "depth");
  for (int part = 0; part < 2; ++part) {
    for (std::int64_t depth : depths) text += fmt::format("{:>9}", depth);
    text += part == 0 ? "  " : "\n";
  }
  for (const auto& [placement, norms] : by_placement) {
    text += fmt::format("{:<8}  ", wengert::nn::name_of(placement));
    for (std::int64_t depth : depths)
      text += fmt::format("{:9.3g}", norms.at(depth).front() / norms.at(depth).back());
    text += "  ";
    for (std::int64_t depth : depths) text += fmt::format("{:9.2g}", norms.at(depth).back());
    text += '\n';
  }
  return text;
}

std::string training_table(Kind kind, const std::vector<Run>& runs) {
  std::string text = fmt::format("{}, trained\n{:<9} {:>7}  {:>6}  {:>6}  {:<17} {}\n", title(kind),
                                 "placement", "warm-up", "loss", "failed", "steps to 90 %", "test accuracy");
  for (const std::vector<Run>& seeds : by_setting(kind, runs)) {
    std::vector<std::string> to_90, accuracy;
    for (const Run& run : seeds) {
      to_90.push_back(run.steps_to_90() ? std::to_string(run.steps_to_90()) : "-");
      accuracy.push_back(fmt::format("{:.3f}", run.accuracy()));
    }
    const Plan& plan = seeds[0].plan;
    text +=
        fmt::format("{:<9} {:>7}  {:6.3f}  {:>6}  {:<17} {}\n", wengert::nn::name_of(plan.tower.placement),
                    plan.warm_up, final_loss(seeds), fmt::format("{}/{}", failures(seeds), seeds.size()),
                    fmt::format("{}", fmt::join(to_90, " ")), fmt::join(accuracy, " "));
  }
  return text;
}

std::string summary(Kind kind, const std::vector<Run>& runs) {
  std::string text = fmt::format("{}:", title(kind));
  for (const std::vector<Run>& seeds : by_setting(kind, runs)) {
    const std::size_t failed = failures(seeds);
    text += fmt::format(" placement {} {} ", wengert::nn::name_of(seeds[0].plan.tower.placement),
                        warm_up_text(seeds[0].plan));
    if (failed == 0)
      text += "trained on every seed";
    else if (failed == seeds.size())
      text += "failed on every seed";
    else
      text += fmt::format("failed on {} of {} seeds", failed, seeds.size());
    text += fmt::format(" (mean test accuracy {:.3f});", mean_accuracy(seeds));
  }
  text.back() = '.';
  // Broken into lines at 100 characters.
  std::size_t line = 0, space = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') space = i;
    if (i - line >= 100 && space > line) {
      text[space] = '\n';
      line = space + 1;
    }
  }
  return text + "\n";
}

void write_csv(std::ostream& out, const Options& options, const std::vector<Start>& starts,
               const std::vector<Run>& runs) {
  out << "part,tower,placement,init,warm_up,seed,depth,layer_or_step,gradient_or_loss,test_accuracy\n";
  for (const Start& s : starts)
    for (std::size_t seed = 0; seed < s.norms.size(); ++seed)
      for (std::size_t layer = 0; layer < s.norms[seed].size(); ++layer)
        out << fmt::format("start,{},{},{},,{},{},{},{},\n", name_of(s.kind),
                           wengert::nn::name_of(s.placement), name_of(s.init), options.seed + seed, s.depth,
                           layer + 1, s.norms[seed][layer]);
  for (const Run& run : runs)
    for (std::size_t i = 0; i < run.curve.loss.size(); ++i) {
      const std::size_t step = i + 1, number = (step - 1) / std::size_t(interval);
      const bool tested = step % std::size_t(interval) == 0 || step == run.curve.loss.size();
      out << fmt::format("training,{},{},{},{},{},{},{},{},{}\n", name_of(run.plan.tower.kind),
                         wengert::nn::name_of(run.plan.tower.placement), name_of(run.plan.tower.init),
                         run.plan.warm_up, run.plan.seed, run.plan.tower.depth, step, run.curve.loss[i],
                         tested ? fmt::format("{:.4f}", run.curve.accuracy[number]) : "");
    }
}
