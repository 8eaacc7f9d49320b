#include "wengert/data/mnist.h"

#include "tensor/check.h"
#include "wengert/data/idx.h"
#include "wengert/data/tensor_dataset.h"

namespace wengert::data::datasets {

MNIST::MNIST(const std::string& root, Mode mode) : mode_(mode) {
  const std::string start = root + (is_train() ? "/train" : "/t10k");
  const Tensor images = read_idx(start + "-images-idx3-ubyte", 3, kFloat32);
  targets_ = read_idx(start + "-labels-idx1-ubyte", 1);
  const std::int64_t count = images.size(0);
  if (targets_.size(0) != count)
    fail("MNIST: {} images in '{}-images-idx3-ubyte', but {} labels in '{}-labels-idx1-ubyte'", count, start,
         targets_.size(0), start);
  const auto* label = targets_.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < count; ++i)
    if (label[i] > 9)
      fail("MNIST: label {} in '{}-labels-idx1-ubyte' is {}, wants 0 to 9", i, start, label[i]);
  images_ = images.unsqueeze(1).div_(255);
}

Example<> MNIST::get(std::size_t index) { return detail::example_at(images_, targets_, index); }

}  // namespace wengert::data::datasets
