// Convolutions and BatchNorm read handwritten digits; then the statistics are frozen, calibrated and folded.
#include <fmt/core.h>
#include <wengert/wengert.h>

#include <algorithm>
#include <ctime>

using namespace wengert;
using data::datasets::Digits;

/// No bias in the convolution: BatchNorm would subtract it with the mean, and has one of its own.
nn::Sequential block(std::int64_t in, std::int64_t out, std::int64_t stride = 1) {
  const auto conv = nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false);
  return nn::Sequential(nn::Conv2d(conv), nn::BatchNorm2d(out), nn::ReLU());
}

Tensor mean_over_pixels(const Tensor& images) { return images.mean({2, 3}); }

nn::Sequential make_net() {
  return nn::Sequential{block(1, 16), block(16, 32), block(32, 64, /*stride=*/2),
                        nn::Functional(mean_over_pixels), nn::Linear(64, 10)};
}

nn::Sequential copy_of(const nn::Sequential& net) {
  return std::dynamic_pointer_cast<nn::SequentialImpl>(net->clone());
}

/// In per cent, with the running statistics.
double accuracy(const nn::Sequential& net, const Digits& test) {
  const NoGradGuard no_grad;
  net->eval();
  return 100 * net->forward(test.images()).argmax(1).eq(test.targets()).mean(kDouble).item<double>();
}

/// Shows a net in training batches that are nothing like the digits, black on white, without a step of any
/// optimiser.
void show_inverted(const nn::Sequential& net, const Digits& digits) {
  const NoGradGuard no_grad;
  net->train();
  for (int batch = 0; batch < 10; ++batch)
    net->forward(1 - digits.images().slice(0, 64 * batch, 64 * (batch + 1)));
}

/// Prints the processor's time for one pass, the best of several, as other programs may run meanwhile.
void compare_speed(const nn::Sequential& net, const nn::Sequential& folded, const Tensor& images) {
  const auto milliseconds = [&](const nn::Sequential& model) {
    const std::clock_t start = std::clock();
    model->forward(images);
    return 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC;
  };
  double before = milliseconds(net), after = milliseconds(folded);
  for (int run = 0; run < 50; ++run) {
    before = std::min(before, milliseconds(net));
    after = std::min(after, milliseconds(folded));
  }
  fmt::print("batch of {:3}: {:.3f} ms, folded {:.3f} ms, {:.2f} times as fast\n", images.size(0), before,
             after, before / after);
}

int main() {
  manual_seed(0);
  const Digits digits(DIGITS_CSV);
  const data::Split split = data::train_test_split(digits.targets().size(0), /*test_fraction=*/0.2);
  Digits train = digits.subset(split.train), test = digits.subset(split.test);
  auto loader = data::make_data_loader(train.map(data::transforms::Stack<>()), 64);

  nn::Sequential net = make_net();
  const int epochs = 10;
  optim::AdamW opt(optim::param_groups_no_decay(*net, 0.05), optim::AdamWOptions(5e-3));
  optim::CosineAnnealingLR schedule(opt, epochs);
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    net->train();
    for (auto& batch : *loader) {
      opt.zero_grad();
      nn::functional::cross_entropy(net->forward(batch.data), batch.target).backward();
      opt.step();
    }
    schedule.step();
    if (epoch % 2 == 0)
      fmt::print("epoch {:2}: {:.1f} % of {} test digits right\n", epoch, accuracy(net, test),
                 test.targets().size(0));
  }

  // Ten batches of other data move the running statistics, and with them what evaluation gives ...
  nn::Sequential moved = copy_of(net), frozen = copy_of(net);
  show_inverted(moved, train);
  fmt::print("after 10 batches of inverted digits: {:.1f} %\n", accuracy(moved, test));
  // ... unless these are frozen.
  nn::freeze_stats(frozen);
  show_inverted(frozen, train);
  fmt::print("the same with frozen statistics: {:.1f} %\n", accuracy(frozen, test));
  // No weight was changed, so the right data bring the others back.
  nn::calibrate(moved, *loader);
  fmt::print("calibrated on the training digits: {:.1f} %\n", accuracy(moved, test));

  const nn::Sequential folded = nn::fold_batchnorm(net, test.images());
  const NoGradGuard no_grad;
  const Tensor difference = folded->forward(test.images()) - net->forward(test.images());
  fmt::print("folded: {:.1f} %, outputs differ by {:.0e} at most\n", accuracy(folded, test),
             difference.abs().max().item<double>());
  compare_speed(net, folded, test.images());
  compare_speed(net, folded, test.images().slice(0, 0, 1));
}
