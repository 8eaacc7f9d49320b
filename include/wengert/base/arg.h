// Options classes: fields with a setter that returns the object, for chaining, and getters.
//
//     struct ELUOptions {
//       WENGERT_FIELDS((double, alpha, 1.0), (bool, inplace, false));
//     };
//     ELUOptions().alpha(0.5).inplace(true)
#pragma once
#include <utility>

/// One field: struct LinearOptions { WENGERT_ARG(bool, bias) = true; };
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

/// All fields, each once as (type, name) or (type, name, default): a WENGERT_ARG each, and
/// fields(object, visit), which calls visit("name", value) for each in their order. Whatever prints, checks,
/// compares or saves options is such a visitor.
// clang-format off
#define WENGERT_FIELDS(...)                              \
 public:                                                 \
  template <class Self, class Visitor>                   \
  static void fields(Self& self, Visitor&& visit) {      \
    WENGERT_FOR_EACH(WENGERT_FIELD_VISITED, __VA_ARGS__) \
  }                                                      \
  WENGERT_FOR_EACH(WENGERT_FIELD_DECLARED, __VA_ARGS__)  \
 public:                                                 \
  using HasFields = void
// clang-format on
#define WENGERT_FIELD_VISITED(field) WENGERT_FIELD_VISITED_ field
#define WENGERT_FIELD_VISITED_(T, name, ...) visit(#name, self.name##_);
#define WENGERT_FIELD_DECLARED(field) WENGERT_FIELD_DECLARED_ field
#define WENGERT_FIELD_DECLARED_(T, name, ...) WENGERT_ARG(T, name) __VA_OPT__(= __VA_ARGS__);

// macro(a) macro(b) ... of up to 15 arguments. A macro does not expand within itself, so each step leaves the
// next one for another scan, and WENGERT_SCAN asks for enough of them.
#define WENGERT_FOR_EACH(macro, ...) __VA_OPT__(WENGERT_SCAN(WENGERT_STEP(macro, __VA_ARGS__)))
#define WENGERT_STEP(macro, head, ...) \
  macro(head) __VA_OPT__(WENGERT_NEXT_STEP WENGERT_NO_ARGUMENTS(macro, __VA_ARGS__))
#define WENGERT_NEXT_STEP() WENGERT_STEP
#define WENGERT_NO_ARGUMENTS ()
#define WENGERT_SCAN(...) WENGERT_SCAN_4(WENGERT_SCAN_4(WENGERT_SCAN_4(__VA_ARGS__)))
#define WENGERT_SCAN_4(...) WENGERT_SCAN_1(WENGERT_SCAN_1(WENGERT_SCAN_1(WENGERT_SCAN_1(__VA_ARGS__))))
#define WENGERT_SCAN_1(...) __VA_ARGS__
