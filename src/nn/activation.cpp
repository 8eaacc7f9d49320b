// Activations as modules: which function each calls, and how it prints.
#include "wengert/nn/activation.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/nn/functional.h"
#include "wengert/ops/activation.h"
#include "wengert/ops/softmax.h"

namespace wengert::nn {

namespace F = functional;

Tensor ReLUImpl::forward(const Tensor& x) { return F::relu(x, options); }
Tensor ReLU6Impl::forward(const Tensor& x) { return F::relu6(x, options); }
Tensor LeakyReLUImpl::forward(const Tensor& x) { return F::leaky_relu(x, options); }
Tensor ELUImpl::forward(const Tensor& x) { return F::elu(x, options); }
Tensor SELUImpl::forward(const Tensor& x) { return F::selu(x, options); }
Tensor CELUImpl::forward(const Tensor& x) { return F::celu(x, options); }
Tensor HardtanhImpl::forward(const Tensor& x) { return F::hardtanh(x, options); }
Tensor GELUImpl::forward(const Tensor& x) { return F::gelu(x, options); }
Tensor SoftplusImpl::forward(const Tensor& x) { return F::softplus(x, options); }
Tensor SiLUImpl::forward(const Tensor& x) { return F::silu(x); }
Tensor MishImpl::forward(const Tensor& x) { return F::mish(x); }
Tensor SigmoidImpl::forward(const Tensor& x) { return sigmoid(x); }
Tensor TanhImpl::forward(const Tensor& x) { return tanh(x); }
Tensor SoftsignImpl::forward(const Tensor& x) { return F::softsign(x); }
Tensor LogSigmoidImpl::forward(const Tensor& x) { return F::logsigmoid(x); }
Tensor SoftmaxImpl::forward(const Tensor& x) { return softmax(x, options.dim()); }
Tensor LogSoftmaxImpl::forward(const Tensor& x) { return log_softmax(x, options.dim()); }

namespace {
/// "ELU(alpha=1, inplace=true)": inplace is only shown when set.
template <class... Args>
void print(std::ostream& out, const char* name, bool inplace, fmt::format_string<Args...> text,
           Args&&... args) {
  std::string inside = fmt::format(text, std::forward<Args>(args)...);
  if (inplace) inside += inside.empty() ? "inplace=true" : ", inplace=true";
  out << name << '(' << inside << ')';
}
}  // namespace

void ReLUImpl::pretty_print(std::ostream& out) const { print(out, "ReLU", options.inplace(), ""); }
void ReLU6Impl::pretty_print(std::ostream& out) const { print(out, "ReLU6", options.inplace(), ""); }
void LeakyReLUImpl::pretty_print(std::ostream& out) const {
  print(out, "LeakyReLU", options.inplace(), "negative_slope={:g}", options.negative_slope());
}
void ELUImpl::pretty_print(std::ostream& out) const {
  print(out, "ELU", options.inplace(), "alpha={:g}", options.alpha());
}
void SELUImpl::pretty_print(std::ostream& out) const { print(out, "SELU", options.inplace(), ""); }
void CELUImpl::pretty_print(std::ostream& out) const {
  print(out, "CELU", options.inplace(), "alpha={:g}", options.alpha());
}
void HardtanhImpl::pretty_print(std::ostream& out) const {
  print(out, "Hardtanh", options.inplace(), "min_val={:g}, max_val={:g}", options.min_val(),
        options.max_val());
}
void GELUImpl::pretty_print(std::ostream& out) const {
  print(out, "GELU", false, "{}",
        options.approximate() == "none" ? "" : "approximate=" + options.approximate());
}
void SoftplusImpl::pretty_print(std::ostream& out) const {
  print(out, "Softplus", false, "beta={:g}, threshold={:g}", options.beta(), options.threshold());
}
void SiLUImpl::pretty_print(std::ostream& out) const { out << "SiLU()"; }
void MishImpl::pretty_print(std::ostream& out) const { out << "Mish()"; }
void SigmoidImpl::pretty_print(std::ostream& out) const { out << "Sigmoid()"; }
void TanhImpl::pretty_print(std::ostream& out) const { out << "Tanh()"; }
void SoftsignImpl::pretty_print(std::ostream& out) const { out << "Softsign()"; }
void LogSigmoidImpl::pretty_print(std::ostream& out) const { out << "LogSigmoid()"; }
void SoftmaxImpl::pretty_print(std::ostream& out) const {
  print(out, "Softmax", false, "dim={}", options.dim());
}
void LogSoftmaxImpl::pretty_print(std::ostream& out) const {
  print(out, "LogSoftmax", false, "dim={}", options.dim());
}

}  // namespace wengert::nn
