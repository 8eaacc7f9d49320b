// What a user reads after a mistake: public operations called wrongly in their typical ways, and the messages side by
// side in messages.txt, where they can be judged as a list. WENGERT_WRITE_MESSAGES=1 writes that file anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;
namespace F = wengert::nn::functional;

namespace {

struct Call {
  const char* text;
  void (*run)();
};
#define WRONG(...)                            \
  Call {                                      \
#__VA_ARGS__, [] { (void)(__VA_ARGS__); } \
  }

Tensor indices() { return tensor({0, 7}); }
Tensor leaf() { return ones({2, 3}, requires_grad()); }
nn::Linear layer() { return nn::Linear(3, 2); }
std::vector<Tensor> parameters() { return layer()->parameters(); }

const Call calls[] = {
    WRONG(Tensor().sum()),
    WRONG(ones({2}) + Tensor()),
    WRONG(ones({2, 3}) + ones({2, 4})),
    WRONG(ones({2, 3}) * ones({3, 2})),
    WRONG(maximum(ones({2}), ones({3}))),
    WRONG(ones({2}).add_(ones({3, 2}))),
    WRONG(ones({2}, kLong).add_(0.5)),
    WRONG(ones({2}, kLong).exp_()),
    WRONG(-ones({2}, kBool)),
    WRONG(clamp(ones({2}))),
    WRONG(where(ones({2}), ones({2}), ones({2}))),

    WRONG(ones({2, -3})),
    WRONG(arange(0, 10, 0)),
    WRONG(linspace(0, 1, -1)),
    WRONG(ones({2}).item<float>()),
    WRONG(ones({2}).to(kFloat).data_ptr<double>()),
    WRONG(eye(-1)),

    WRONG(ones({2, 3}).view({4, 2})),
    WRONG(ones({2, 3}).view({-1, -1})),
    WRONG(ones({2, 3}).t().view({6})),
    WRONG(ones({2, 3}).reshape({-1, 4})),
    WRONG(ones({2, 3}).size(2)),
    WRONG(ones({2, 3}).select(0, 2)),
    WRONG(ones({2, 3})[2]),
    WRONG(ones({})[0]),
    WRONG(ones({2, 3}).transpose(0, 2)),
    WRONG(ones({2, 3}).permute({0, 0})),
    WRONG(ones({2, 3}).permute({0})),
    WRONG(ones({2, 3}).expand({4, 3})),
    WRONG(ones({2, 3}).squeeze(5)),
    WRONG(ones({2, 3}).unsqueeze(4)),
    WRONG(ones({2, 3}).unflatten(1, {2, 2})),
    WRONG(ones({2, 3}).narrow(1, 2, 2)),
    WRONG(ones({2, 3}).slice(0, 0, 2, 0)),
    WRONG(ones({2, 3}).chunk(0)),
    WRONG(ones({2, 3}).split({1, 1}, 1)),
    WRONG(ones({2, 3, 4}).t()),
    WRONG(ones({2, 3}).repeat({2})),

    WRONG(cat({})),
    WRONG(cat({ones({2, 3}), ones({2, 4})})),
    WRONG(stack({ones({2}), ones({3})})),
    WRONG(ones({5, 2}).index_select(0, indices())),
    WRONG(ones({5, 2}).index_select(0, ones({2}))),
    WRONG(ones({5, 2}).gather(0, indices())),
    WRONG(ones({5}).index({ones({4}, kBool)})),
    WRONG(ones({5}).masked_fill(ones({5}), 0)),
    WRONG(ones({5}).masked_select(ones({4}, kBool))),
    WRONG(one_hot(tensor({0, 7}), 3)),

    WRONG(ones({2, 3}).sum(2)),
    WRONG(ones({2, 3}).mean({0, 0})),
    WRONG(ones({2, 3}, kLong).mean()),
    WRONG(ones({0, 3}).max()),
    WRONG(ones({2, 0}).argmax(1)),
    WRONG(ones({2, 3}).var(std::vector<std::int64_t>{4})),
    WRONG(ones({2, 3}).topk(4)),
    WRONG(ones({2, 3}).sort(2)),
    WRONG(ones({2, 3}).cumsum(2)),

    WRONG(mm(ones({2, 3}), ones({2, 3}))),
    WRONG(mm(ones({2, 3}), ones({3}))),
    WRONG(matmul(ones({2, 3}), ones({2}))),
    WRONG(bmm(ones({2, 3, 4}), ones({3, 4, 5}))),
    WRONG(matmul(ones({2, 3}), ones({3, 2}, kDouble))),
    WRONG(dot(ones({2}), ones({3}))),
    WRONG(F::linear(ones({5, 4}), ones({2, 3}))),
    WRONG(F::linear(ones({5, 3}), ones({2, 3}), ones({3}))),

    WRONG(ones({2, 3}).backward()),
    WRONG(leaf().backward()),
    WRONG(ones({2, 3}).sum().backward()),
    WRONG(leaf().sum().backward(ones({2}))),
    WRONG(leaf().add_(1)),
    WRONG(ones({2}, kLong).requires_grad_()),
    WRONG(autograd::grad({leaf().sum()}, {leaf()})),

    WRONG(F::mse_loss(ones({2}), ones({2}, kLong).view({2, 1, 1}).expand({2, 3, 4}))),
    WRONG(F::cross_entropy(ones({2, 3}), tensor({0, 3}))),
    WRONG(F::cross_entropy(ones({2, 3}), ones({2}))),
    WRONG(F::cross_entropy(ones({2, 3}), tensor({0}))),
    WRONG(F::nll_loss(ones({2, 3}), tensor({0, -1}))),
    WRONG(F::binary_cross_entropy(ones({2}) * 2, ones({2}))),
    WRONG(F::binary_cross_entropy_with_logits(ones({2}), ones({3}))),
    WRONG(F::softmax(ones({2, 3}), 2)),
    WRONG(F::dropout(ones({2}), F::DropoutFuncOptions().p(1.5))),

    WRONG(F::layer_norm(ones({2, 3}), F::LayerNormFuncOptions({4}))),
    WRONG(nn::LayerNorm(4)(ones({2, 3}))),
    WRONG(nn::RMSNorm(4)(ones({2, 3}))),
    WRONG(nn::BatchNorm1d(4)(ones({2, 3}))),
    WRONG(nn::BatchNorm1d(3)(ones({1, 3}))),
    WRONG(nn::BatchNorm2d(3)(ones({2, 3}))),
    WRONG(nn::GroupNorm(2, 3)),
    WRONG(nn::GroupNorm(2, 4)(ones({2, 6}))),
    WRONG(nn::InstanceNorm2d(3)(ones({2, 3}))),

    WRONG(nn::Linear(-1, 2)),
    WRONG(nn::Linear(3, 2)(ones({5, 4}))),
    WRONG(nn::Linear(3, 2)(ones({5, 3}, kDouble))),
    WRONG(nn::Conv2d(nn::Conv2dOptions(3, 4, 0))),
    WRONG(nn::Conv2d(nn::Conv2dOptions(3, 4, 3).groups(2))),
    WRONG(nn::Conv2d(nn::Conv2dOptions(3, 4, 3))(ones({2, 1, 8, 8}))),
    WRONG(nn::Conv2d(nn::Conv2dOptions(3, 4, 5))(ones({2, 3, 4, 4}))),
    WRONG(nn::Conv2d(nn::Conv2dOptions(3, 4, 3))(ones({3, 8}))),
    WRONG(nn::MaxPool2d(nn::MaxPool2dOptions(2).padding(2))(ones({1, 1, 8, 8}))),
    WRONG(nn::MaxPool2d(9)(ones({1, 1, 8, 8}))),
    WRONG(nn::Embedding(5, 2)(tensor({0, 7}))),
    WRONG(nn::Embedding(5, 2)(ones({2}))),
    WRONG(nn::Dropout(-0.1)),
    WRONG(nn::Flatten(nn::FlattenOptions().start_dim(3))(ones({2, 3}))),
    WRONG(nn::MultiheadAttention(5, 2)),
    WRONG(nn::MultiheadAttention(4, 2)(ones({3, 2, 4}), ones({3, 2, 5}), ones({3, 2, 4}))),
    WRONG(nn::TransformerEncoderLayer(5, 2)),
    WRONG(nn::Sequential()->forward(ones({2}))),
    WRONG(nn::Sequential(nn::Linear(3, 2))->forward(ones({2, 4}))),
    WRONG(nn::Sequential(nn::Linear(3, 2))->at<nn::ReLUImpl>(0)),
    WRONG(nn::Sequential(nn::Linear(3, 2))->ptr(1)),
    WRONG(layer()->register_parameter("weight", ones({2}))),
    WRONG(layer()->register_buffer("a.b", ones({2}))),
    WRONG(nn::init::xavier_uniform_(ones({3}))),
    WRONG(nn::utils::clip_grad_norm_(parameters(), -1)),

    WRONG(optim::SGD(parameters(), -0.1)),
    WRONG(optim::SGD(parameters(), optim::SGDOptions(0.1).nesterov(true))),
    WRONG(optim::Adam(parameters(), optim::AdamOptions(1e-3).betas({1.0, 0.999}))),
    WRONG(optim::Adam(parameters(), optim::AdamOptions(1e-3).eps(-1))),
    WRONG(optim::SGD({leaf() * 2}, 0.1)),

    WRONG(data::train_test_split(10, 1.5)),
    WRONG(data::datasets::Digits("/none/digits.csv")),
    WRONG(data::datasets::MNIST("/none")),
    WRONG(io::read_safetensors("/none/x.safetensors")),
    WRONG(save(layer(), "/none/x.safetensors")),
    WRONG(io::load_npy("/none/x.npy")),
};
#undef WRONG

std::string message_of(const Call& call) {
  try {
    call.run();
  } catch (const IndexError& e) {
    return std::string("(IndexError) ") + e.what();
  } catch (const Error& e) {
    return e.what();
  }
  return "(no error)";
}

}  // namespace

TEST_CASE("every message is the one in the list") {
  std::string list;
  for (const Call& call : calls) list += std::string(call.text) + "\n    " + message_of(call) + "\n";
  const std::string path = WENGERT_SOURCE_DIR "/tests/errors/messages.txt";
  if (std::getenv("WENGERT_WRITE_MESSAGES")) std::ofstream(path) << list;
  std::ifstream file(path);
  std::stringstream known;
  known << file.rdbuf();

  std::istringstream want(known.str()), got(list);
  std::string wanted, line;
  while (std::getline(want, wanted) && std::getline(got, line)) CHECK(line == wanted);
  CHECK(list == known.str());
  CHECK(list.find("(no error)") == std::string::npos);
}
