#include "base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <istream>
#include <iterator>
#include <utility>

#include "base/fail.h"

namespace wengert {

static_assert(std::endian::native == std::endian::little,
              "files hold little-endian numbers, read as they are");

ByteSource ByteSource::file(const char* op, const std::string& path) {
  ByteSource source(fmt::format("{}: '{}'", op, path));
  struct stat status;
  if (path.find('\0') != std::string::npos) fail("{}: a path has a zero byte in it", op);
  if (stat(path.c_str(), &status) != 0) fail("{} can't be read: {}", source.name_, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    fail("{} is not an ordinary file", source.name_);  // reading a pipe could hang
  source.file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (source.file_ < 0 || fstat(source.file_, &status) != 0)
    fail("{} can't be read: {}", source.name_, std::strerror(errno));
  source.size_ = std::uint64_t(status.st_size);
  return source;
}

ByteSource ByteSource::memory(const char* op, std::string bytes) {
  ByteSource source(fmt::format("{}: the stream", op));
  source.bytes_ = std::move(bytes);
  source.size_ = source.bytes_.size();
  return source;
}

ByteSource ByteSource::stream(const char* op, std::istream& in) {
  if (!in) fail("{}: the stream is in a failed state", op);
  return memory(op, std::string(std::istreambuf_iterator<char>(in), {}));
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : name_(std::move(other.name_)),
      bytes_(std::move(other.bytes_)),
      size_(other.size_),
      file_(std::exchange(other.file_, -1)) {}

ByteSource::~ByteSource() {
  if (file_ >= 0) close(file_);
}

void ByteSource::read(std::uint64_t at, void* to, std::uint64_t count) const {
  if (at > size_ || count > size_ - at)
    fail("{} ends early: wants {} bytes from {} on, has {}", name_, count, at, size_);
  if (count == 0) return;
  if (file_ < 0) {
    std::memcpy(to, bytes_.data() + at, count);
    return;
  }
  for (std::uint64_t done = 0; done < count;) {
    const ssize_t got = pread(file_, static_cast<char*>(to) + done, count - done, off_t(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("{} can't be read: {}", name_, std::strerror(errno));
    if (got == 0) fail("{} became shorter while it was read", name_);
    done += std::uint64_t(got);
  }
}

std::string ByteSource::read(std::uint64_t at, std::uint64_t count) const {
  if (at > size_ || count > size_ - at)
    fail("{} ends early: wants {} bytes from {} on, has {}", name_, count, at, size_);
  std::string bytes(count, '\0');
  read(at, bytes.data(), count);
  return bytes;
}

}  // namespace wengert
