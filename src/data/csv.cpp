#include "wengert/data/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/byte_source.h"
#include "data/csv.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert::data {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r";
  const std::size_t first = text.find_first_not_of(space);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

double number(std::string_view cell, const std::string& where, std::int64_t column) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
    fail("{}: column {} is '{}', wants a finite number", where, column, cell.substr(0, 40));
  return value;
}

/// Appends the numbers of a line.
void read_line(std::string_view line, std::int64_t columns, const std::string& where,
               std::vector<double>& values) {
  const std::int64_t have = 1 + std::int64_t(std::count(line.begin(), line.end(), ','));
  if (have != columns) fail("{}: has {} columns, wants {}", where, have, columns);
  for (std::int64_t column = 1; column <= columns; ++column) {
    const std::size_t comma = std::min(line.find(','), line.size());
    values.push_back(number(trimmed(line.substr(0, comma)), where, column));
    line.remove_prefix(std::min(comma + 1, line.size()));
  }
}

}  // namespace

Table read_table(const std::string& path, std::int64_t columns) {
  if (columns < 1) fail("read_csv: columns is {}, wants at least 1", columns);
  const ByteSource source = ByteSource::file("read_csv", path);
  const std::string text = source.read(0, source.size());
  Table table;
  std::vector<double> values;
  std::string_view rest = text;
  for (std::int64_t line_number = 1; !rest.empty(); ++line_number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (trimmed(line).empty()) continue;
    read_line(line, columns, fmt::format("{} line {}", source.name(), line_number), values);
    table.lines.push_back(line_number);
  }
  if (table.lines.empty()) fail("{} has no lines", source.name());
  table.values = make_tensor({std::int64_t(table.lines.size()), columns}, kFloat64);
  std::copy(values.begin(), values.end(), table.values.data_ptr<double>());
  return table;
}

Tensor read_csv(const std::string& path, std::int64_t columns) { return read_table(path, columns).values; }

}  // namespace wengert::data
