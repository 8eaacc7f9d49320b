// What a Tensor handle points to: elements in a storage, seen through sizes and strides, with a history.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "wengert/base/dtype.h"
#include "wengert/base/ref.h"
#include "wengert/base/shape.h"

namespace wengert {

namespace autograd {
class Node;

/// What the tape holds about a tensor. It is always a Node, of which nothing below the engine knows more than
/// that a tensor keeps it alive.
struct History : detail::RefCounted {};
}  // namespace autograd

/// A run of bytes that tensors share. Every write in place advances the version and leaves the writer's name,
/// so that a gradient that saved the old value can say who changed it.
class Storage : public detail::RefCounted {
 public:
  /// Uninitialised bytes, aligned to 64. The bytes follow the Storage in the same block.
  static detail::Ref<Storage> allocate(std::size_t bytes);

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  std::uint32_t version() const { return version_; }
  const char* writer() const { return writer_; }
  /// Notes that the operation `writer` changes the bytes.
  void advance(const char* writer) {
    ++version_;
    writer_ = writer;
  }

 protected:
  Storage(std::byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}
  void dispose() noexcept override;

 private:
  std::byte* data_;
  std::size_t bytes_;
  std::uint32_t version_ = 0;
  const char* writer_ = "";
};

struct TensorImpl : detail::RefCounted {
  TensorImpl(detail::Ref<Storage> storage, ScalarType dtype, const Shape& sizes, const Shape& strides,
             std::int64_t offset);
  ~TensorImpl() override;

  // The value: element [i, j, ...] is at offset + i * strides[0] + j * strides[1] + ...
  detail::Ref<Storage> storage;
  std::int64_t offset;
  std::int64_t numel;
  Shape sizes;
  Shape strides;  // in elements
  ScalarType dtype;
  bool contiguous;  // row-major without gaps

  // The history: output `output` of `node`. A leaf's node is the place where its gradient gathers.
  bool requires_grad = false;
  std::uint32_t output = 0;
  detail::Ref<autograd::History> node;

  // A view knows the tensor it looks into (never itself a view), and which of that tensor's histories it has
  // seen: a write in place through one of them gives the base a new history, and the others take theirs from
  // it by refresh_view when next asked, the first thread to ask for all.
  detail::Ref<TensorImpl> base;
  std::uint32_t history = 0;
  std::atomic<std::uint32_t> seen = 0;
  std::atomic_flag refreshing;
  void (*refresh_view)(TensorImpl& view) = nullptr;

  void* data() const { return storage->data() + offset * size_of(dtype); }
};

/// The number of TensorImpl objects alive, and the bytes their storages hold.
std::int64_t live_tensors();
std::int64_t live_bytes();

}  // namespace wengert
