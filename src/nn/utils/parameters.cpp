#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/utils.h"
#include "wengert/ops/cat.h"

namespace wengert::nn::utils {

Tensor parameters_to_vector(const std::vector<Tensor>& parameters) {
  if (parameters.empty()) fail("parameters_to_vector: got no parameters");
  std::vector<Tensor> flat;
  for (const Tensor& p : parameters) {
    check_defined("parameters_to_vector", "a parameter", p);
    flat.push_back(p.reshape({-1}));
  }
  return cat(flat);
}

void vector_to_parameters(const Tensor& vec, const std::vector<Tensor>& parameters) {
  check_defined("vector_to_parameters", "the vector", vec);
  std::int64_t wanted = 0;
  for (const Tensor& p : parameters) {
    check_defined("vector_to_parameters", "a parameter", p);
    wanted += p.numel();
  }
  if (vec.dim() != 1 || vec.numel() != wanted)
    fail("vector_to_parameters: the vector has shape {}, but the parameters take [{}]", vec.sizes(), wanted);
  NoGradGuard off;
  std::int64_t at = 0;
  for (const Tensor& p : parameters) {
    p.copy_(vec.detach().narrow(0, at, p.numel()).reshape(p.sizes()));
    at += p.numel();
  }
}

}  // namespace wengert::nn::utils
