#include "wengert/io/safetensors.h"

#include <algorithm>

#include "base/byte_source.h"
#include "io/bools.h"
#include "io/safetensors_header.h"
#include "io/sink.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/tensor.h"

namespace wengert::io {
namespace {

constexpr const char* kWrite = "write_safetensors";
constexpr const char* kRead = "read_safetensors";

/// Where each tensor goes: wide elements first, so that every offset is a multiple of the element's size.
Header plan(const TensorMap& tensors, const Metadata& metadata) {
  Header header{{}, metadata};
  for (const auto& [name, x] : tensors) {
    if (!x.defined()) fail("{}: \"{}\" is an undefined tensor", kWrite, name);
    header.entries.push_back({name, x.dtype(), x.sizes(), 0, std::uint64_t(x.nbytes())});
  }
  std::stable_sort(header.entries.begin(), header.entries.end(),
                   [](const Entry& a, const Entry& b) { return size_of(a.dtype) > size_of(b.dtype); });
  std::uint64_t end = 0;
  for (Entry& entry : header.entries) {
    entry.begin = end;
    entry.end = end += entry.end;
  }
  return header;
}

void write(const TensorMap& tensors, const Header& header, const std::string& text, const Sink& sink) {
  const std::uint64_t length = text.size();
  sink(&length, sizeof length);
  sink(text.data(), text.size());
  for (const Entry& entry : header.entries) {
    const Tensor x = tensors.at(entry.name).detach().contiguous();
    sink(x.data_ptr(), std::size_t(x.nbytes()));
  }
}

Safetensors read(const ByteSource& source) {
  std::uint64_t length = 0;
  if (source.size() == 0) fail("{} is empty", source.name());
  source.read(0, &length, sizeof length);
  if (length > source.size() - sizeof length || length > kMaxHeaderBytes)
    fail("{} is no safetensors file: it says that its header has {} bytes, but the file has {}",
         source.name(), length, source.size());
  const std::uint64_t start = sizeof length + length;
  Header header = parse_header(source.read(sizeof length, length), source.size() - start, source.name());

  Safetensors result{{}, std::move(header.metadata)};
  for (const Entry& entry : header.entries) {
    const Tensor x = make_tensor(entry.shape, entry.dtype);
    source.read(start + entry.begin, x.data_ptr(), entry.end - entry.begin);
    check_bools(x, source.name());
    result.tensors.emplace(entry.name, x);
  }
  return result;
}

}  // namespace

void write_safetensors(const TensorMap& tensors, const std::string& path, const Metadata& metadata) {
  const Header header = plan(tensors, metadata);
  const std::string text = format_header(header, kWrite);
  replace_file(kWrite, path, [&](const Sink& sink) { write(tensors, header, text, sink); });
}
void write_safetensors(const TensorMap& tensors, std::ostream& out, const Metadata& metadata) {
  const Header header = plan(tensors, metadata);
  const std::string text = format_header(header, kWrite);
  write_stream(kWrite, out, [&](const Sink& sink) { write(tensors, header, text, sink); });
}

Safetensors read_safetensors(const std::string& path) { return read(ByteSource::file(kRead, path)); }
Safetensors read_safetensors(std::istream& in) { return read(ByteSource::stream(kRead, in)); }

}  // namespace wengert::io
