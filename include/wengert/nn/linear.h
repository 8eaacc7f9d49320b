// Layers that multiply by a matrix, and those that only change the shape.
#pragma once
#include "wengert/base/callback.h"
#include "wengert/nn/options.h"
#include "wengert/nn/stateless.h"

namespace wengert::nn {

/// y = x weight^T + bias: x [..., in_features], weight [out_features, in_features], bias [out_features].
///
/// Weight and then bias start uniform in +-1/sqrt(in_features): He et al. 2015, arXiv:1502.01852, with a
/// leaky slope of sqrt(5). Errors: negative sizes; x with another number of features.
class LinearImpl : public Cloneable<LinearImpl> {
 public:
  LinearImpl(std::int64_t in_features, std::int64_t out_features)
      : LinearImpl(LinearOptions(in_features, out_features)) {}
  explicit LinearImpl(const LinearOptions& options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);

  LinearOptions options;
  Tensor weight, bias;
};
WENGERT_LIBRARY_MODULE(Linear);

/// y = x. Takes and ignores any arguments, so that it can stand in another module's place.
class IdentityImpl : public Cloneable<IdentityImpl> {
 public:
  IdentityImpl() = default;
  template <class... Any>
  requires(sizeof...(Any) > 0 && !(IsModule<Any> || ...)) explicit IdentityImpl(const Any&...) {}

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x) { return x; }
};
WENGERT_LIBRARY_MODULE(Identity);

/// Makes one dimension of start_dim to end_dim: all but the batch by default.
struct FlattenImpl : Stateless<FlattenImpl, FlattenOptions> {
  using Stateless::Stateless;
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_STATELESS(Flatten, FlattenOptions);

/// Makes several dimensions of one.
struct UnflattenImpl : Stateless<UnflattenImpl, UnflattenOptions> {
  using Stateless::Stateless;
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& x);
};
WENGERT_LIBRARY_STATELESS(Unflatten, UnflattenOptions);

/// A function as a module, with its further arguments bound: nn::Functional(elu, 1.0).
class FunctionalImpl : public Cloneable<FunctionalImpl> {
 public:
  using Function = Callback<Tensor(Tensor)>;

  explicit FunctionalImpl(Function function);
  template <class F, class... Args>
  requires(sizeof...(Args) > 0) FunctionalImpl(F function, Args... args)
      : FunctionalImpl(Function([=](const Tensor& x) mutable { return function(x, args...); })) {}

  void reset() override {}
  void pretty_print(std::ostream& out) const override;
  Tensor forward(Tensor x) { return function_(std::move(x)); }
  bool is_serializable() const { return false; }

 private:
  Function function_;
};
WENGERT_LIBRARY_MODULE(Functional);

}  // namespace wengert::nn
