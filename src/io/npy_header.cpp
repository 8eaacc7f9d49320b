#include "io/npy_header.h"

#include <string_view>

#include "tensor/check.h"

namespace wengert::io {
namespace {

struct Descr {
  ScalarType dtype;
  std::string_view text;
};
constexpr Descr kDescrs[] = {{kFloat32, "<f4"}, {kFloat64, "<f8"}, {kInt64, "<i8"}, {kBool, "|b1"}};

/// Reads the text from left to right.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  /// Goes past `token` when it is next.
  bool skip(std::string_view token) {
    skip_space();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!skip(token)) refuse(token);
  }
  std::string_view quoted() {
    const char quote = skip("'") ? '\'' : '"';
    if (quote == '"') expect("\"");
    const std::size_t end = rest_.find(quote);
    if (end == rest_.npos) refuse("the end of a string");
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  std::int64_t number() {
    skip_space();
    std::int64_t value = 0;
    const std::size_t before = rest_.size();
    for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; rest_.remove_prefix(1))
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, rest_[0] - '0', &value))
        fail("{}: a size in the header is too large", where_);
    if (rest_.size() == before) refuse("a number");
    return value;
  }
  void expect_end() {
    skip_space();
    if (!rest_.empty()) refuse("nothing more");
  }

 private:
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t'))
      rest_.remove_prefix(1);
  }
  [[noreturn]] void refuse(std::string_view wanted) const {
    fail("{}: the header wants {} before its last {} bytes", where_, wanted, rest_.size());
  }

  std::string_view rest_;
  const std::string& where_;
};

ScalarType dtype_of_descr(std::string_view text, const std::string& where) {
  for (const Descr& known : kDescrs)
    if (text == known.text) return known.dtype;
  fail("{}: element type '{}' is unknown here; known are <f4, <f8, <i8 and |b1", where, text);
}

Shape read_shape(Scanner& scanner, const std::string& where) {
  Shape shape;
  scanner.expect("(");
  while (!scanner.skip(")")) {
    if (shape.size() == kMaxDims) fail("{}: more than {} dimensions", where, kMaxDims);
    shape.push_back(scanner.number());
    if (scanner.skip(",")) continue;
    scanner.expect(")");
    break;
  }
  return shape;
}

}  // namespace

NpyHeader parse_npy_header(const std::string& text, const std::string& where) {
  NpyHeader header;
  Scanner scanner(text, where);
  bool descr = false, order = false, shape = false;
  const auto once = [&](bool& seen, std::string_view key) {
    if (seen) fail("{}: '{}' stands twice in the header", where, key);
    seen = true;
  };
  scanner.expect("{");
  while (!scanner.skip("}")) {
    const std::string_view key = scanner.quoted();
    scanner.expect(":");
    if (key == "descr") {
      once(descr, key);
      header.dtype = dtype_of_descr(scanner.quoted(), where);
    } else if (key == "fortran_order") {
      once(order, key);
      header.fortran_order = scanner.skip("True");
      if (!header.fortran_order) scanner.expect("False");
    } else if (key == "shape") {
      once(shape, key);
      header.shape = read_shape(scanner, where);
    } else {
      fail("{}: the header has an unknown entry '{}'", where, key);
    }
    if (scanner.skip(",")) continue;
    scanner.expect("}");
    break;
  }
  scanner.expect_end();
  if (!descr || !order || !shape) fail("{}: the header lacks descr, fortran_order or shape", where);
  return header;
}

std::string format_npy_header(const NpyHeader& header, std::size_t before) {
  std::string descr, shape;
  for (const Descr& known : kDescrs)
    if (known.dtype == header.dtype) descr = known.text;
  for (std::int64_t size : header.shape) shape += fmt::format("{}{}", shape.empty() ? "" : ", ", size);
  if (header.shape.size() == 1) shape += ',';
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", descr,
                                 header.fortran_order ? "True" : "False", shape);
  text.resize((before + text.size() + 1 + 63) / 64 * 64 - before - 1, ' ');
  return text + '\n';
}

}  // namespace wengert::io
