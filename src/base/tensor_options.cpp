// Defaults and refusals behind TensorOptions.
#include "wengert/base/tensor_options.h"

#include <atomic>

#include "base/fail.h"

namespace wengert {
namespace {
std::atomic<ScalarType> default_dtype{ScalarType::Float};
}

ScalarType get_default_dtype() { return default_dtype.load(std::memory_order_relaxed); }

void set_default_dtype(ScalarType dtype) {
  if (!is_floating(dtype)) fail("set_default_dtype: wants float32 or float64, got {}", dtype);
  default_dtype.store(dtype, std::memory_order_relaxed);
}

Device::Device(const std::string& text) : type_(kCPU), index_(-1) {
  if (text == "cuda" || text.starts_with("cuda:")) {
    type_ = kCUDA;
  } else if (text != "cpu" && text != "cpu:0") {
    fail("Device: there is no device '{}', wants cpu", text);
  }
}

std::string Device::str() const { return is_cpu() ? "cpu" : "cuda"; }

TensorOptions TensorOptions::device(Device d) const {
  if (!d.is_cpu()) fail("device: tensors live on the cpu, {} is not available", d.str());
  return *this;
}

}  // namespace wengert
