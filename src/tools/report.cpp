// gradient_report: hooks on every layer, one forward, one backward, a table.
#include "wengert/tools/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <set>
#include <sstream>

#include "autograd/history.h"
#include "tensor/check.h"
#include "wengert/autograd/backward.h"
#include "wengert/nn/activation.h"
#include "wengert/ops/arithmetic.h"

namespace wengert::nn {
namespace {

/// Forward hooks that are removed at the end of a scope.
class Watch {
 public:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() {
    for (const auto& [module, number] : hooks_) module->remove_hook(number);
  }
  void add(Module& m, const ForwardHook& hook) { hooks_.emplace_back(&m, m.register_forward_hook(hook)); }

 private:
  std::vector<std::pair<Module*, unsigned>> hooks_;
};

/// y with the history that it has now: a later layer may write in place to y itself.
Tensor snapshot(const Tensor& y) {
  const Tensor copy = y.detach();
  const autograd::Edge edge = autograd::edge_to(y);
  autograd::set_history(copy, edge.node, edge.output);
  return copy;
}

optional<double> dead_share(const Module& layer, const Tensor& y) {
  const bool can_die = layer.as<ReLUImpl>() || layer.as<ReLU6Impl>();
  if (!can_die || y.dim() < 1 || y.numel() == 0) return nullopt;
  return y.eq(0).all(0).to(kDouble).mean().item<double>();
}

std::string text_of(const Module& layer) {
  std::ostringstream text;
  layer.pretty_print(text);
  return text.str();
}

}  // namespace

GradientReport gradient_report(Module& model, const Callback<Tensor()>& run) {
  if (!run) fail("gradient_report: the function to run is null");
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  GradientReport report;
  TensorList outputs;                // those that a gradient can pass ...
  std::vector<std::size_t> line_of;  // ... and their lines in the report
  Tensor loss;
  {
    Watch watch;
    std::set<const Module*> watched;  // a layer may hang in several places
    model.apply([&](const std::string& name, Module& layer) {
      if (!layer.named_children().is_empty() || !watched.insert(&layer).second) return;
      watch.add(layer, [&, name](Module& m, const Tensor&, const Tensor& y) {
        if (!y.defined()) return Tensor();
        if (y.requires_grad()) {
          outputs.push_back(snapshot(y));
          line_of.push_back(report.size());
        }
        const Tensor values = y.detach().to(kDouble);
        report.push_back({name, text_of(m), none, values.mean().item<double>(),
                          values.std(false).item<double>(), dead_share(m, values)});
        return Tensor();
      });
    });
    loss = run();
  }
  check_defined("gradient_report", "the loss that run returned", loss);
  if (!loss.requires_grad()) fail("gradient_report: the loss that run returned requires no gradient");
  if (loss.numel() != 1)
    fail("gradient_report: the loss that run returned has shape {}, wants one element", loss.sizes());
  if (outputs.empty()) return report;
  const auto gradients = autograd::grad({loss}, outputs, {}, nullopt, false, /*allow_unused=*/true);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (gradients[i].defined())
      report[line_of[i]].gradient_norm = gradients[i].to(kDouble).norm().item<double>();
  return report;
}

std::ostream& operator<<(std::ostream& out, const GradientReport& report) {
  std::size_t name = 5, layer = 5;
  for (const LayerReport& line : report) {
    name = std::max(name, line.name.size());
    layer = std::max(layer, line.layer.size());
  }
  out << fmt::format("{:<{}}  {:<{}}  {:>10}  {:>10}  {:>10}  {:>6}\n", "name", name, "layer", layer,
                     "gradient", "mean", "std", "dead");
  for (const LayerReport& line : report)
    out << fmt::format("{:<{}}  {:<{}}  {:>10}  {:>+10.3e}  {:>10.3e}  {:>6}\n", line.name, name, line.layer,
                       layer,
                       std::isnan(line.gradient_norm) ? "-" : fmt::format("{:.3e}", line.gradient_norm),
                       line.mean, line.std, line.dead ? fmt::format("{:.1f} %", 100 * *line.dead) : "");
  return out;
}

}  // namespace wengert::nn
