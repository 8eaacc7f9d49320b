// Datasets, transforms, samplers and loaders; saving and loading through a stream.
#include <sstream>
#include "frontend.h"
using namespace torch;

// Noisy points of a plane, as images of two channels so that Normalize has something to do.
struct Plane : data::datasets::Dataset<Plane> {
  explicit Plane(int64_t n) : x(torch::randn({n, 2, 1, 3})), y(x.sum({1, 2, 3}) * 0.5 + 1) {}
  data::Example<> get(size_t i) override { return {x[int64_t(i)], y[int64_t(i)]}; }
  optional<size_t> size() const override { return size_t(x.size(0)); }
  Tensor x, y;
};

template <class Loader>
void walk(const char* name, Loader& loader) {
  for (int epoch = 0; epoch < 2; ++epoch)
    for (auto& batch : *loader) {
      show(name, batch.data);
      show("  target", batch.target);
    }
}

int main() {
  torch::manual_seed(5);
  Plane plane(11);
  auto images =
      plane.map(data::transforms::Normalize<>({0.1, 0.2}, {0.5, 2.0})).map(data::transforms::Stack<>());
  std::printf("size %zu\n", images.size().value());
  auto in_order = data::make_data_loader<data::samplers::SequentialSampler>(images, 4);
  walk("in order", in_order);
  auto shuffled = data::make_data_loader(images, data::DataLoaderOptions().batch_size(4).drop_last(true));
  walk("shuffled", shuffled);

  auto doubled = plane
                     .map(data::transforms::Lambda<data::Example<>>([](data::Example<> e) {
                       return data::Example<>{e.data * 2, e.target + torch::rand({})};
                     }))
                     .map(data::transforms::TensorLambda<>([](Tensor t) { return t.flatten(); }))
                     .map(data::transforms::Stack<>());
  auto random = data::make_data_loader<data::samplers::RandomSampler>(std::move(doubled), 5);
  walk("lambda", random);

  auto rows =
      data::datasets::TensorDataset(torch::randn({7, 3})).map(data::transforms::Stack<data::TensorExample>());
  auto row_loader = data::make_data_loader(std::move(rows), 3);
  for (data::TensorExample& batch : *row_loader) show("rows", batch.data);

  // Training over batches, then on from a copy that went through streams.
  nn::Linear fc(6, 1);
  optim::SGD opt(fc->parameters(), optim::SGDOptions(0.05).momentum(0.9));
  auto train = [&](nn::Linear& net, optim::SGD& by) {
    for (auto& batch : *shuffled) {
      by.zero_grad();
      auto loss = (net(batch.data.flatten(1)).squeeze(1) - batch.target).pow(2).mean();
      loss.backward();
      by.step();
      std::printf("loss %.5f\n", loss.item<double>());
    }
  };
  train(fc, opt);
  std::stringstream module_stream, optimizer_stream, tensor_stream, list_stream;
  torch::save(fc, module_stream);
  torch::save(opt, optimizer_stream);
  nn::Linear fc2(6, 1);
  optim::SGD opt2(fc2->parameters(), optim::SGDOptions(0.05).momentum(0.9));  // libtorch loads no options
  torch::load(fc2, module_stream);
  torch::load(opt2, optimizer_stream);
  show("loaded weight", fc2->weight);
  train(fc2, opt2);
  show("weight", fc2->weight);

  torch::save(fc2->weight, tensor_stream);
  Tensor weight;
  torch::load(weight, tensor_stream);
  show("tensor", weight);
  torch::save(std::vector<Tensor>{plane.x, plane.y}, list_stream);
  std::vector<Tensor> list;
  torch::load(list, list_stream);
  for (const auto& t : list) show("list", t);
}
