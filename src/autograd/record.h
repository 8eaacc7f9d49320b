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
// An operation with several results passes them as an array or a list, and its gradient functions get the
// gradients of all of them (undefined where none came):
//
//     auto [values, indices] = record("sort", std::array{values, indices}, {x},
//                                     saving(output(indices), [](std::span<const Tensor> dy, ...) { ... }));
//
// A gradient may have a shape that the input was broadcast to, or another floating dtype: backward sums and
// casts it. Gradient functions use tensor operations, so that they are recorded under create_graph.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "autograd/history.h"

namespace wengert::autograd {

/// output(y), in a list of what to save: y is the operation's own result, or one of them.
struct OwnResult {
  const Tensor& y;
};
inline OwnResult output(const Tensor& y) { return {y}; }

/// A tensor that a gradient will need. It is kept with the history it had, so that a later write in place to
/// the caller's handle can neither change that nor close a circle; a changed value is noticed by its version.
class Saved {
 public:
  Saved(const Tensor& x, std::span<const Tensor> results);
  /// A result's history is this very node, so it is saved without, or the tape would keep itself alive;
  /// unpack() gives it back. y must be one of the results.
  Saved(const OwnResult& result, std::span<const Tensor> results);
  /// The tensor, once more. Throws Error when it was written to since.
  Tensor unpack() const;
  std::string describe() const;

 private:
  Tensor value_;
  std::uint32_t version_ = 0;
  std::int32_t output_ = -1;  // which result of the operation it is
};

/// A gradient function and what it saves.
template <std::size_t K, class F>
struct Gradient {
  static constexpr bool nothing_to_free = K == 0 && std::is_trivially_destructible_v<F>;
  std::array<Saved, K> saved;
  F function;

  /// dy: the gradient of the one result, or a span of those of all results.
  template <class T>
  auto operator()(const T& dy) const {
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
  static Type make(F&& f, std::span<const Tensor>) { return {{}, std::move(f)}; }
};
template <class F, class... Sources>
struct As<Saving<F, Sources...>> {
  using Type = Gradient<sizeof...(Sources), F>;
  static Type make(Saving<F, Sources...>&& s, std::span<const Tensor> results) {
    return std::apply(
        [&](const auto&... source) {
          return Type{{Saved(source, results)...}, std::move(s.function)};
        },
        s.sources);
  }
};
template <class F>
using GradientOf = typename As<std::decay_t<F>>::Type;
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

/// An operation on the tape: edges, results, saved tensors and gradient functions in one block. Edges and
/// Outputs are arrays where their number is known to the compiler, else vectors.
template <class Edges, class Outputs, class... F>
class Operation final : public Node {
  static constexpr bool one_result = std::is_same_v<Outputs, std::array<Output, 1>>;

 public:
  Operation(const char* name, Edges&& edges, std::span<const Tensor> results, F&&... functions)
      : Node(name, next_position(edges)), edges_(std::move(edges)) {
    if constexpr (requires { outputs_.resize(1); }) outputs_.resize(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results[i].defined()) continue;  // a gradient that nobody asked for
      outputs_[i].sizes = results[i].impl()->sizes;
      outputs_[i].dtype = results[i].dtype();
    }
    place(edges_, outputs_);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (keep(std::get<I>(gradients_), I, std::forward<F>(functions), results), ...);
    }
    (std::index_sequence_for<F...>());
  }

