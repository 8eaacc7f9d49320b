#include <wengert/wengert.h>
#include <cstdio>
#include <iostream>
using namespace wengert;

int main() {
  manual_seed(0);
  Tensor x = randn({32, 64});
  nn::Linear layer(64, 64);
  Tensor loss = relu(layer(x)).sum();
  std::cout << autograd::graph_to_string(loss);
  loss.backward();
  std::printf("%.2f\n", layer->weight.grad().norm().item<double>());
}
