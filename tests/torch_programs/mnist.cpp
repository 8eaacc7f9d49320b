// Trains a small network on the digits in the IDX files of a folder, and tests it:  mnist FOLDER
#include <torch/torch.h>

#include <cstdio>
#include <string>

namespace data = torch::data;
using Set = data::datasets::MNIST;

struct Net : torch::nn::Module {
  Net() {
    hidden = register_module("hidden", torch::nn::Linear(28 * 28, 64));
    drop = register_module("drop", torch::nn::Dropout(0.1));
    out = register_module("out", torch::nn::Linear(64, 10));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = drop->forward(torch::relu(hidden->forward(x.view({-1, 28 * 28}))));
    return torch::log_softmax(out(torch::dropout(x, 0.1, is_training())), 1);
  }
  torch::nn::Linear hidden{nullptr}, out{nullptr};
  torch::nn::Dropout drop{nullptr};
};

auto digits(const std::string& folder, Set::Mode mode) {
  return Set(folder, mode).map(data::transforms::Normalize<>(0.13, 0.31)).map(data::transforms::Stack<>());
}

template <class Loader>
float learn(Net& net, Loader& loader, torch::optim::Optimizer& optimizer, torch::Device device) {
  net.train();
  float last = 0;
  for (auto& batch : loader) {
    optimizer.zero_grad();
    auto loss = torch::nll_loss(net.forward(batch.data.to(device)), batch.target.to(device));
    loss.backward();
    optimizer.step();
    last = loss.template item<float>();
    AT_ASSERT(!std::isnan(last));
  }
  return last;
}

template <class Loader>
void examine(Net& net, Loader& loader, double count, torch::Device device) {
  torch::NoGradGuard quiet;
  net.eval();
  double loss = 0;
  int64_t right = 0;
  for (const auto& batch : loader) {
    auto guess = net.forward(batch.data.to(device));
    auto truth = batch.target.to(device);
    loss += torch::nll_loss(guess, truth, /*weight=*/{}, torch::Reduction::Sum).template item<float>();
    right += guess.argmax(1).eq(truth).sum().template item<int64_t>();
  }
  std::printf("test loss %.4f accuracy %.3f\n", loss / count, double(right) / count);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  torch::manual_seed(1);
  torch::DeviceType type = torch::kCPU;
  if (torch::cuda::is_available()) type = torch::kCUDA;
  const torch::Device device(type);

  Net net;
  net.to(device);
  auto train_set = digits(argv[1], Set::Mode::kTrain), test_set = digits(argv[1], Set::Mode::kTest);
  const size_t test_count = test_set.size().value();
  auto train_loader = data::make_data_loader<data::samplers::SequentialSampler>(std::move(train_set), 32);
  auto test_loader = data::make_data_loader(std::move(test_set), data::DataLoaderOptions(50).workers(2));

  torch::optim::SGD optimizer(net.parameters(), torch::optim::SGDOptions(0.01).momentum(0.5));
  for (int epoch = 1; epoch <= 3; ++epoch) {
    std::printf("epoch %d loss %.4f\n", epoch, learn(net, *train_loader, optimizer, device));
    examine(net, *test_loader, double(test_count), device);
  }
}
