// The other half of exchange.py: writes files that it reads, and reads files that it writes.
#include <cstdio>
#include <cstring>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

TensorMap expected() {
  return {{"fc.weight", (arange(0, 6, kFloat32) / 4).view({2, 3})},
          {"double", arange(0, 3, kFloat64) / 3},
          {"count", tensor({-1, 1LL << 40})},
          {"mask", tensor({true, false, true})},
          {"scalar", full({}, 2.5)},
          {"empty", zeros({0, 4})}};
}

bool same(const TensorMap& a, const TensorMap& b) {
  bool equal = a.size() == b.size();
  for (const auto& [name, x] : a)
    equal = equal && b.contains(name) && b.at(name).dtype() == x.dtype() && b.at(name).equal(x);
  return equal;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  if (std::strcmp(argv[1], "write") == 0) {
    save(expected(), argv[2]);
    return 0;
  }
  TensorMap tensors;
  load(tensors, argv[2]);
  return same(tensors, expected()) ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "exchange: %s\n", e.what());
  return 1;
}
