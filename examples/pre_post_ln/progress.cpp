#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

std::string time_text(double seconds) {
  return fmt::format("{}:{:02}", int(seconds) / 60, int(seconds) % 60);
}

}  // namespace

Progress::Progress(std::int64_t total, std::int64_t done)
    : terminal_(isatty(STDERR_FILENO) == 1), total_(total), done_before_(done), start_(Clock::now()) {}

void Progress::show(const std::string& what, std::int64_t done, double loss, double rate) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  constexpr int width = 20;
  const int filled = int(width * done / total_);
  const double passed = std::chrono::duration<double>(now - start_).count();
  const double left = passed / double(done - done_before_) * double(total_ - done);
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}  loss {:.3f}  rate {:.1e}  {} left", "", filled, "",
             width - filled, what, loss, rate, time_text(left));
  std::fflush(stderr);
}

void Progress::clear() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

void catch_interrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupt_seen = 1; };
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return interrupt_seen != 0; }
