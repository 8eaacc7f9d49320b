// What the examples' command lines share: checks of what was typed.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cli {

/// Accepts whole decimal numbers only; CLI11 alone would take 0x10, and 1e30 as the largest number there is.
inline CLI::Validator whole_number(std::int64_t min, std::int64_t max) {
  return CLI::Validator(
      [=](std::string& text) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || end != text.data() + text.size() || error == std::errc::invalid_argument)
          return fmt::format("'{}' is no whole number", text);
        if (error == std::errc::result_out_of_range || value < min || value > max)
          return fmt::format("{} is not between {} and {}", text, min, max);
        text = std::to_string(value);  // without leading zeros, which would mean octal
        return std::string();
      },
      fmt::format("{} ... {}", min, max));
}

/// Accepts decimal numbers above 0.
inline CLI::Validator positive_number(double max) {
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || end != text.data() + text.size() || error == std::errc::invalid_argument)
          return fmt::format("'{}' is no number", text);
        if (error != std::errc() || !(value > 0 && value <= max))
          return fmt::format("{} is not above 0 and up to {}", text, max);
        return std::string();
      },
      fmt::format("up to {}", max));
}

inline CLI::Validator file_name() {
  return CLI::Validator(
      [](std::string& text) { return text.empty() ? std::string("an empty file name") : std::string(); },
      "FILE");
}

/// Accepts the keys of a map.
template <class T>
CLI::Validator word_of(const std::map<std::string, T>& words) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) known.push_back(word);
  return CLI::Validator(
      [=](std::string& text) {
        if (std::find(known.begin(), known.end(), text) != known.end()) return std::string();
        return fmt::format("there is no '{}'; there are {}", text, fmt::join(known, ", "));
      },
      fmt::format("{}", fmt::join(known, ", ")));
}

[[noreturn]] inline void reject(const std::string& message) { throw CLI::ValidationError(message, 2); }

}  // namespace cli
