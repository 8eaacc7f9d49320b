// Defaults and refusals behind TensorOptions.
#include "wengert/base/tensor_options.h"

#include <atomic>
#include <charconv>

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
  const std::string name = text.substr(0, text.find(':'));
  if (name == "cuda")
    type_ = kCUDA;
  else if (name != "cpu")
    fail("Device: there is no device '{}', wants cpu", text);
  if (name.size() == text.size()) return;
  const char *first = text.data() + name.size() + 1, *last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, index_);
  const bool number =
      error == std::errc() && end == last && *first != '-' && (*first != '0' || last == first + 1);
  if (!number || (is_cpu() && index_ != 0))
    fail("Device: '{}' names no device, wants cpu, cuda or cuda:1", text);
}

std::string Device::str() const {
  const std::string name = is_cpu() ? "cpu" : "cuda";
  return has_index() ? name + ":" + std::to_string(index_) : name;
}

TensorOptions TensorOptions::device(Device d) const {
  if (!d.is_cpu()) fail("device: tensors live on the cpu, {} is not available", d.str());
  return *this;
}

}  // namespace wengert
