// Where a reader's bytes come from: a file or memory, of known size, read at any place.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>

namespace wengert::io {

class Source {
 public:
  /// Throws Error, in the name of `op`, unless path is an ordinary file that can be read.
  static Source file(const char* op, const std::string& path);
  static Source memory(const char* op, std::string bytes);
  /// The rest of a stream.
  static Source stream(const char* op, std::istream& in);
  Source(Source&& other) noexcept;
  Source& operator=(Source&&) = delete;
  ~Source();

  std::uint64_t size() const { return size_; }
  /// How error messages begin: "load_npy: 'x.npy'".
  const std::string& name() const { return name_; }
  /// Copies bytes; throws Error when there are not so many (a file can shrink meanwhile).
  void read(std::uint64_t at, void* to, std::uint64_t count) const;
  std::string read(std::uint64_t at, std::uint64_t count) const;

 private:
  explicit Source(std::string name) : name_(std::move(name)) {}

  std::string name_, bytes_;
  std::uint64_t size_ = 0;
  int file_ = -1;
};

}  // namespace wengert::io
