#include <wengert/wengert.h>

#include <iostream>

using namespace wengert;

int main() {
  manual_seed(0);
  nn::Sequential model{nn::Linear(2, 16), nn::Tanh(), nn::Linear(16, 1)};
  optim::SGD optimizer(model->parameters(), 0.1);
  const Tensor x = tensor({{0., 0.}, {0., 1.}, {1., 0.}, {1., 1.}});
  const Tensor y = tensor({{0.}, {1.}, {1.}, {0.}});  // exclusive or

  for (int step = 0; step < 1000; ++step) {
    optimizer.zero_grad();
    (model->forward(x) - y).square().mean().backward();
    optimizer.step();
  }
  std::cout << (model->forward(x) > 0.5) << "\n";
}
