#pragma once
#include <string>

#include "wengert/tensor.h"

namespace wengert::data {

/// A table of numbers separated by commas, one row a line, as float64[rows, columns]. There is no line of
/// titles; empty lines are skipped.
/// Errors, with the line: a line of another number of columns, something that is no finite number. A file
/// that can't be read or has no line.
Tensor read_csv(const std::string& path, std::int64_t columns);

}  // namespace wengert::data
