// Options classes: one field, its setter that returns the object for chaining, and its getters.
#pragma once
#include <utility>

/// struct LinearOptions { WENGERT_ARG(bool, bias) = true; };   LinearOptions().bias(false)
#define WENGERT_ARG(T, name)                                      \
 public:                                                          \
  inline auto name(T new_##name)->decltype(*this) {               \
    this->name##_ = std::move(new_##name);                        \
    return *this;                                                 \
  }                                                               \
  inline const T& name() const noexcept { return this->name##_; } \
  inline T& name() noexcept { return this->name##_; }             \
                                                                  \
 private:                                                         \
  T name##_
