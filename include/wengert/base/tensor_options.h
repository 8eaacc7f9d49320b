// How a new tensor is to be made: element type, device, and whether its gradient is wanted.
#pragma once
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>

#include "wengert/base/dtype.h"

namespace wengert {

using std::nullopt;
using std::optional;

enum class DeviceType : std::int8_t { CPU, CUDA };
inline constexpr DeviceType kCPU = DeviceType::CPU;
inline constexpr DeviceType kCUDA = DeviceType::CUDA;

/// Where a tensor lives. There is one place, the CPU; asking for another is an Error.
class Device {
 public:
  Device(DeviceType type, std::int8_t index = -1) : type_(type), index_(index) {}
  /// "cpu", or another device's name ("cuda", "cuda:1"), which is then refused where a tensor is made.
  Device(const std::string& text);
  template <std::convertible_to<std::string> Text>
  requires std::is_convertible_v<Text, const char*> &&(!std::is_null_pointer_v<Text>)  // nor a literal 0
      Device(const Text& text)
      : Device(std::string(text)) {}
  DeviceType type() const { return type_; }
  /// -1 when none was given.
  std::int8_t index() const { return index_; }
  bool has_index() const { return index_ >= 0; }
  bool is_cpu() const { return type_ == DeviceType::CPU; }
  bool is_cuda() const { return type_ == DeviceType::CUDA; }
  std::string str() const;
  friend bool operator==(const Device&, const Device&) = default;

 private:
  DeviceType type_;
  std::int8_t index_;
};

/// The type of elements made when nothing is said: float32, unless set_default_dtype chose float64.
ScalarType get_default_dtype();
/// Throws Error unless dtype is float32 or float64.
void set_default_dtype(ScalarType dtype);

/// dtype, device and requires_grad of a tensor to be made. A ScalarType or a Device converts to it.
class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  TensorOptions(Device device) { *this = TensorOptions().device(device); }
  TensorOptions(DeviceType type) : TensorOptions(Device(type)) {}

  [[nodiscard]] TensorOptions dtype(optional<ScalarType> t) const {
    TensorOptions o = *this;
    o.dtype_ = t;
    return o;
  }
  [[nodiscard]] TensorOptions requires_grad(bool r) const {
    TensorOptions o = *this;
    o.requires_grad_ = r;
    return o;
  }
  /// Throws Error unless the device is the CPU.
  [[nodiscard]] TensorOptions device(Device d) const;

  ScalarType dtype() const { return dtype_.value_or(get_default_dtype()); }
  bool has_dtype() const { return dtype_.has_value(); }
  optional<ScalarType> dtype_opt() const { return dtype_; }
  Device device() const { return kCPU; }
  bool requires_grad() const { return requires_grad_; }

 private:
  optional<ScalarType> dtype_;
  bool requires_grad_ = false;
};

inline TensorOptions dtype(ScalarType t) { return TensorOptions(t); }
inline TensorOptions requires_grad(bool r = true) { return TensorOptions().requires_grad(r); }
inline TensorOptions device(Device d) { return TensorOptions(d); }

}  // namespace wengert
