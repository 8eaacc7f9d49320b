// wengert/tensor.h alone is enough to call methods and operators: this program links.
#include "wengert/tensor.h"

wengert::Tensor computed(const wengert::Tensor& x) {
  const wengert::Tensor y = (x.exp() + x * 2 - 1).relu().reshape({1, -1});
  y.matmul(y.t()).sum().backward();
  return y[0].add_(1) == x;
}

int main() {
  try {
    computed(wengert::Tensor());
  } catch (const wengert::Error&) {  // an undefined tensor
    return 0;
  }
  return 1;
}
