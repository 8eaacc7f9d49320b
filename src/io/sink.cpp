// Replacing a file in one step: write a new one beside it, make sure that the bytes are on the disk, rename,
// make sure that the new name is on the disk.
#include "io/sink.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "base/fail.h"

namespace wengert::io {
namespace {

[[noreturn]] void fail_to_write(const char* op, const std::string& path) {
  fail("{}: '{}' can't be written: {}", op, path, std::strerror(errno));
}

/// The file that a path leads to through symbolic links, so that the link stays one.
std::string checked(const char* op, const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty() || path.find('\0') != std::string::npos)
    fail("{}: a path is empty or has a zero byte in it", op);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) fail("{}: '{}' is not an ordinary file", op, path);
  if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) fail("{}: '{}' can't be written: {}", op, path, error.message());
  return target.string();
}

/// A new file beside the target, under a name that nobody has: no file of the user's is touched, and two who
/// save at once do not meet. It is gone at the end unless it was renamed; a killed process leaves it behind.
class Beside {
 public:
  Beside(const char* op, const std::string& path, const std::string& target) {
    static std::atomic<unsigned> count{0};
    do {
      name = fmt::format("{}.partial-{}-{}", target, getpid(), count.fetch_add(1));
      number = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (number < 0 && errno == EEXIST);
    if (number < 0) fail_to_write(op, path);
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    close(number);
    if (!renamed) unlink(name.c_str());
  }

  std::string name;
  int number = -1;
  bool renamed = false;
};

void write_all(const char* op, const std::string& path, int file, const void* bytes, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t put = ::write(file, static_cast<const char*>(bytes) + done, count - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) fail_to_write(op, path);
    done += std::size_t(put);
  }
}

void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int number = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return;
  fsync(number);  // the new file is in place, whatever this says
  close(number);
}

}  // namespace

void replace_file(const char* op, const std::string& path, const std::function<void(const Sink&)>& write) {
  const std::string target = checked(op, path);
  Beside beside(op, path, target);
  struct stat old;
  if (stat(target.c_str(), &old) == 0 && fchmod(beside.number, old.st_mode & 07777) != 0)
    fail_to_write(op, path);
  write([&](const void* bytes, std::size_t count) { write_all(op, path, beside.number, bytes, count); });
  if (fsync(beside.number) != 0 || std::rename(beside.name.c_str(), target.c_str()) != 0)
    fail_to_write(op, path);
  beside.renamed = true;
  sync_folder(target);
}

void write_stream(const char* op, std::ostream& out, const std::function<void(const Sink&)>& write) {
  write([&](const void* bytes, std::size_t count) {
    if (!out.write(static_cast<const char*>(bytes), std::streamsize(count)))
      fail("{}: writing to the stream failed", op);
  });
}

}  // namespace wengert::io
