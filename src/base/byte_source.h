// Where a reader's bytes come from: a file or memory, of known size, read at any place.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>

namespace wengert {

class ByteSource {
 public:
  /// Throws Error, in the name of `op`, unless path is an ordinary file that can be read.
  static ByteSource file(const char* op, const std::string& path);
  static ByteSource memory(const char* op, std::string bytes);
  /// The rest of a stream.
  static ByteSource stream(const char* op, std::istream& in);
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  std::uint64_t size() const { return size_; }
  /// How error messages begin: "load_npy: 'x.npy'".
  const std::string& name() const { return name_; }
  /// Copies bytes; throws Error when there are not so many (a file can shrink meanwhile).
  void read(std::uint64_t at, void* to, std::uint64_t count) const;
  std::string read(std::uint64_t at, std::uint64_t count) const;

 private:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}

  std::string name_, bytes_;
  std::uint64_t size_ = 0;
  int file_ = -1;
};

}  // namespace wengert
