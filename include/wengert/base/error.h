// The one exception that wengert throws.
#pragma once
#include <stdexcept>
#include <string>

namespace wengert {

/// Thrown for every misuse, before anything is changed. what() says the operation, what it got and what it
/// wants: "linear: input [32, 10] has 10 features, but weight [64, 20] takes 20".
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// libtorch's two names for the same text.
  const char* what_without_backtrace() const noexcept { return what(); }
  std::string msg() const { return what(); }
};

/// An index outside its dimension; range-based code may want to tell it from other errors.
class IndexError : public Error {
 public:
  using Error::Error;
};

}  // namespace wengert
