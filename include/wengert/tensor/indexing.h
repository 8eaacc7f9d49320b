// What goes between the brackets of x[1:3, ..., mask]: x.index({Slice(1, 3), Ellipsis, mask}).
#pragma once
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <variant>

#include "wengert/tensor.h"

namespace wengert::indexing {

/// As an index: a new dimension of size 1. As a bound of a Slice: no bound.
inline constexpr std::nullopt_t None = std::nullopt;

struct EllipsisIndexType {};
/// As many whole dimensions as are left. Also written "...".
inline constexpr EllipsisIndexType Ellipsis{};

/// start, start + step, ... before stop, as in slice(): bounds outside are moved to the nearest end.
class Slice {
 public:
  Slice(optional<std::int64_t> start = nullopt, optional<std::int64_t> stop = nullopt,
        optional<std::int64_t> step = nullopt)
      : start_(start), stop_(stop), step_(step.value_or(1)) {}
  optional<std::int64_t> start() const { return start_; }
  optional<std::int64_t> stop() const { return stop_; }
  std::int64_t step() const { return step_; }

 private:
  optional<std::int64_t> start_, stop_;
  std::int64_t step_;
};

/// One index: an integer, a Slice, None, Ellipsis, a bool, or a tensor of int64 indices or of bools.
class TensorIndex {
 public:
  TensorIndex(std::nullopt_t) : value_(nullopt_tag{}) {}
  TensorIndex(EllipsisIndexType) : value_(Ellipsis) {}
  /// Error unless the text is "...".
  TensorIndex(const char* text) : value_(Ellipsis) {
    if (!text || std::strcmp(text, "...") != 0)
      throw Error("index: the only text that is an index is \"...\"");
  }
  template <std::integral T>
  TensorIndex(T i) : value_(std::int64_t(i)) {
    if constexpr (std::is_same_v<T, bool>) value_ = bool(i);
  }
  TensorIndex(Slice slice) : value_(slice) {}
  TensorIndex(Tensor tensor) : value_(std::move(tensor)) {}

  bool is_none() const { return std::holds_alternative<nullopt_tag>(value_); }
  bool is_ellipsis() const { return std::holds_alternative<EllipsisIndexType>(value_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_slice() const { return std::holds_alternative<Slice>(value_); }
  bool is_tensor() const { return std::holds_alternative<Tensor>(value_); }
  std::int64_t integer() const { return std::get<std::int64_t>(value_); }
  bool boolean() const { return std::get<bool>(value_); }
  const Slice& slice() const { return std::get<Slice>(value_); }
  const Tensor& tensor() const { return std::get<Tensor>(value_); }

 private:
  struct nullopt_tag {};
  std::variant<nullopt_tag, EllipsisIndexType, std::int64_t, bool, Slice, Tensor> value_;
};

}  // namespace wengert::indexing
