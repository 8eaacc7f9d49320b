// Learns to read handwritten digits.
#include <fmt/core.h>
#include <wengert/wengert.h>

#include <filesystem>

using namespace wengert;

nn::Sequential make_net() {
  return nn::Sequential{nn::Flatten(),        nn::Linear(64, 128), nn::LayerNorm(128), nn::ReLU(),
                        nn::Linear(128, 128), nn::LayerNorm(128),  nn::ReLU(),         nn::Linear(128, 10)};
}

/// Two rows of pixels a line.
void draw(const Tensor& image) {
  const Tensor ink = image > 0.4;
  const char* blocks[] = {" ", "▄", "▀", "█"};
  for (int row = 0; row < 8; row += 2) {
    for (int column = 0; column < 8; ++column)
      fmt::print("{}", blocks[2 * ink[row][column].item<bool>() + ink[row + 1][column].item<bool>()]);
    fmt::print("\n");
  }
}

int main() {
  manual_seed(0);
  const data::datasets::Digits digits(DIGITS_CSV);  // the path of the file, from CMakeLists.txt
  const data::Split split = data::train_test_split(digits.targets().size(0), /*test_fraction=*/0.2);
  auto loader = data::make_data_loader(digits.subset(split.train).map(data::transforms::Stack<>()), 64);
  const data::datasets::Digits test = digits.subset(split.test);

  const int epochs = 15;
  nn::Sequential net = make_net();
  optim::AdamW opt(optim::param_groups_no_decay(*net, 0.05), optim::AdamWOptions(2e-3));
  optim::CosineAnnealingLR schedule(opt, epochs);
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    for (auto& batch : *loader) {
      opt.zero_grad();
      nn::functional::cross_entropy(net->forward(batch.data), batch.target).backward();
      opt.step();
    }
    schedule.step();
    NoGradGuard no_grad;
    const Tensor right = net->forward(test.images()).argmax(1).eq(test.targets());
    if (epoch % 5 == 0)
      fmt::print("epoch {}: {:.1f} % of {} test digits right\n", epoch,
                 100 * right.mean(kFloat).item<float>(), right.size(0));
  }

  const std::string file = std::filesystem::temp_directory_path() / "digits.safetensors";
  save(net, file);
  nn::Sequential reader = make_net();  // as another program would
  load(reader, file);
  draw(test.images()[0][0]);
  fmt::print("is a {}\n", reader->forward(test.images().slice(0, 0, 1)).argmax(1).item<std::int64_t>());
}
