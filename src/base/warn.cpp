#include "base/warn.h"

#include <iostream>
#include <mutex>
#include <set>

namespace wengert {
namespace {
std::mutex mutex;
std::set<std::string> seen;
}  // namespace

void warn_once(const std::string& text) {
  constexpr std::size_t most = 1000;  // a program that varies its texts must not grow for ever
  const std::lock_guard lock(mutex);
  if (seen.size() < most && seen.insert(text).second) std::cerr << "warning: " << text << '\n';
}

void forget_warnings() {
  const std::lock_guard lock(mutex);
  seen.clear();
}

}  // namespace wengert
