// What holds for training as a whole: memory stays flat, and threads change no bit.
#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

nn::Sequential mlp(std::int64_t in, std::int64_t hidden) {
  return nn::Sequential{nn::Linear(in, hidden),     nn::LayerNorm(hidden),   nn::ReLU(),
                        nn::Linear(hidden, hidden), nn::BatchNorm1d(hidden), nn::ReLU(),
                        nn::Dropout(0.1),           nn::Linear(hidden, 10)};
}

void step(optim::Optimizer& optimizer, const Tensor& loss) {
  optimizer.zero_grad();
  loss.backward();
  optimizer.step();
}

std::vector<Tensor> trained_mlp(int threads) {
  set_num_threads(threads);
  manual_seed(0);
  nn::Sequential model = mlp(784, 512);
  const Tensor x = randn({128, 784}), y = randint(10, {128}, kLong);
  optim::Adam optimizer(model->parameters(), 1e-3);
  for (int i = 0; i < 2; ++i) step(optimizer, nn::functional::cross_entropy(model->forward(x), y));
  set_num_threads(1);
  return model->parameters();
}

std::vector<Tensor> trained_encoder(int threads) {
  set_num_threads(threads);
  manual_seed(0);
  nn::TransformerEncoder model(
      nn::TransformerEncoderOptions(nn::TransformerEncoderLayerOptions(128, 4).dim_feedforward(512), 1));
  const Tensor x = randn({32, 16, 128});
  optim::AdamW optimizer(model->parameters(), 1e-3);
  for (int i = 0; i < 2; ++i) step(optimizer, model->forward(x).square().mean());
  set_num_threads(1);
  return model->parameters();
}

}  // namespace

TEST_CASE("live tensors and bytes after step 50 and step 1000 are equal") {
  manual_seed(0);
  nn::Sequential model = mlp(8, 16);
  nn::MultiheadAttention attention(8, 2);
  std::vector<Tensor> parameters = model->parameters();
  for (const Tensor& p : attention->parameters()) parameters.push_back(p);
  optim::AdamW optimizer(parameters, optim::AdamWOptions(1e-3).amsgrad(true));
  optim::CosineAnnealingLR schedule(optimizer, 1000);
  const Tensor x = randn({4, 3, 8}), y = randint(10, {4}, kLong);
  std::int64_t tensors = 0, bytes = 0;
  for (int i = 0; i < 1000; ++i) {
    if (i == 50) tensors = live_tensors(), bytes = live_bytes();
    const Tensor h = std::get<0>(attention(x, x, x)).mean(1);
    step(optimizer, nn::functional::cross_entropy(model->forward(h), y));
    nn::utils::clip_grad_norm_(parameters, 1.0);
    schedule.step();
  }
  CHECK(tensors > 0);
  CHECK(bytes > 0);
  CHECK(live_tensors() == tensors);
  CHECK(live_bytes() == bytes);
}

TEST_CASE("training on two threads gives the bits of one") {
  for (const auto train : {trained_mlp, trained_encoder}) {
    const std::vector<Tensor> one = train(1), two = train(2);
    for (std::size_t i = 0; i < one.size(); ++i) {
      CAPTURE(i);
      CHECK(one[i].equal(two[i]));
    }
  }
}
