// Fits a polynomial of degree four to its own values, until the loss is small.
#include <torch/torch.h>

#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>

constexpr int64_t kDegree = 4;

// [x, x^2, x^3, x^4] of each x.
torch::Tensor powers(const torch::Tensor& x) {
  std::vector<torch::Tensor> columns;
  for (int64_t i = 1; i <= kDegree; ++i) columns.push_back(x.pow(i));
  return torch::stack(columns, 1);
}

void print(const char* name, const torch::Tensor& w, const torch::Tensor& b) {
  auto coefficients = w.view({-1});
  std::printf("%s: %+.2f", name, b.item<float>());
  for (int64_t i = 0; i < kDegree; ++i) std::printf(" %+.2f x^%d", coefficients[i].item<float>(), int(i + 1));
  std::printf("\n");
}

int main() {
  torch::manual_seed(1);
  const auto w = torch::randn({kDegree, 1}) * 5, b = torch::randn({1}) * 5;
  torch::nn::Linear fc(w.size(0), 1);
  torch::optim::SGD optimizer(fc->parameters(), 0.1);
  for (int step = 1; step <= 20000; ++step) {
    torch::Tensor x, y;
    std::tie(x, y) = [&] {
      auto features = powers(torch::randn({32}));
      return std::make_pair(features, features.mm(w) + b.item());
    }();
    optimizer.zero_grad();
    auto loss = torch::smooth_l1_loss(fc(x), y);
    loss.backward();
    optimizer.step();
    if (loss.item<float>() >= 1e-3f) continue;
    std::printf("loss %.6f after %d steps\n", loss.item<float>(), step);
    print("learnt", fc->weight, fc->bias);
    print("actual", w, b);
    return 0;
  }
  return 1;
}
