// A libFuzzer target: whatever the bytes, a reader gives tensors or throws Error. The first byte of an input
// chooses the reader.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

/// What was read must be writable, and read again as it was.
void safetensors(const std::string& bytes) {
  std::istringstream in(bytes);
  const io::Safetensors first = io::read_safetensors(in);
  std::stringstream copy;
  io::write_safetensors(first.tensors, copy, first.metadata);
  const io::Safetensors second = io::read_safetensors(copy);
  bool same = first.metadata == second.metadata && first.tensors.size() == second.tensors.size();
  for (const auto& [name, x] : first.tensors) {
    const Tensor& y = second.tensors.at(name);
    same = same && x.dtype() == y.dtype() && x.sizes() == y.sizes() &&
           std::memcmp(x.data_ptr(), y.data_ptr(), std::size_t(x.nbytes())) == 0;
  }
  if (!same) std::abort();
}

/// The input is a header; its length comes from here and its first byte says how many bytes follow, so that
/// most inputs come past the first check.
void safetensors_header(const std::string& input) {
  if (input.empty()) return;
  const std::uint64_t length = input.size() - 1;
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  safetensors(bytes + input.substr(1) + std::string(std::uint8_t(input[0]), '\0'));
}

void npy(const std::string& bytes) {
  std::istringstream in(bytes);
  io::load_npy(in);
}

void idx(const std::string& bytes) {
  std::istringstream in(bytes);
  data::read_idx(in, bytes.size() > 3 ? bytes[3] : 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr void (*readers[])(const std::string&) = {safetensors, safetensors_header, npy, idx};
  try {
    readers[data[0] % 4](std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  } catch (const Error&) {
  }
  return 0;
}
