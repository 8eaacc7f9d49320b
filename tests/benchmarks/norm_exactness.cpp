// How far each norm is from its definition in double, on the inputs that ask for exactness
// (support/norm_cases.h): the largest error of y, in deviations, and of dx, in parts of its largest value,
// over several sizes. Prints lines 'input | norm | y | dx'; exactness.py makes a table of two frameworks'
// lines.
#include <algorithm>

#include "support/norm_cases.h"

using namespace norm_cases;

int main() {
  for (const Input& input : inputs())
    for (std::size_t k = 0; k < norms(1).size(); ++k) {
      double y = 0, dx = 0;
      std::string name;
      for (int64_t n : {5, 33, 1023}) {
        const Norm norm = norms(n)[k];
        name = norm.name;
        const Tensor x = made(norm.sizes, input.value),
                     w = made({norm.channels}, [](int64_t i) { return 1 + 0.5 * std::sin(double(i)); }),
                     b = made({norm.channels}, [](int64_t i) { return std::cos(double(i)); }),
                     dy = made(norm.sizes, [](int64_t i) { return std::cos(double(i * 7 % 101)) - 0.2; });
        const Result want = exact(norm, wide(x), wide(w), wide(b), wide(dy), input.eps);
        const Result got = computed(norm, x, w, b, dy, input.eps);
        y = std::max(y, error(got.y, want.y, 1));
        dx = std::max(dx, error(got.dx, want.dx, want.dx_unit));
      }
      std::printf("%s | %s | %.1e | %.1e\n", input.name.c_str(), name.c_str(), y, dx);
    }
}
