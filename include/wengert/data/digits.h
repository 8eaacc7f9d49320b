#pragma once
#include <string>

#include "wengert/data/dataset.h"

namespace wengert::data::datasets {

/// Small images of handwritten digits, 8x8 pixels of 0 ... 16, from a file with a line for each: the 64
/// pixels row by row, then the digit. (E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits,
/// UCI Machine Learning Repository, 1998, is in this form.)
///
/// data: float32[1, 8, 8], the pixels / 16. target: int64[], 0 ... 9.
/// Errors, with the line: read_csv's; a pixel that is not a whole number of 0 ... 16, a digit not of 0 ... 9.
class Digits : public Dataset<Digits> {
 public:
  explicit Digits(const std::string& path);

  Example<> get(std::size_t index) override;
  optional<std::size_t> size() const override { return std::size_t(images_.size(0)); }
  /// float32[N, 1, 8, 8].
  const Tensor& images() const { return images_; }
  /// int64[N].
  const Tensor& targets() const { return targets_; }
  /// The examples of these numbers, int64[M].
  Digits subset(const Tensor& indices) const;

 private:
  Digits() = default;
  Tensor images_, targets_;
};

}  // namespace wengert::data::datasets
