// Memory for the length of a call, as std::vector would give it: but a kernel that is compiled for several
// instruction sets can't use inline functions that other files share (isa.h).
#pragma once
#include <cstdint>

namespace wengert::kernels {

namespace detail {
/// Zeros; throws std::bad_alloc.
void* take_scratch(std::int64_t bytes);
void return_scratch(void* memory);
}  // namespace detail

/// n elements, which start as zeros.
template <class T>
class Scratch {
 public:
  [[gnu::always_inline]] explicit Scratch(std::int64_t n)
      : data_(static_cast<T*>(detail::take_scratch(n * std::int64_t(sizeof(T))))) {}
  [[gnu::always_inline]] Scratch(Scratch&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  Scratch& operator=(Scratch&&) = delete;
  [[gnu::always_inline]] ~Scratch() { detail::return_scratch(data_); }

  [[gnu::always_inline]] T* data() const { return data_; }
  [[gnu::always_inline]] T& operator[](std::int64_t i) const { return data_[i]; }

 private:
  T* data_;
};

}  // namespace wengert::kernels
