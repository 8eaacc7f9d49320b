// Tensors over memory that is somebody else's.
#include "wengert/ops/from_blob.h"
#include "tensor/elementwise.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"

namespace wengert {

namespace {

class Borrowed final : public Storage {
 public:
  Borrowed(void* data, std::size_t size, Callback<void(void*)> deleter)
      : Storage(static_cast<std::byte*>(data), size), deleter_(std::move(deleter)) {}

 private:
  void dispose() noexcept override {
    if (deleter_) deleter_(data());
    delete this;
  }
  Callback<void(void*)> deleter_;
};

}  // namespace

Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const Callback<void(void*)>& deleter,
                 const TensorOptions& options) {
  if (sizes.size() != strides.size())
    fail("from_blob: got {} sizes but {} strides", sizes.size(), strides.size());
  std::int64_t last = 0;
  bool none = false;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || strides[d] < 0)
      fail("from_blob: sizes {} and strides {} must not be negative", sizes, strides);
    none |= sizes[d] == 0;
    std::int64_t reach;
    if (__builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      fail("from_blob: sizes {} with strides {} are too large", sizes, strides);
  }
  if (!data && !none) fail("from_blob: a null pointer has no elements, sizes {} ask for some", sizes);
  const std::size_t bytes = none ? 0 : std::size_t(last + 1) * std::size_t(size_of(options.dtype()));
  detail::Ref<Storage> storage(new Borrowed(data, bytes, deleter));
  return finish(
      Tensor(detail::Ref<TensorImpl>(new TensorImpl(std::move(storage), options.dtype(), sizes, strides, 0))),
      options);
}
Tensor from_blob(void* data, IntArrayRef sizes, const Callback<void(void*)>& deleter,
                 const TensorOptions& options) {
  return from_blob(data, sizes, contiguous_strides(sizes), deleter, options);
}
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  return from_blob(data, sizes, strides, nullptr, options);
}
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options) {
  return from_blob(data, sizes, contiguous_strides(sizes), nullptr, options);
}

}  // namespace wengert
