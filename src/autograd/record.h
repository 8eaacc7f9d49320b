// How an operation gets onto the tape.
//
//   Tensor mul(const Tensor& a, const Tensor& b) {
//     Tensor y = ...;
//     return record("mul", y, {a, b},
//                   saving(b, [](const Tensor& dy, const Tensor& b) { return dy * b; }),    // da
//                   saving(a, [](const Tensor& dy, const Tensor& a) { return dy * a; }));   // db
//   }
//
// One gradient function an input, each saying what it saves. An operation whose gradients come out of one
// pass gives one function for all inputs, which returns an array and asks needs(i):
//
//     return record("layer_norm", y, {x, weight, bias},
//                   saving(x, mean, rstd, weight, [](const Tensor& dy, const Tensor& x, ...) {
//                     return std::array{dx, dweight, dbias}; }));
//
// A gradient may have a shape that the input was broadcast to, or another floating dtype: backward sums and
// casts it. Gradient functions use tensor operations, so that they are recorded under create_graph.
#pragma once
#include <array>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// output(y), in a list of what to save: y is the operation's own result.
struct OwnResult {
  const Tensor& y;
};
inline OwnResult output(const Tensor& y) { return {y}; }

/// A tensor that a gradient will need. It is kept with the history it had, so that a later write in place to
/// the caller's handle can neither change that nor close a circle; a changed value is noticed by its version.
class Saved {
 public:
  explicit Saved(const Tensor& x);
  /// A result's history is this very node, so it is saved without, or the tape would keep itself alive;
  /// unpack() gives it back.
  explicit Saved(const OwnResult& result);
  /// The tensor, once more. Throws Error when it was written to since.
  Tensor unpack() const;
  std::string describe() const;

 private:
  Tensor value_;
  std::uint32_t version_ = 0;
  bool is_output_ = false;
};

/// A gradient function and what it saves.
template <std::size_t K, class F>
struct Gradient {
  static constexpr bool nothing_to_free = K == 0 && std::is_trivially_destructible_v<F>;
  std::array<Saved, K> saved;
  F function;

  auto operator()(const Tensor& dy) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return function(dy, saved[I].unpack()...); }
    (std::make_index_sequence<K>());
  }
};

/// What saving() says: nothing is saved until it is known that the operation is recorded.
template <class F, class... Sources>
struct Saving {
  std::tuple<Sources...> sources;
  F function;
};

/// saving(a, b, f): the gradient function f(dy, a, b), with a and b saved for it.
template <class... Args>
auto saving(Args&&... args) {
  constexpr std::size_t K = sizeof...(Args) - 1;
  std::tuple<Args...> all(std::forward<Args>(args)...);  // references to tensors, values of all else
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using F = std::decay_t<std::tuple_element_t<K, std::tuple<Args...>>>;
    return Saving<F, std::tuple_element_t<I, std::tuple<Args...>>...>{{std::get<I>(all)...},
                                                                      std::move(std::get<K>(all))};
  }
  (std::make_index_sequence<K>());
}

namespace record_detail {
template <class F>
struct As {  // a plain function saves nothing
  using Type = Gradient<0, F>;
  static Type make(F f) { return {{}, std::move(f)}; }
};
template <class F, class... Sources>
struct As<Saving<F, Sources...>> {
  using Type = Gradient<sizeof...(Sources), F>;
  static Type make(Saving<F, Sources...> s) {
    return std::apply(
        [&](const auto&... source) {
          return Type{{Saved(source)...}, std::move(s.function)};
        },
        s.sources);
  }
};
}  // namespace record_detail

/// An input of an operation, by address: nothing is counted.
struct Input {
  const Tensor* tensor;
  Input(const Tensor& x) : tensor(&x) {}
};

/// True in a gradient function when backward wants the gradient of input i.
bool needs(std::size_t i);

/// What has been gathered so far of the gradient of input i, if a gradient function may write to it: one that
/// adds its share there returns an undefined tensor. Contiguous; null when there is nothing yet, or others
/// hold it, or additions have to be recorded.
Tensor* gathered(std::size_t i);

/// An operation with N inputs and one result on the tape: edges, saved tensors and functions in one block.
template <std::size_t N, class... G>
class Operation final : public Node {
  static constexpr bool one_each = sizeof...(G) == N;
  static_assert(one_each || sizeof...(G) == 1, "one gradient function for each input, or one for all");

 public:
  Operation(const char* name, const Input (&inputs)[N], const Tensor& y, G&&... gradients)
      : Node(name, next_position()), gradients_(std::move(gradients)...) {
    for (std::size_t i = 0; i < N; ++i) edges_[i] = edge_to(*inputs[i].tensor);
    output_.sizes = y.impl()->sizes;
    output_.dtype = y.dtype();
    place(edges_, {&output_, 1});
    if constexpr (one_each)  // what only an unwanted gradient needs is not kept
      for_each_gradient([&](std::size_t i, auto& g) {
        if (!edges_[i]) g.reset();
      });
  }

  void differentiate(std::span<Tensor> dy, std::span<Tensor> dx) override {
    if constexpr (one_each) {
      for_each_gradient([&](std::size_t i, auto& g) {
        if (needs(i)) dx[i] = (*g)(dy[0]);
      });
    } else {
      std::array<Tensor, N> all = (*std::get<0>(gradients_))(dy[0]);
      for (std::size_t i = 0; i < N; ++i) dx[i] = std::move(all[i]);
    }
  }

  void release_saved() override {
    if constexpr (!(G::nothing_to_free && ...)) {
      released_ = true;
      for_each_gradient([](std::size_t, auto& g) { g.reset(); });
    }
  }
  bool released() const override { return released_; }

  std::vector<std::string> saved() const override {
    std::vector<std::string> list;
    const_cast<Operation*>(this)->for_each_gradient([&](std::size_t, const auto& g) {
      if (g)
        for (const Saved& s : g->saved) list.push_back(s.describe());
    });
    return list;
  }

 private:
  bool needs(std::size_t i) const { return Node::needs(i); }

  template <class F>
  void for_each_gradient(F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (f(I, std::get<I>(gradients_)), ...); }
    (std::index_sequence_for<G...>());
  }

  std::array<Edge, N> edges_;
  Output output_;
  std::tuple<std::optional<G>...> gradients_;
  bool released_ = false;
};

/// True when an operation on these inputs will be recorded.
template <std::size_t N>
bool recording(const Input (&inputs)[N]) {
  if (!modes.record) return false;
  for (const Input& input : inputs)
    if (input.tensor->defined() && input.tensor->requires_grad()) return true;
  return false;
}

/// Throws Error when y has a NaN that no input has; called in anomaly mode.
void check_forward(const char* name, const Tensor& y, std::span<const Input> inputs);

/// Puts an operation that made y from inputs on the tape, if any of them requires a gradient, and returns y.
/// An undefined input (a missing bias) is skipped.
template <std::size_t N, class... F>
Tensor record(const char* name, Tensor y, const Input (&inputs)[N], F&&... gradients) {
  if (modes.anomaly) [[unlikely]]
    check_forward(name, y, inputs);
  if (recording(inputs) && is_floating(y.dtype())) {
    using Op = Operation<N, typename record_detail::As<std::decay_t<F>>::Type...>;
    auto* op =
        new Op(name, inputs, y, record_detail::As<std::decay_t<F>>::make(std::forward<F>(gradients))...);
    set_history(y, wengert::detail::Ref<Node>(op));
  }
  return y;
}

}  // namespace wengert::autograd
