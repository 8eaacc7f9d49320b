#include "base/warn.h"

#include <pthread.h>

#include <iostream>
#include <mutex>
#include <new>
#include <set>

namespace wengert {
namespace {

/// Made on first use and never destroyed: constructors and destructors of static objects may warn.
struct Warnings {
  std::ios_base::Init cerr;
  std::mutex mutex;
  std::set<std::string> seen;

  static Warnings& get() {
    static Warnings& warnings = *new Warnings;
    return warnings;
  }

 private:
  Warnings() {
    // A thread that warns at the moment of a fork() is not there in the child to unlock.
    pthread_atfork(nullptr, nullptr, [] { new (&get().mutex) std::mutex; });
  }
};

}  // namespace

void warn_once(const std::string& text) {
  constexpr std::size_t most = 1000;  // a program that varies its texts must not grow for ever
  Warnings& w = Warnings::get();
  const std::lock_guard lock(w.mutex);
  if (w.seen.size() < most && w.seen.insert(text).second) std::cerr << "warning: " << text << '\n';
}

void forget_warnings() {
  Warnings& w = Warnings::get();
  const std::lock_guard lock(w.mutex);
  w.seen.clear();
}

}  // namespace wengert
