#include "wengert/io/npy.h"

#include <algorithm>

#include "base/byte_source.h"
#include "io/bools.h"
#include "io/npy_header.h"
#include "io/sink.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/tensor.h"

namespace wengert::io {
namespace {

constexpr const char* kSave = "save_npy";
constexpr const char* kLoad = "load_npy";
constexpr std::string_view kMagic("\x93NUMPY", 6);

void write(const Tensor& x, const Sink& sink) {
  const Tensor c = x.detach().contiguous();
  const std::string header = format_npy_header({c.dtype(), false, c.sizes()}, kMagic.size() + 4);
  const std::uint8_t version_and_length[] = {1, 0, std::uint8_t(header.size() & 255),
                                             std::uint8_t(header.size() >> 8)};
  sink(kMagic.data(), kMagic.size());
  sink(version_and_length, sizeof version_and_length);
  sink(header.data(), header.size());
  sink(c.data_ptr(), std::size_t(c.nbytes()));
}

Tensor read(const ByteSource& source) {
  if (source.size() == 0) fail("{} is empty", source.name());
  if (source.size() < kMagic.size() + 4 || source.read(0, kMagic.size()) != kMagic)
    fail("{} is no .npy file: it does not begin with \\x93NUMPY", source.name());
  std::uint8_t version[2];
  source.read(kMagic.size(), version, 2);
  if ((version[0] != 1 && version[0] != 2) || version[1] != 0)
    fail("{} has version {}.{}, known are 1.0 and 2.0", source.name(), version[0], version[1]);
  std::uint32_t length = 0;
  const std::uint64_t length_bytes = version[0] == 1 ? 2 : 4, at = kMagic.size() + 2;
  source.read(at, &length, length_bytes);
  const NpyHeader header = parse_npy_header(source.read(at + length_bytes, length), source.name());

  const std::uint64_t start = at + length_bytes + length;
  std::int64_t bytes = size_of(header.dtype);
  bool none = false;
  for (std::int64_t size : header.shape) {
    none |= size == 0;
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(size, 1), &bytes))
      fail("{}: shape {} is too large", source.name(), header.shape);
  }
  if (none) bytes = 0;
  if (source.size() - start != std::uint64_t(bytes))
    fail("{}: {}{} has {} bytes, but the file has {} after its header", source.name(), header.dtype,
         header.shape, bytes, source.size() - start);

  Shape sizes = header.shape;
  if (header.fortran_order) std::reverse(sizes.begin(), sizes.end());
  const Tensor x = make_tensor(sizes, header.dtype);
  source.read(start, x.data_ptr(), std::uint64_t(bytes));
  check_bools(x, source.name());
  if (!header.fortran_order || x.dim() < 2) return x;
  Shape backwards;  // the first index runs fastest: a row-major tensor of reversed shape, transposed
  for (std::int64_t d = x.dim() - 1; d >= 0; --d) backwards.push_back(d);
  return x.permute(backwards).contiguous();
}

}  // namespace

void save_npy(const Tensor& x, const std::string& path) {
  check_defined(kSave, "x", x);
  replace_file(kSave, path, [&](const Sink& sink) { write(x, sink); });
}
void save_npy(const Tensor& x, std::ostream& out) {
  check_defined(kSave, "x", x);
  write_stream(kSave, out, [&](const Sink& sink) { write(x, sink); });
}

Tensor load_npy(const std::string& path) { return read(ByteSource::file(kLoad, path)); }
Tensor load_npy(std::istream& in) { return read(ByteSource::stream(kLoad, in)); }

}  // namespace wengert::io
