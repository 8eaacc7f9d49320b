#include "training.h"

using namespace wengert;

namespace {

data::Split split(const data::datasets::Digits& all) {
  return data::train_test_split(all.targets().size(0), /*test_fraction=*/0.2);
}

nn::Sequential make_conv(Norm norm, std::int64_t groups) {
  nn::Sequential net;
  const auto block = [&](std::int64_t in, std::int64_t out, std::int64_t stride, std::int64_t size) {
    net->push_back(nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1).stride(stride)));
    net->push_back(make(norm, {out, size, size, groups}));
    net->push_back(nn::ReLU());
  };
  block(1, 8, 1, 8);
  block(8, 16, 2, 4);
  block(16, 32, 2, 2);
  net->push_back(nn::Flatten());
  net->push_back(nn::Linear(32 * 2 * 2, 10));
  return net;
}

nn::Sequential make_mlp(Norm norm, std::int64_t groups) {
  nn::Sequential net{nn::Flatten()};
  for (int i = 0; i < 2; ++i) {
    net->push_back(nn::Linear(64, 64));
    net->push_back(make(norm, 64, groups));
    net->push_back(nn::ReLU());
  }
  net->push_back(nn::Linear(64, 10));
  return net;
}

double accuracy(nn::Sequential& net, const data::datasets::Digits& test) {
  const NoGradGuard quiet;
  net->eval();
  return net->forward(test.images()).argmax(1).eq(test.targets()).mean(kDouble).item<double>();
}

}  // namespace

Digits::Digits(const std::string& path) : train(path), test(train.subset(split(train).test)) {
  train = train.subset(split(train).train);
}

Accuracy train(const Plan& plan, Net kind, Norm norm, std::int64_t batch, std::uint64_t seed,
               const Digits& digits) {
  manual_seed(seed);
  nn::Sequential net = kind == Net::conv ? make_conv(norm, plan.groups) : make_mlp(norm, plan.groups);
  const bool lonely = digits.train.targets().size(0) % batch == 1;  // BatchNorm refuses a batch of one
  auto loader = data::make_data_loader(data::datasets::Digits(digits.train).map(data::transforms::Stack<>()),
                                       data::DataLoaderOptions(std::size_t(batch)).drop_last(lonely));
  optim::SGD opt(net->parameters(), optim::SGDOptions(plan.rate * double(batch) / 32).momentum(0.9));
  optim::CosineAnnealingLR schedule(opt, plan.epochs);
  for (std::int64_t epoch = 0; epoch < plan.epochs; ++epoch, schedule.step())
    for (const auto& part : *loader) {
      opt.zero_grad();
      nn::functional::cross_entropy(net->forward(part.data), part.target).backward();
      opt.step();
    }
  Accuracy result{accuracy(net, digits.test), nullopt};
  if (norm == Norm::batch) {
    nn::calibrate(net, TensorList{digits.train.images()});
    result.calibrated = accuracy(net, digits.test);
  }
  return result;
}
