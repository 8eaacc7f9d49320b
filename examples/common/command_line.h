// What the examples' programs do alike around their experiment: read a command line, write a file, end with a
// code. CLI11 reads the command line; only command_line.cpp includes it, as compiling it takes many seconds.
#pragma once
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// Thrown for what was typed: the program ends with code 2 and this message.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words that an option takes, and what each means.
template <class T>
using Words = std::vector<std::pair<std::string, T>>;

template <class T>
std::string word_for(const Words<T>& words, const T& wanted) {
  for (const auto& [word, value] : words)
    if (value == wanted) return word;
  return {};
}

/// Options of a program; each sets the variable that it is given, which holds the default.
class CommandLine {
 public:
  explicit CommandLine(const std::string& about);
  ~CommandLine();

  /// A whole decimal number; where T is a vector several, separated by commas.
  template <class T>
  void number(const std::string& name, T& value, std::int64_t min, std::int64_t max,
              const std::string& about) {
    add_numbers(name, about, min, max, false, [&value](const auto& typed) { value = T(typed[0]); });
  }
  template <class T>
  void number(const std::string& name, std::vector<T>& values, std::int64_t min, std::int64_t max,
              const std::string& about) {
    add_numbers(name, about, min, max, true,
                [&values](const auto& typed) { values.assign(typed.begin(), typed.end()); });
  }
  /// A decimal number above 0.
  template <class T>
  void positive(const std::string& name, T& value, double max, const std::string& about) {
    add_positive(name, about, max, [&value](double typed) { value = typed; });
  }
  /// One of the words.
  template <class T>
  void word(const std::string& name, T& value, const Words<T>& words, const std::string& about) {
    add_words(name, about, known(words), false,
              [&value, &words](const auto& typed) { value = words[typed[0]].second; });
  }
  /// Some of the words, each once, separated by commas.
  template <class T>
  void words(const std::string& name, std::vector<T>& values, const Words<T>& words,
             const std::string& about) {
    add_words(name, about, known(words), true, [&values, &words](const auto& typed) {
      values.clear();
      for (std::size_t i : typed) values.push_back(words[i].second);
    });
  }
  void file(const std::string& name, std::string& value, const std::string& about);
  /// Sets the variable to true.
  void flag(const std::string& name, bool& value, const std::string& about);
  /// Two options that cannot be given together.
  void exclude(const std::string& one, const std::string& other);

  /// Throws BadInput, or ends the program after --help.
  void parse(int argc, char** argv);

 private:
  using Indices = std::vector<std::size_t>;
  void add_numbers(const std::string& name, const std::string& about, std::int64_t min, std::int64_t max,
                   bool several, std::function<void(const std::vector<std::int64_t>&)> set);
  void add_positive(const std::string& name, const std::string& about, double max,
                    std::function<void(double)> set);
  void add_words(const std::string& name, const std::string& about, std::vector<std::string> known,
                 bool several, std::function<void(const Indices&)> set);
  template <class T>
  static std::vector<std::string> known(const Words<T>& words) {
    std::vector<std::string> names;
    for (const auto& [word, value] : words) names.push_back(word);
    return names;
  }

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A file that a program writes at its end. It is opened at the start, so that a name that cannot be written
/// is refused before any work; without a name nothing is written. Throws wengert::Error.
class OutputFile {
 public:
  OutputFile(std::string option, const std::string& name);
  /// Calls write(stream) if there is a name.
  void write(const std::function<void(std::ostream&)>& write);

 private:
  std::string option_, name_;
  std::ofstream file_;
};

/// Runs a program: its code, or 2 after BadInput or a wengert::Error, of which standard error is told.
int run(const std::function<int()>& program);

}  // namespace cli
