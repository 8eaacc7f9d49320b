// Learns to read handwritten digits.
#include <wengert/wengert.h>

#include <iomanip>
#include <iostream>

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
      std::cout << blocks[2 * ink[row][column].item<bool>() + ink[row + 1][column].item<bool>()];
    std::cout << "\n";
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
      std::cout << std::fixed << std::setprecision(1) << "epoch " << epoch << ": "
                << 100 * right.mean(kFloat).item<float>() << " % of " << right.size(0)
                << " test digits right\n";
  }

  save(net, "digits.safetensors");
  nn::Sequential reader = make_net();  // as another program would
  load(reader, "digits.safetensors");
  draw(test.images()[0][0]);
  std::cout << "is a " << reader->forward(test.images().slice(0, 0, 1)).argmax(1).item<std::int64_t>()
            << "\n";
}
