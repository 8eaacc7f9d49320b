#include "tensor/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <utility>

#include "tensor/check.h"
#include "wengert/tensor.h"
#include "wengert/tensor/print.h"

namespace wengert {
namespace {

constexpr std::int64_t kElideAbove = 1000;  // elements
constexpr std::int64_t kEdgeItems = 3;
constexpr std::size_t kLineWidth = 80;

class Printer {
 public:
  Printer(const void* data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype)
      : data_(data), sizes_(sizes), strides_(strides), dtype_(dtype) {
    std::int64_t elements = 1;
    for (const std::int64_t size : sizes) elements *= size;
    empty_ = elements == 0;
    elide_ = elements > kElideAbove;
  }

  std::string print() {
    if (empty_) return "[]";
    choose_format();
    std::string text;
    write(text, 0, 0);
    return text;
  }

 private:
  enum class Format { Integer, Whole, Fixed, Scientific };

  // Calls f(i) for the indices that dimension d shows, and f(-1) for the gap between them.
  template <class F>
  void for_shown(std::size_t d, F f) const {
    const std::int64_t size = sizes_[d];
    const bool gap = elide_ && size > 2 * kEdgeItems;
    for (std::int64_t i = 0; i < (gap ? kEdgeItems : size); ++i) f(i);
    if (!gap) return;
    f(-1);
    for (std::int64_t i = size - kEdgeItems; i < size; ++i) f(i);
  }

  // Calls f(offset) for every element that is shown, in order.
  template <class F>
  void for_elements(std::size_t d, std::int64_t offset, F f) const {
    if (d == sizes_.size()) return f(offset);
    for_shown(d, [&](std::int64_t i) {
      if (i >= 0) for_elements(d + 1, offset + i * strides_[d], f);
    });
  }

  double floating(std::int64_t offset) const {
    return dtype_ == ScalarType::Float ? double(static_cast<const float*>(data_)[offset])
                                       : static_cast<const double*>(data_)[offset];
  }

  void choose_format() {
    if (is_floating(dtype_)) {
      double largest = 0, smallest = std::numeric_limits<double>::infinity();
      bool whole = true;
      for_elements(0, 0, [&](std::int64_t offset) {
        const double x = std::abs(floating(offset));
        if (!std::isfinite(x)) return;
        whole = whole && x == std::floor(x);
        largest = std::max(largest, x);
        if (x != 0) smallest = std::min(smallest, x);
      });
      const bool fixed = largest == 0 || (largest >= 0.01 && largest < 1e6 && smallest >= 5e-5);
      format_ = whole && largest < 1e8 ? Format::Whole : fixed ? Format::Fixed : Format::Scientific;
    }
    for_elements(0, 0, [&](std::int64_t offset) { width_ = std::max(width_, element(offset).size()); });
  }

  std::string element(std::int64_t offset) const {
    if (dtype_ == ScalarType::Bool) return static_cast<const bool*>(data_)[offset] ? "true" : "false";
    if (dtype_ == ScalarType::Long) return fmt::to_string(static_cast<const std::int64_t*>(data_)[offset]);
    const double x = floating(offset);
    if (std::isnan(x)) return "nan";  // whatever its sign
    if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
    if (format_ == Format::Whole) return fmt::format("{:.0f}.", x);
    return format_ == Format::Fixed ? fmt::format("{:.4f}", x) : fmt::format("{:.4e}", x);
  }

  // Dimension d from `offset` on, its opening bracket in column d.
  void write(std::string& text, std::size_t d, std::int64_t offset) const {
    if (d == sizes_.size()) {
      text += element(offset);
    } else if (d + 1 == sizes_.size()) {
      write_row(text, d, offset);
    } else {
      const std::string lines(sizes_.size() - d - 1, '\n');
      const std::string separator = "," + lines + std::string(d + 1, ' ');
      bool first = true;
      text += '[';
      for_shown(d, [&](std::int64_t i) {
        if (!std::exchange(first, false)) text += separator;
        if (i < 0) {
          text += "...";
        } else {
          write(text, d + 1, offset + i * strides_[d]);
        }
      });
      text += ']';
    }
  }

  void write_row(std::string& text, std::size_t d, std::int64_t offset) const {
    const std::size_t indent = d + 1;
    std::size_t column = indent;
    bool first = true;
    text += '[';
    for_shown(d, [&](std::int64_t i) {
      const std::string item =
          i < 0 ? "..." : fmt::format("{:>{}}", element(offset + i * strides_[d]), width_);
      if (first) {
        first = false;
      } else if (column + item.size() + 3 >
                 kLineWidth) {  // ", " before it, and the comma or bracket behind it
        text += ",\n" + std::string(indent, ' ');
        column = indent;
      } else {
        text += ", ";
        column += 2;
      }
      text += item;
      column += item.size();
    });
    text += ']';
  }

  const void* data_;
  IntArrayRef sizes_, strides_;
  ScalarType dtype_;
  bool empty_, elide_;
  Format format_ = Format::Integer;
  std::size_t width_ = 0;
};

}  // namespace

std::string elements_to_string(const void* data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  return Printer(data, sizes, strides, dtype).print();
}

std::ostream& operator<<(std::ostream& out, const Tensor& x) {
  if (!x.defined()) return out << "undefined tensor";
  const std::string elements = elements_to_string(x.data_ptr(), x.sizes(), x.strides(), x.dtype());
  const std::string type = describe(x) + (x.requires_grad() ? " requires_grad" : "");
  const bool fits =
      elements.find('\n') == std::string::npos && elements.size() + 1 + type.size() <= kLineWidth;
  return out << elements << (fits ? ' ' : '\n') << type;
}

std::ostream& operator<<(std::ostream& out, IntArrayRef values) { return out << to_string(values); }
std::ostream& operator<<(std::ostream& out, ScalarType type) { return out << name_of(type); }
std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.str(); }

}  // namespace wengert
