#include "training.h"

#include <algorithm>
#include <cmath>

using namespace wengert;
using nn::functional::cross_entropy;

namespace {

Tensor some_digits(const Digits& digits, std::int64_t batch) {
  return randperm(digits.y.size(0)).slice(0, 0, batch);
}

std::unique_ptr<optim::Optimizer> make_optimizer(const Plan& plan, const std::vector<Tensor>& parameters) {
  if (plan.optimizer == "sgd")
    return std::make_unique<optim::SGD>(parameters, optim::SGDOptions(plan.rate).momentum(0.9));
  if (plan.optimizer == "adamw")
    return std::make_unique<optim::AdamW>(parameters, optim::AdamWOptions(plan.rate).betas({0.9, 0.98}));
  return std::make_unique<optim::Adam>(parameters, optim::AdamOptions(plan.rate).betas({0.9, 0.98}));
}

std::shared_ptr<Tower> make_tower(const TowerOptions& options, std::uint64_t seed) {
  manual_seed(seed);
  return std::make_shared<Tower>(options);
}

}  // namespace

Digits::Digits(const std::string& path) {
  const data::datasets::Digits all(path);
  const data::Split split = data::train_test_split(all.targets().size(0), 0.2);
  const Tensor images = all.images().view({-1, 64});
  x = images.index_select(0, split.train);
  y = all.targets().index_select(0, split.train);
  test_x = images.index_select(0, split.test);
  test_y = all.targets().index_select(0, split.test);
}

Training::Training(const Plan& plan, const Digits& digits)
    : plan_(plan), digits_(digits), tower_(make_tower(plan.tower, plan.seed)) {
  optimizer_ = make_optimizer(plan, tower_->parameters());
  const std::int64_t rise = std::max<std::int64_t>(plan.warm_up, 1);  // 1: from the start at its value
  warm_up_ = std::make_unique<optim::LinearLR>(*optimizer_, 1.0 / double(rise), 1.0, rise);
}

bool Training::done() const {
  return steps_taken() >= plan_.steps || (steps_taken() > 0 && !std::isfinite(loss()));
}

void Training::step() {
  const Tensor batch = some_digits(digits_, plan_.batch);
  optimizer_->zero_grad();
  const Tensor loss =
      cross_entropy(tower_->forward(digits_.x.index_select(0, batch)), digits_.y.index_select(0, batch));
  loss.backward();
  optimizer_->step();
  warm_up_->step();
  curve_.loss.push_back(loss.item<double>());
  if (steps_taken() % interval == 0 || done()) curve_.accuracy.push_back(test_accuracy());
}

double Training::test_accuracy() {
  NoGradGuard no_grad;
  tower_->eval();
  const Tensor right = tower_->forward(digits_.test_x).argmax(1).eq(digits_.test_y);
  tower_->train();
  return right.mean(kFloat64).item<double>();
}

io::Checkpoint Training::parts() {
  curve_tensors_ = {{"loss", to_tensor(curve_.loss)}, {"accuracy", to_tensor(curve_.accuracy)}};
  io::Checkpoint parts;
  parts.add("model", static_cast<nn::Module&>(*tower_))
      .add("optimizer", *optimizer_)
      .add("warm_up", *warm_up_);
  parts.add("generator").add("curve", curve_tensors_);
  return parts;
}

TensorMap Training::state() { return parts().state_dict(); }

void Training::load(const TensorMap& state) {
  parts().load_state_dict(state);
  curve_ = {to_vector(curve_tensors_.at("loss")), to_vector(curve_tensors_.at("accuracy"))};
}

std::vector<double> gradient_at_start(const TowerOptions& options, const Digits& digits, std::int64_t batch,
                                      std::uint64_t seed) {
  const auto tower = make_tower(options, seed);
  const Tensor chosen = some_digits(digits, batch);
  cross_entropy(tower->forward(digits.x.index_select(0, chosen)), digits.y.index_select(0, chosen))
      .backward();
  std::vector<double> norms;
  for (const Tensor& w : tower->last_weights()) norms.push_back(w.grad().norm().item<double>());
  return norms;
}

Tensor to_tensor(const std::vector<double>& values) {
  Tensor x = zeros({std::int64_t(values.size())}, kFloat64);
  std::copy(values.begin(), values.end(), x.data_ptr<double>());
  return x;
}

std::vector<double> to_vector(const Tensor& values) {
  const Tensor x = values.to(kFloat64).contiguous();
  return {x.data_ptr<double>(), x.data_ptr<double>() + x.numel()};
}
