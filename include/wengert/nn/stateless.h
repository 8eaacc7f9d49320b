// Layers without parameters: a function, and the options to call it with.
//
//     WENGERT_LAYER(ELU, functional::elu, ELUOptions);
//
// is the class ELUImpl, whose forward(x) is functional::elu(x, options), and its holder ELU.
#pragma once
#include <typeinfo>

#include "wengert/base/arg.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

struct NoOptions {};

/// What such layers share. They take what their options take: ELU(ELUOptions().alpha(2)), ELU(2.0). Options
/// with a check() are checked.
template <class Derived, class Options = NoOptions>
class Stateless : public Cloneable<Derived> {
 public:
  template <class... Args>
  requires std::is_constructible_v<Options, Args...>
  explicit Stateless(Args&&... args) : options(std::forward<Args>(args)...) { Stateless::reset(); }
  void reset() override {
    if constexpr (requires { options.check(typeid(Derived)); }) options.check(typeid(Derived));
  }
  void pretty_print(std::ostream& out) const override;

  Options options;
};

}  // namespace wengert::nn

#define WENGERT_LAYER(Name, function, ...)   \
  WENGERT_STATELESS(Name, (const Tensor& x), \
                    function(x __VA_OPT__(, this->options)) __VA_OPT__(, ) __VA_ARGS__)
/// The same for a function of an input and a target.
#define WENGERT_LOSS(Name, function, Options) \
  WENGERT_STATELESS(Name, (const Tensor& x, const Tensor& t), function(x, t, this->options), Options)
#define WENGERT_STATELESS(Name, parameters, result, ...)                 \
  struct Name##Impl : Stateless<Name##Impl __VA_OPT__(, ) __VA_ARGS__> { \
    using Stateless::Stateless;                                          \
    Tensor forward parameters { return result; }                         \
  };                                                                     \
  WENGERT_LIBRARY_STATELESS(Name __VA_OPT__(, ) __VA_ARGS__)
#define WENGERT_LIBRARY_STATELESS(Name, ...)                                      \
  WENGERT_EXTERN template class Stateless<Name##Impl __VA_OPT__(, ) __VA_ARGS__>; \
  WENGERT_LIBRARY_MODULE(Name)
