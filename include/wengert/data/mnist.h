#pragma once
#include <string>

#include "wengert/data/dataset.h"

namespace wengert::data::datasets {

/// The handwritten digits of LeCun, Cortes and Burges, or any set in its four files in the folder `root`:
/// {train,t10k}-images-idx3-ubyte, {train,t10k}-labels-idx1-ubyte (unpacked).
///
/// data: float32[1, rows, cols], in 0 ... 1. target: int64[], 0 ... 9.
/// Errors: read_idx's; another number of images than of labels; a label above 9.
class MNIST : public Dataset<MNIST> {
 public:
  enum class Mode { kTrain, kTest };
  explicit MNIST(const std::string& root, Mode mode = Mode::kTrain);

  Example<> get(std::size_t index) override;
  optional<std::size_t> size() const override { return std::size_t(images_.size(0)); }
  bool is_train() const noexcept { return mode_ == Mode::kTrain; }
  /// float32[N, 1, rows, cols].
  const Tensor& images() const { return images_; }
  /// int64[N].
  const Tensor& targets() const { return targets_; }

 private:
  Mode mode_;
  Tensor images_, targets_;
};

}  // namespace wengert::data::datasets
