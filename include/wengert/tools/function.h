// A user's own operation: its value and its gradient.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <typeinfo>
#include <variant>

#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// A small value that forward hands to backward: a tensor, a number, a flag or a text.
class SavedValue {
 public:
  SavedValue() = default;
  SavedValue(const Tensor& v) : value_(v) {}
  SavedValue(bool v) : value_(v) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) SavedValue(T v) : value_(std::int64_t(v)) {}
  SavedValue(double v) : value_(v) {}
  SavedValue(const std::string& v) : value_(v) {}
  SavedValue(const char* v) : value_(std::string(v)) {}
  SavedValue(const std::vector<std::int64_t>& v) : value_(v) {}

  Tensor toTensor() const { return get<Tensor>("a tensor"); }
  bool toBool() const { return get<bool>("a bool"); }
  std::int64_t toInt() const { return get<std::int64_t>("an integer"); }
  double toDouble() const { return get<double>("a double"); }
  std::string toStringRef() const { return get<std::string>("a text"); }
  std::vector<std::int64_t> toIntVector() const {
    return get<std::vector<std::int64_t>>("a list of integers");
  }

 private:
  template <class T>
  T get(const char* wanted) const {
    if (const T* v = std::get_if<T>(&value_)) return *v;
    throw Error(std::string("saved_data: the value is not ") + wanted);
  }
  std::variant<std::monostate, Tensor, bool, std::int64_t, double, std::string, std::vector<std::int64_t>>
      value_;
};

/// What forward leaves for backward.
class AutogradContext {
 public:
  /// Numbers, flags and texts by name. Tensors that are inputs or outputs belong into save_for_backward.
  std::map<std::string, SavedValue> saved_data;

  /// Keeps inputs, outputs or intermediate tensors; a write in place to one of them makes backward an Error.
  void save_for_backward(TensorList tensors) { to_save_ = std::move(tensors); }
  /// The same tensors, in backward.
  TensorList get_saved_variables() const;
  /// Inputs that forward wrote to in place, each of which it must return. Their history ends in this operation
  /// then, and so does that of the tensor that a written view looks into.
  void mark_dirty(const TensorList& inputs) { dirty_ = inputs; }
  /// Results that get no gradient, such as indices.
  void mark_non_differentiable(const TensorList& outputs) { non_differentiable_ = outputs; }
  /// False: a result that no gradient reached gives backward an undefined tensor instead of zeros.
  void set_materialize_grads(bool value) { materialize_ = value; }
  /// True when the gradient of tensor number i among forward's arguments (numbers and the like are not counted) is
  /// wanted: in backward by the pass that runs, which may ask for some inputs only.
  bool needs_input_grad(std::size_t i) const;

 private:
  template <class T>
  friend class Function;
  friend class FunctionNode;
  TensorList to_save_, non_differentiable_, dirty_;
  bool materialize_ = true;
  class FunctionNode* node_ = nullptr;
};

/// The arguments of a forward: each has its place in backward's list, a tensor or not.
struct FunctionArguments {
  TensorList values;            // undefined for what is no tensor
  std::vector<bool> is_tensor;  // an empty optional is none

  void add(const Tensor& x, bool tensor = true) {
    values.push_back(x);
    is_tensor.push_back(tensor);
  }
  void add(const TensorList& list) {
    for (const Tensor& x : list) add(x);
  }
  void add(const optional<Tensor>& x) { add(x.value_or(Tensor()), x.has_value()); }
  template <class T>
  void add_any(const T& x) {
    constexpr bool known =
        std::is_same_v<T, Tensor> || std::is_same_v<T, TensorList> || std::is_same_v<T, optional<Tensor>>;
    if constexpr (known)
      add(x);
    else
      add(Tensor(), false);
  }
};

/// The entry on the tape of a Function; its gradient is the user's.
class FunctionNode : public Node {
 public:
  using Backward = TensorList (*)(AutogradContext*, TensorList);
  FunctionNode(const char* name, FunctionArguments arguments, Backward backward);
  ~FunctionNode() override;

  void differentiate(std::span<Tensor> dy, std::span<Tensor> dx) override;
  void release_saved() override;
  bool released() const override { return released_; }
  std::vector<std::string> saved() const override;

  AutogradContext context;
  /// Ends forward: what it saved is kept, and its results get this node as their history. Returns them.
  TensorList finish(TensorList results);

 private:
  friend class AutogradContext;
  struct State;
  FunctionNode(const char* name, std::unique_ptr<State> state, Backward backward);
  std::unique_ptr<State> state_;
  Backward backward_;
  bool released_ = false;
};

/// A class's name, as the tape shows it: without "(anonymous namespace)::".
std::string function_name(const std::type_info& type);

/// The base of a user's operation:
///
///     struct Cube : wengert::autograd::Function<Cube> {
///       static Tensor forward(AutogradContext* ctx, Tensor x) {
///         ctx->save_for_backward({x});
///         return x * x * x;
///       }
///       static variable_list backward(AutogradContext* ctx, variable_list dy) {
///         auto x = ctx->get_saved_variables()[0];
///         return {dy[0] * 3 * x * x};
///       }
///     };
///     auto y = Cube::apply(x);
///
/// forward takes any arguments after the context (Tensor, TensorList and optional<Tensor> have gradients) and
/// returns a Tensor or a list of them; it is not recorded. backward gets one gradient for each result and returns
/// one for each argument (undefined for those that are no tensors); it is recorded under create_graph.
/// A result that is an input, or a view of one, has this operation as its history; a recorded write in place to
/// it, or to what it looks into, is an Error (clone it in forward, or mark_dirty). Errors: a wrong number of
/// gradients.
template <class T>
class Function {
 public:
  template <class... Args>
  static auto apply(Args&&... args) {
    FunctionArguments arguments;
    (arguments.add_any(args), ...);
    static const std::string& name =
        *new std::string(function_name(typeid(T)));  // nodes may outlive all else
    detail::Ref<FunctionNode> node(new FunctionNode(name.c_str(), std::move(arguments), &T::backward));
    auto results = [&] {
      NoGradGuard quiet;
      return T::forward(&node->context, std::forward<Args>(args)...);
    }();
    if constexpr (std::is_same_v<decltype(results), Tensor>)
      return node->finish({results})[0];
    else
      return node->finish(std::move(results));
  }
};

}  // namespace wengert::autograd
