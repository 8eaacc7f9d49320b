// The JSON header of a safetensors file.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "wengert/base/dtype.h"
#include "wengert/base/shape.h"

namespace wengert::io {

/// Longer headers are refused.
inline constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;
inline constexpr const char* kMetadataName = "__metadata__";

struct Entry {
  std::string name;
  ScalarType dtype = ScalarType::Float;
  Shape shape;
  std::uint64_t begin = 0, end = 0;  // of its bytes, counted from the end of the header
};

struct Header {
  std::vector<Entry> entries;
  std::map<std::string, std::string> metadata;
};

/// Reads the header of a file with `data_bytes` bytes after it, and checks that the tensors fill these bytes
/// exactly. Throws Error; `where` begins its text.
Header parse_header(const std::string& json, std::uint64_t data_bytes, const std::string& where);

/// The header's text, padded with spaces so that 8 + its length is a multiple of 8. Error on a name or
/// metadata that JSON can't hold.
std::string format_header(const Header& header, const char* op);

}  // namespace wengert::io
