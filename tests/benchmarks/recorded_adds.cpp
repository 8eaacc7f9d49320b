// The overhead of recording, as a count of instructions: run under `valgrind --tool=callgrind` (README.md).
// 1000 additions of 64 elements, recorded, and their backward, between two markers that callgrind toggles on.
#include <wengert/wengert.h>

using wengert::Tensor;

__attribute__((noinline)) void thousand_adds(const Tensor& x, const Tensor& b) {
  Tensor y = x;
  for (int i = 0; i < 1000; ++i) y = y + b;
  y.backward(b);
}

int main() {
  Tensor x = wengert::ones({64}, wengert::requires_grad()), b = wengert::ones({64});
  thousand_adds(x, b);  // the first call fills caches of the allocator
  x.mutable_grad() = Tensor();
  thousand_adds(x, b);
  return x.grad().defined() ? 0 : 1;
}
