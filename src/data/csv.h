#pragma once
#include <string>
#include <vector>

#include "wengert/tensor.h"

namespace wengert::data {

/// read_csv's table, and the line in the file of each row (from 1).
struct Table {
  Tensor values;
  std::vector<std::int64_t> lines;
};
Table read_table(const std::string& path, std::int64_t columns);

}  // namespace wengert::data
