// One run: a tower, trained from one seed, that can be put aside after any step.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tower.h"

struct Digits {
  Tensor x, y, test_x, test_y;

  /// 80 % to train on, 20 % to test, the same for every run.
  explicit Digits(const std::string& path);
};

struct Plan {
  TowerOptions tower;
  std::string optimizer = "adam";
  double rate = 2e-3;
  std::int64_t warm_up = 0;  // steps in which the rate rises to its value
  std::int64_t steps = 220, batch = 64;
  std::uint64_t seed = 0;
};

struct Curve {
  std::vector<double> loss;      // of every step
  std::vector<double> accuracy;  // on the test digits, after every `interval` steps and the last
};
constexpr std::int64_t interval = 20;

class Training {
 public:
  Training(const Plan& plan, const Digits& digits);

  bool done() const;
  void step();
  /// The loss of the last step, the rate of the next.
  double loss() const { return curve_.loss.empty() ? 0 : curve_.loss.back(); }
  double rate() const { return optimizer_->param_groups()[0].options().get_lr(); }
  std::int64_t steps_taken() const { return std::int64_t(curve_.loss.size()); }
  const Curve& curve() const { return curve_; }

  /// Everything that the rest of the run depends on, the stream of random numbers included.
  wengert::TensorMap state();
  void load(const wengert::TensorMap& state);

 private:
  wengert::io::Checkpoint parts();
  double test_accuracy();

  const Plan plan_;
  const Digits& digits_;
  std::shared_ptr<Tower> tower_;
  std::unique_ptr<wengert::optim::Optimizer> optimizer_;
  std::unique_ptr<wengert::optim::LinearLR> warm_up_;
  Curve curve_;
  wengert::TensorMap curve_tensors_;
};

/// |dL/dW2| of every layer at the start, on one batch.
std::vector<double> gradient_at_start(const TowerOptions& options, const Digits& digits, std::int64_t batch,
                                      std::uint64_t seed);

Tensor to_tensor(const std::vector<double>& values);
std::vector<double> to_vector(const Tensor& values);
