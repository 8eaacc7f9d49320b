// What programs ask of a graphics card: there is none, and code that asks first takes the CPU.
#pragma once
#include <cstddef>

namespace wengert::cuda {

inline bool is_available() { return false; }
inline std::size_t device_count() { return 0; }
inline bool cudnn_is_available() { return false; }

}  // namespace wengert::cuda
