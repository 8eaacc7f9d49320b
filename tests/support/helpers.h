// Small words that many tests use.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "wengert/wengert.h"

namespace wengert::testing {

using Values = std::vector<double>;

/// A float64 vector that requires a gradient.
inline Tensor leaf(std::initializer_list<double> values) {
  Tensor x = zeros({std::int64_t(values.size())}, kFloat64);
  std::copy(values.begin(), values.end(), x.data_ptr<double>());
  return x.set_requires_grad(true);
}

/// The elements of any tensor in row-major order.
inline Values list(const Tensor& x) {
  const Tensor c = x.detach().to(kFloat64).contiguous();
  return {c.data_ptr<double>(), c.data_ptr<double>() + c.numel()};
}

/// The text of the Error that f throws, or nothing.
inline std::string message(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace wengert::testing
