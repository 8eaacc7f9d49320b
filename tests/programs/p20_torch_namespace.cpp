// A program adds to namespace torch, and specialises what is there.
#include "lookalike.h"

namespace torch {
namespace nn {
struct DoublerImpl : Module {
  Tensor forward(const Tensor& x) { return x * factor; }
  int factor = 2;
};
TORCH_MODULE(Doubler);
}  // namespace nn
inline int answer() { return 42; }
}  // namespace torch

int main() {
  CALL(torch::nn::Doubler()(w));
  CALL(torch::answer());
  CALL(torch::nn::Linear(2, 3)->weight.size(0));
  CALL(torch::nn::Sequential(torch::nn::Doubler(), torch::nn::ReLU())->forward(w));
}
