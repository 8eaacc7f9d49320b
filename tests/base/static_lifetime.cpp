// Everything that the library keeps is made on first use and outlives every user: objects of static lifetime
// may warn, draw and train in their constructors and in their destructors. tests/CMakeLists.txt runs this.
#include <cstdio>
#include <cstdlib>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

/// Ends the program with an error; the destructors run after main has returned its 0.
void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "static_lifetime: %s\n", what);
  std::_Exit(1);
}

void train(const char* when) {
  manual_seed(1);
  nn::Sequential net(nn::Linear(4, 8), nn::BatchNorm1d(8), nn::ReLU(), nn::Dropout(0.1), nn::Linear(8, 2));
  optim::Adam opt(net->parameters(), optim::AdamOptions(1e-2));
  const Tensor x = randn({16, 4}), y = randint(2, {16}, kInt64);
  float first = 0, last = 0;
  for (int step = 0; step < 30; ++step) {
    opt.zero_grad();
    const Tensor loss = nn::functional::cross_entropy(net->forward(x), y);
    loss.backward();
    opt.step();
    (step == 0 ? first : last) = loss.item<float>();
  }
  require(last < first, when);
}

struct Trainer {
  Trainer() {
    train("training in a constructor");
    warn();
  }
  ~Trainer() {
    train("training in a destructor");
    warn();
    require(kept.sum().item<float>() == 10, "a tensor that outlived main");
    require(rand({3}).numel() == 3, "drawing in a destructor");
    require(!kept.grad().defined(), "grad() in a destructor");
    kept = {};
    empty_cache();
  }
  /// Each on its own is worth a warning.
  void warn() {
    nn::BatchNorm1d norm(2);
    norm(ones({2, 2}));
    nn::functional::mse_loss(ones({2, 1}), ones({2}));
  }
  Tensor kept = ones({10});
};

Trainer trainer;
Tensor product = rand({2, 2}, requires_grad()) * 2;
nn::Linear layer(3, 3);
nn::MSELoss loss;
optim::SGD optimizer(layer->parameters(), optim::SGDOptions(0.1).momentum(0.9));
thread_local Trainer of_the_thread;

}  // namespace

int main() {
  loss(layer(ones({2, 3})), zeros({2, 3})).backward();
  optimizer.step();
  (product * 2).sum().backward();
  of_the_thread.kept.mul_(1);
}
