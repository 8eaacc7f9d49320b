// What the terminal can show, and a line on it that says how far the work is; Ctrl-C.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace terminal {

/// UTF-8, by the locale.
bool has_unicode();
/// Standard output is a terminal, and NO_COLOR is not set.
bool has_color();

/// On standard error, and only when that is a terminal.
class Progress {
 public:
  /// `done` of `total` steps were taken before.
  explicit Progress(std::int64_t total, std::int64_t done = 0);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& what, std::int64_t done);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const bool terminal_;
  const std::int64_t total_, done_before_;
  const Clock::time_point start_;
  Clock::time_point shown_;
};

/// From now on Ctrl-C is noted instead of ending the program; a second one ends it.
void catch_interrupt();
bool interrupted();

}  // namespace terminal
