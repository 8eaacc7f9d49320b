// Warnings: for what is probably a mistake, but has a meaning.
#pragma once
#include <string>

namespace wengert {

/// Writes "warning: <text>" to std::cerr, the first time that this text comes.
void warn_once(const std::string& text);
/// As if nothing had been written yet: for tests.
void forget_warnings();

}  // namespace wengert
