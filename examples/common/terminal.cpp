#include "terminal.h"

#include <fmt/format.h>
#include <langinfo.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace terminal {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

std::string time_text(double seconds) {
  return fmt::format("{}:{:02}", int(seconds) / 60, int(seconds) % 60);
}

}  // namespace

bool has_unicode() {
  std::setlocale(LC_CTYPE, "");
  return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool has_color() {
  const char *no_color = std::getenv("NO_COLOR"), *term = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (!no_color || !*no_color) && term && std::strcmp(term, "dumb") != 0;
}

Progress::Progress(std::int64_t total, std::int64_t done)
    : terminal_(isatty(STDERR_FILENO) == 1), total_(total), done_before_(done), start_(Clock::now()) {}

void Progress::show(const std::string& what, std::int64_t done) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  constexpr int width = 20;
  const int filled = int(width * done / total_);
  const double passed = std::chrono::duration<double>(now - start_).count();
  const std::string left =
      done > done_before_ ? time_text(passed / double(done - done_before_) * double(total_ - done)) + " left"
                          : "";
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}  {}", "", filled, "", width - filled, what, left);
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

}  // namespace terminal
