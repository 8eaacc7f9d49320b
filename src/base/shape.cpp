#include "wengert/base/shape.h"

#include <algorithm>

#include "wengert/base/error.h"
#include "wengert/base/expanding_array.h"

namespace wengert {
namespace {

void check_fits(std::size_t dims) {
  if (dims > std::size_t(kMaxDims))
    throw Error("shape: " + std::to_string(dims) + " dimensions, but a tensor has at most " +
                std::to_string(kMaxDims));
}

void check_position(const char* operation, std::int64_t at, std::int64_t last) {
  if (at < 0 || at > last)
    throw IndexError(std::string("shape: ") + operation + " at " + std::to_string(at) + ", wants 0 to " +
                     std::to_string(last));
}

}  // namespace

Shape::Shape(IntArrayRef values) {
  check_fits(values.size());
  std::copy(values.begin(), values.end(), values_);
  size_ = std::int64_t(values.size());
}

Shape Shape::filled(std::int64_t n, std::int64_t value) {
  check_fits(std::size_t(std::max<std::int64_t>(n, 0)));
  Shape shape;
  for (; shape.size_ < n; ++shape.size_) shape.values_[shape.size_] = value;
  return shape;
}

void Shape::push_back(std::int64_t value) { insert(size_, value); }

void Shape::insert(std::int64_t at, std::int64_t value) {
  check_fits(std::size_t(size_) + 1);
  check_position("insert", at, size_);
  std::copy_backward(begin() + at, end(), end() + 1);
  values_[at] = value;
  ++size_;
}

void Shape::erase(std::int64_t at) {
  check_position("erase", at, size_ - 1);
  std::copy(begin() + at + 1, end(), begin() + at);
  --size_;
}

std::string to_string(IntArrayRef values) {
  std::string text = "[";
  for (const std::int64_t& value : values) text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + "]";
}

void detail::check_expanding(std::size_t values, std::size_t dims) {
  if (values != dims)
    throw Error("options: " + std::to_string(values) + " values for " + std::to_string(dims) +
                " spatial dimensions, wants one for each, or a single number");
}

}  // namespace wengert
