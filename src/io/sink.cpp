// Replacing a file in one step: write beside it, make sure that the bytes are on the disk, rename, make sure
// that the new name is on the disk.
#include "io/sink.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "tensor/check.h"

namespace wengert::io {
namespace {

class File {
 public:
  explicit File(int number) : number_(number) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

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

/// Opens the file that is written first. Its name is fixed, so that a killed process leaves one file and not
/// many; its lock, which ends with the process, keeps a second one from writing at the same time.
int open_beside(const char* op, const std::string& path, const std::string& beside) {
  const int number = open(beside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (number < 0) fail_to_write(op, path);
  struct stat opened, named;
  const bool locked = flock(number, LOCK_EX | LOCK_NB) == 0;
  // Another saver may have renamed the file between our opening and our locking it.
  if (!locked || fstat(number, &opened) != 0 || stat(beside.c_str(), &named) != 0 ||
      opened.st_ino != named.st_ino) {
    close(number);
    fail("{}: '{}' is being saved by another thread or process", op, path);
  }
  return number;
}

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
  const File file(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.number() >= 0) fsync(file.number());  // the new file is in place, whatever this says
}

}  // namespace

void replace_file(const char* op, const std::string& path, const std::function<void(const Sink&)>& write) {
  const std::string target = checked(op, path), beside = target + ".partial";
  const File file(open_beside(op, path, beside));
  try {
    struct stat old;
    if (ftruncate(file.number(), 0) != 0) fail_to_write(op, path);
    if (stat(target.c_str(), &old) == 0 && fchmod(file.number(), old.st_mode & 07777) != 0)
      fail_to_write(op, path);
    write([&](const void* bytes, std::size_t count) { write_all(op, path, file.number(), bytes, count); });
    if (fsync(file.number()) != 0) fail_to_write(op, path);
    if (std::rename(beside.c_str(), target.c_str()) != 0) fail_to_write(op, path);
  } catch (...) {
    unlink(beside.c_str());
    throw;
  }
  sync_folder(target);
}

void write_stream(const char* op, std::ostream& out, const std::function<void(const Sink&)>& write) {
  write([&](const void* bytes, std::size_t count) {
    if (!out.write(static_cast<const char*>(bytes), std::streamsize(count)))
      fail("{}: writing to the stream failed", op);
  });
}

}  // namespace wengert::io