  void differentiate(std::span<Tensor> dy, std::span<Tensor> dx) override {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (apply<I>(dy, dx), ...); }
    (std::index_sequence_for<F...>());
  }

  void release_saved() override {
    if constexpr (!(record_detail::GradientOf<F>::nothing_to_free && ...)) {
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
  /// Makes the gradient function number i, unless it would serve an input that wants no gradient.
  template <class G, class Function>
  void keep(std::optional<G>& g, std::size_t i, Function&& f, std::span<const Tensor> results) {
    if (sizeof...(F) > 1 && !edges_[i]) return;
    g.emplace(record_detail::As<std::decay_t<Function>>::make(std::move(f), results));
  }

  /// What gradient functions are given: the gradient of the one result, or those of all.
  static decltype(auto) of_results(std::span<const Tensor> dy) {
    if constexpr (one_result)
      return (dy[0]);
    else
      return dy;
  }

  /// Calls gradient function number I: for input I, or for all.
  template <std::size_t I>
  void apply(std::span<const Tensor> dy, std::span<Tensor> dx) {
    const auto& gradient = std::get<I>(gradients_);
    if constexpr (std::is_same_v<decltype((*gradient)(of_results(dy))), Tensor>) {
      if (needs(I)) dx[I] = (*gradient)(of_results(dy));
    } else {
      static_assert(sizeof...(F) == 1, "one gradient function for each input, or one for all");
      auto all = (*gradient)(of_results(dy));
      for (std::size_t i = 0; i < dx.size(); ++i) dx[i] = std::move(all[i]);
    }
  }

  template <class Visit>
  void for_each_gradient(Visit visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visit(I, std::get<I>(gradients_)), ...); }
    (std::index_sequence_for<F...>());
  }

  Edges edges_;
  Outputs outputs_;
  std::tuple<std::optional<record_detail::GradientOf<F>>...> gradients_;
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

/// Throws Error when a result has a NaN that no input has; called in anomaly mode.
void check_forward(const char* name, std::span<const Tensor> results, std::span<const Input> inputs);

namespace record_detail {

template <class Outputs, class Edges, class... F>
void record(const char* name, std::span<const Tensor> results, std::span<const Input> inputs, Edges edges,
            F&&... gradients) {
  if (modes.anomaly) [[unlikely]]
    check_forward(name, results, inputs);
  if (!modes.record) return;
  bool wanted = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) wanted |= connect(*inputs[i].tensor, edges[i]);
  if (!wanted) return;
  wengert::detail::Ref<Node> node;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].defined() || !is_floating(results[i].dtype())) continue;
    if (!node)
      node = wengert::detail::Ref<Node>(new Operation<Edges, Outputs, F...>(name, std::move(edges), results,
                                                                            std::forward<F>(gradients)...));
    set_history(results[i], node, std::uint32_t(i));
  }
}

}  // namespace record_detail

/// Puts an operation that made y from inputs on the tape, if any of them requires a gradient, and returns y.
/// An undefined input (a missing bias) is skipped.
template <std::size_t N, class... F>
Tensor record(const char* name, Tensor y, const Input (&inputs)[N], F&&... gradients) {
  static_assert(sizeof...(F) == N || sizeof...(F) == 1,
                "one gradient function for each input, or one for all");
  record_detail::record<std::array<Output, 1>>(name, {&y, 1}, inputs, std::array<Edge, N>(),
                                               std::forward<F>(gradients)...);
  return y;
}

/// The same for any number of inputs, whose gradients one function returns as a list.
template <class F>
Tensor record(const char* name, Tensor y, std::span<const Tensor> inputs, F&& gradient) {
  const std::vector<Input> by_address(inputs.begin(), inputs.end());
  record_detail::record<std::array<Output, 1>>(name, {&y, 1}, by_address, std::vector<Edge>(inputs.size()),
                                               std::forward<F>(gradient));
  return y;
}

/// The same for several results. One that is undefined (nobody asked for it) or not floating gets no history.
template <std::size_t R, std::size_t N, class... F>
std::array<Tensor, R> record(const char* name, std::array<Tensor, R> results, const Input (&inputs)[N],
                             F&&... gradients) {
  static_assert(sizeof...(F) == N || sizeof...(F) == 1,
                "one gradient function for each input, or one for all");
  record_detail::record<std::array<Output, R>>(name, results, inputs, std::array<Edge, N>(),
                                               std::forward<F>(gradients)...);
  return results;
}
template <std::size_t N, class... F>
TensorList record(const char* name, TensorList results, const Input (&inputs)[N], F&&... gradients) {
  static_assert(sizeof...(F) == N || sizeof...(F) == 1,
                "one gradient function for each input, or one for all");
  record_detail::record<std::vector<Output>>(name, results, inputs, std::array<Edge, N>(),
                                             std::forward<F>(gradients)...);
  return results;
}

}  // namespace wengert::autograd
