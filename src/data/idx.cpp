#include "wengert/data/idx.h"

#include <algorithm>
#include <string>

#include "base/byte_source.h"
#include "tensor/check.h"
#include "tensor/dispatch.h"
#include "tensor/tensor.h"

namespace wengert::data {
namespace {

constexpr const char* kRead = "read_idx";
constexpr std::uint32_t kUnsignedBytes = 0x0800;  // the magic number, but for the number of dimensions

std::uint32_t big_endian(const ByteSource& source, std::uint64_t at) {
  std::uint8_t b[4];
  source.read(at, b, 4);
  return std::uint32_t(b[0]) << 24 | std::uint32_t(b[1]) << 16 | std::uint32_t(b[2]) << 8 | b[3];
}

Tensor read(const ByteSource& source, std::int64_t dims, ScalarType dtype) {
  if (dims < 1 || dims > kMaxDims) fail("{}: dims is {}, wants 1 to {}", kRead, dims, kMaxDims);
  if (source.size() == 0) fail("{} is empty", source.name());
  const std::uint32_t magic = big_endian(source, 0), wanted = kUnsignedBytes + std::uint32_t(dims);
  if (magic != wanted)
    fail("{} begins with the magic number {}, wants {} ({} dimensions of unsigned bytes)", source.name(),
         magic, wanted, dims);
  Shape sizes;
  std::int64_t count = 1;
  bool overflow = false, none = false;
  for (std::int64_t d = 0; d < dims; ++d) {
    sizes.push_back(std::int64_t(big_endian(source, 4 + 4 * std::uint64_t(d))));
    none |= sizes[d] == 0;
    overflow |= __builtin_mul_overflow(count, std::max<std::int64_t>(sizes[d], 1), &count);
  }
  if (none) count = 0;
  const std::uint64_t start = 4 + 4 * std::uint64_t(dims), have = source.size() - start;
  if (overflow || std::uint64_t(count) != have)
    fail("{}: sizes {} want {} bytes, but the file has {} after them", source.name(), sizes,
         overflow ? "too many" : std::to_string(count), have);

  const std::string bytes = source.read(start, have);
  const Tensor x = make_tensor(sizes, dtype);
  dispatch_numbers(kRead, dtype, [&](auto zero) {
    using T = decltype(zero);
    std::transform(bytes.begin(), bytes.end(), x.data_ptr<T>(),
                   [](char byte) { return T(std::uint8_t(byte)); });
  });
  return x;
}

}  // namespace

Tensor read_idx(const std::string& path, std::int64_t dims, ScalarType dtype) {
  return read(ByteSource::file(kRead, path), dims, dtype);
}
Tensor read_idx(std::istream& in, std::int64_t dims, ScalarType dtype) {
  return read(ByteSource::stream(kRead, in), dims, dtype);
}

}  // namespace wengert::data
