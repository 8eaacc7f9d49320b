#include "command_line.h"

#include <fmt/format.h>
#include <wengert/base/error.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

namespace cli {
namespace {

/// Accepts whole decimal numbers only; CLI11 alone would take 0x10, and 1e30 as the largest number there is.
CLI::Validator whole_number(std::int64_t min, std::int64_t max) {
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

CLI::Validator positive_number(double max) {
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

CLI::Validator word_of(const std::vector<std::string>& known) {
  return CLI::Validator(
      [=](std::string& text) {
        if (std::find(known.begin(), known.end(), text) != known.end()) return std::string();
        return fmt::format("there is no '{}'; there are {}", text, fmt::join(known, ", "));
      },
      fmt::format("{}", fmt::join(known, ", ")));
}

}  // namespace

struct CommandLine::Impl {
  CLI::App app;
};

CommandLine::CommandLine(const std::string& about) : impl_(new Impl{CLI::App(about)}) {
  impl_->app.get_formatter()->column_width(24);
  impl_->app.get_option("--help")->description("prints this");
}
CommandLine::~CommandLine() = default;

void CommandLine::add_numbers(const std::string& name, const std::string& about, std::int64_t min,
                              std::int64_t max, bool several,
                              std::function<void(const std::vector<std::int64_t>&)> set) {
  CLI::Option* option = impl_->app.add_option_function<std::vector<std::int64_t>>(name, set, about);
  option->option_text(several ? "LIST" : "N")->transform(whole_number(min, max));
  several ? option->delimiter(',') : option->expected(1);
}

void CommandLine::add_positive(const std::string& name, const std::string& about, double max,
                               std::function<void(double)> set) {
  impl_->app.add_option_function<double>(name, set, about)->option_text("X")->transform(positive_number(max));
}

void CommandLine::add_words(const std::string& name, const std::string& about, std::vector<std::string> known,
                            bool several, std::function<void(const Indices&)> set) {
  const auto find = [=](const std::vector<std::string>& typed) {
    Indices indices;
    for (const std::string& word : typed) {
      const auto index = std::size_t(std::find(known.begin(), known.end(), word) - known.begin());
      if (std::find(indices.begin(), indices.end(), index) != indices.end())
        throw BadInput(fmt::format("{}: {} is named twice", name, word));
      indices.push_back(index);
    }
    set(indices);
  };
  CLI::Option* option = impl_->app.add_option_function<std::vector<std::string>>(name, find, about);
  option->option_text(several ? "LIST" : "NAME")->check(word_of(known));
  several ? option->delimiter(',') : option->expected(1);
}

void CommandLine::file(const std::string& name, std::string& value, const std::string& about) {
  const auto not_empty = [](std::string& text) {
    return std::string(text.empty() ? "an empty file name" : "");
  };
  impl_->app.add_option(name, value, about)->option_text("FILE")->check(CLI::Validator(not_empty, "FILE"));
}

void CommandLine::flag(const std::string& name, bool& value, const std::string& about) {
  impl_->app.add_flag(name, value, about);
}

void CommandLine::exclude(const std::string& one, const std::string& other) {
  impl_->app.get_option(one)->excludes(impl_->app.get_option(other));
}

void CommandLine::parse(int argc, char** argv) {
  try {
    impl_->app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    std::exit(impl_->app.exit(help));
  } catch (const CLI::ParseError& error) {
    throw BadInput(error.what());
  }
}

OutputFile::OutputFile(std::string option, const std::string& name)
    : option_(std::move(option)), name_(name) {
  if (name.empty()) return;
  file_.open(name);
  if (!file_) throw wengert::Error(fmt::format("{}: '{}' cannot be written", option_, name_));
}

void OutputFile::write(const std::function<void(std::ostream&)>& write) {
  if (name_.empty()) return;
  write(file_);
  file_.close();
  if (!file_) throw wengert::Error(fmt::format("{}: '{}' could not be written to the end", option_, name_));
}

int run(const std::function<int()>& program) {
  try {
    return program();
  } catch (const BadInput& e) {
    fmt::print(stderr, "{}\nRun with --help for more information.\n", e.what());
  } catch (const wengert::Error& e) {
    fmt::print(stderr, "{}\n", e.what());
  }
  return 2;
}

}  // namespace cli
