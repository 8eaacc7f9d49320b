// Trains with every pair of optimiser and schedule, and leaves the final states in a folder.
//
//     resume straight FOLDER    ten steps
//     resume first FOLDER       five steps, then a checkpoint
//     resume second FOLDER      takes the checkpoint, and makes the other five
#include <cstdio>
#include <functional>

#include "wengert/wengert.h"

using namespace wengert;
using Optimizer = std::unique_ptr<optim::Optimizer>;

namespace {

struct Schedule {
  std::function<void(double loss)> step;
  std::function<void(io::Checkpoint&)> add;
};

template <class S, class... Args>
Schedule schedule(optim::Optimizer& opt, Args... args) {
  auto s = std::make_shared<S>(opt, args...);
  return {[s](double loss) {
            if constexpr (requires { s->step(loss); })
              s->step(loss);
            else
              s->step();
          },
          [s](io::Checkpoint& checkpoint) { checkpoint.add("schedule", *s); }};
}

const std::vector<std::function<Optimizer(std::vector<Tensor>)>> optimizers{
    [](auto p) { return std::make_unique<optim::SGD>(p, optim::SGDOptions(0.1)); },
    [](auto p) {
      return std::make_unique<optim::SGD>(p, optim::SGDOptions(0.1).momentum(0.9).nesterov(true));
    },
    [](auto p) {
      return std::make_unique<optim::SGD>(
          p, optim::SGDOptions(0.1).momentum(0.9).dampening(0.1).weight_decay(0.01));
    },
    [](auto p) { return std::make_unique<optim::Adam>(p, optim::AdamOptions(0.01)); },
    [](auto p) { return std::make_unique<optim::Adam>(p, optim::AdamOptions(0.01).amsgrad(true)); },
    [](auto p) { return std::make_unique<optim::AdamW>(p, optim::AdamWOptions(0.01)); },
    [](auto p) {
      return std::make_unique<optim::RMSprop>(p, optim::RMSpropOptions(0.01).momentum(0.5).centered(true));
    },
    [](auto p) { return std::make_unique<optim::Adagrad>(p, optim::AdagradOptions(0.01)); },
};

const std::vector<std::function<Schedule(optim::Optimizer&)>> schedules{
    [](auto& opt) { return schedule<optim::StepLR>(opt, 2, 0.5); },
    [](auto& opt) {
      return schedule<optim::LambdaLR>(opt, [](auto step) { return 1.0 / (1 + double(step)); });
    },
    [](auto& opt) { return schedule<optim::LinearLR>(opt, 0.1, 1.0, 7); },
    [](auto& opt) { return schedule<optim::CosineAnnealingLR>(opt, 8, 1e-4); },
    [](auto& opt) {
      const std::vector<std::shared_ptr<optim::LRScheduler>> parts{
          std::make_shared<optim::LinearLR>(opt, 0.1, 1.0, 4),
          std::make_shared<optim::CosineAnnealingLR>(opt, 6)};
      return schedule<optim::SequentialLR>(opt, parts, std::vector<std::int64_t>{4});
    },
    [](auto& opt) {
      return schedule<optim::ReduceLROnPlateau>(opt,
                                                optim::ReduceLROnPlateauOptions().patience(1).threshold(0.2));
    },
};

void train(const std::string& mode, const std::string& name, const Optimizer& opt, nn::Sequential& net,
           const Schedule& turn, const std::string& folder) {
  io::Checkpoint run;
  run.add("model", net).add("optimizer", *opt).add("generator");
  turn.add(run);
  if (mode == "second") run.load(folder + "/" + name + ".middle");
  for (int i = 0; i < (mode == "straight" ? 10 : 5); ++i) {
    opt->zero_grad();
    const Tensor x = randn({16, 8});
    const Tensor loss = (net->forward(x) - x.narrow(1, 0, 2)).square().mean();
    loss.backward();
    opt->step();
    turn.step(loss.item<double>());
  }
  run.save(folder + "/" + name + (mode == "first" ? ".middle" : "." + mode));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  const std::string mode = argv[1];
  for (std::size_t o = 0; o < optimizers.size(); ++o) {
    for (std::size_t s = 0; s < schedules.size(); ++s) {
      manual_seed(mode == "second" ? 99 : 1);  // a second process must owe nothing to its own beginning
      nn::Sequential net(nn::Linear(8, 16), nn::BatchNorm1d(16), nn::ReLU(), nn::Linear(16, 2));
      const Optimizer opt = optimizers[o](net->parameters());
      train(mode, std::to_string(o) + "-" + std::to_string(s), opt, net, schedules[s](*opt), argv[2]);
    }
  }
} catch (const std::exception& e) {
  std::fprintf(stderr, "resume: %s\n", e.what());
  return 1;
}
