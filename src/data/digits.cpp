#include "wengert/data/digits.h"

#include <cmath>

#include "data/csv.h"
#include "tensor/check.h"
#include "wengert/data/tensor_dataset.h"

namespace wengert::data::datasets {
namespace {

constexpr std::int64_t kSide = 8, kPixels = kSide * kSide;

void check(const Table& table, const std::string& path) {
  const double* row = table.values.data_ptr<double>();
  for (const std::int64_t line : table.lines) {
    for (std::int64_t column = 0; column <= kPixels; ++column) {
      const bool is_pixel = column < kPixels;
      const double value = row[column], most = is_pixel ? 16 : 9;
      if (!(value >= 0 && value <= most) || value != std::floor(value))
        fail("Digits: '{}' line {}: {} is {}, wants a whole number of 0 to {}", path, line,
             is_pixel ? fmt::format("pixel {}", column) : "the digit", value, most);
    }
    row += kPixels + 1;
  }
}

}  // namespace

Digits::Digits(const std::string& path) {
  const Table table = read_table(path, kPixels + 1);
  check(table, path);
  const std::int64_t count = table.values.size(0);
  images_ = table.values.narrow(1, 0, kPixels).to(kFloat32).div(16).reshape({count, 1, kSide, kSide});
  targets_ = table.values.select(1, kPixels).to(kInt64);
}

Example<> Digits::get(std::size_t index) { return detail::example_at(images_, targets_, index); }

Digits Digits::subset(const Tensor& indices) const {
  Digits part;
  part.images_ = images_.index_select(0, indices);
  part.targets_ = targets_.index_select(0, indices);
  return part;
}

}  // namespace wengert::data::datasets
