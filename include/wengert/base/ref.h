// An object that counts its owners inside itself, and the handle that counts for them.
#pragma once
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace wengert::detail {

/// Base of what handles share. One word in the object, no separate control block.
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  /// From the blocks that are kept for reuse (allocator.h). Throws Error when there is no memory.
  static void* operator new(std::size_t bytes);
  static void operator delete(void* block, std::size_t bytes) noexcept;

  void retain() const noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept {
    // The last owner needs no atomic decrement: nobody else can be counting.
    if (owners_.load(std::memory_order_acquire) == 1 || owners_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      const_cast<RefCounted*>(this)->dispose();
  }
  std::uint32_t owners() const noexcept { return owners_.load(std::memory_order_acquire); }

 protected:
  virtual ~RefCounted() = default;
  /// Called when the last owner lets go.
  virtual void dispose() noexcept { delete this; }

 private:
  mutable std::atomic<std::uint32_t> owners_{0};
};

/// A counted handle to a T, or nothing.
template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  // Templates, so that a literal 0 is no null pointer here: {0} must not pass for a handle.
  template <std::same_as<std::nullptr_t> Null>
  Ref(Null) noexcept {}
  template <std::convertible_to<T*> Object>
  requires std::is_pointer_v<Object>
  explicit Ref(Object object) noexcept : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) noexcept : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  Ref(Ref<U> other) noexcept : object_(other.detach()) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) object_->release();
  }

  T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.object_ == b.object_; }

  /// Gives the object up without counting down.
  T* detach() noexcept { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace wengert::detail
