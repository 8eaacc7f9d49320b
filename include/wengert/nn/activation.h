// Activations as modules; the functions are in ops/activation.h and ops/softmax.h.
#pragma once
#include "wengert/nn/holder.h"
#include "wengert/nn/options.h"

namespace wengert::nn {

/// What activations without parameters share: options, and nothing to reset. `inplace` writes the result into
/// the input.
template <class Derived, class Options>
class Activation : public Cloneable<Derived> {
 public:
  explicit Activation(const Options& o = {}) : options(o) {}
  void reset() override {}

  Options options;
};

/// The same without options.
template <class Derived>
class Activation<Derived, void> : public Cloneable<Derived> {
 public:
  void reset() override {}
};

struct ReLUImpl : Activation<ReLUImpl, ReLUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(ReLU);

struct ReLU6Impl : Activation<ReLU6Impl, ReLU6Options> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(ReLU6);

struct LeakyReLUImpl : Activation<LeakyReLUImpl, LeakyReLUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(LeakyReLU);

struct ELUImpl : Activation<ELUImpl, ELUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(ELU);

struct SELUImpl : Activation<SELUImpl, SELUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(SELU);

struct CELUImpl : Activation<CELUImpl, CELUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(CELU);

struct HardtanhImpl : Activation<HardtanhImpl, HardtanhOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Hardtanh);

struct GELUImpl : Activation<GELUImpl, GELUOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(GELU);

struct SoftplusImpl : Activation<SoftplusImpl, SoftplusOptions> {
  using Activation::Activation;
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Softplus);

struct SiLUImpl : Activation<SiLUImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(SiLU);

struct MishImpl : Activation<MishImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Mish);

struct SigmoidImpl : Activation<SigmoidImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Sigmoid);

struct TanhImpl : Activation<TanhImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Tanh);

struct SoftsignImpl : Activation<SoftsignImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(Softsign);

struct LogSigmoidImpl : Activation<LogSigmoidImpl, void> {
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
};
WENGERT_MODULE(LogSigmoid);

/// e^x / sum(e^x) over dimension `dim`.
struct SoftmaxImpl : Cloneable<SoftmaxImpl> {
  explicit SoftmaxImpl(const SoftmaxOptions& o) : options(o) {}
  void reset() override {}
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
  SoftmaxOptions options;
};
WENGERT_MODULE(Softmax);

struct LogSoftmaxImpl : Cloneable<LogSoftmaxImpl> {
  explicit LogSoftmaxImpl(const LogSoftmaxOptions& o) : options(o) {}
  void reset() override {}
  Tensor forward(const Tensor& x);
  void pretty_print(std::ostream& out) const override;
  LogSoftmaxOptions options;
};
WENGERT_MODULE(LogSoftmax);

}  // namespace wengert::nn
