// A user's own operation on the tape.
#include "wengert/tools/function.h"

#include <algorithm>

#include "autograd/backward_pass.h"
#include "autograd/record.h"
#include "base/class_name.h"
#include "ops/in_place.h"
#include "ops/make_view.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"

namespace wengert::autograd {

struct FunctionNode::State {
  FunctionArguments arguments;
  std::vector<Edge> edges;
  std::vector<Output> outputs;
  std::vector<Saved> saved;
};

std::string function_name(const std::type_info& type) {
  const std::string unnamed = "(anonymous namespace)::";
  std::string name = class_name(type);
  for (std::size_t at; (at = name.find(unnamed)) != std::string::npos;) name.erase(at, unnamed.size());
  return name;
}

FunctionNode::FunctionNode(const char* name, std::unique_ptr<State> state, Backward backward)
    : Node(name, next_position(state->edges)), state_(std::move(state)), backward_(backward) {
  context.node_ = this;
  place(state_->edges, {});
}
FunctionNode::FunctionNode(const char* name, FunctionArguments arguments, Backward backward)
    : FunctionNode(
          name,
          [&] {
            auto state = std::make_unique<State>();
            if (modes.record)
              for (const Tensor& x : arguments.values) state->edges.push_back(edge_to(x));
            state->arguments = std::move(arguments);
            return state;
          }(),
          backward) {}
FunctionNode::~FunctionNode() = default;

namespace {

bool contains(const TensorList& list, const Tensor& x) {
  return std::any_of(list.begin(), list.end(), [&](const Tensor& y) { return y.is_same(x); });
}

/// The refresh_view of a result that looks into an input.
void refuse_refresh(TensorImpl&) {
  fail(
      "in place: a tensor that a custom Function returned, and that is one of its inputs or a view of one, or what "
      "it looks into, was written to while operations are recorded: that would lose the Function's gradient. "
      "Return a clone(), or mark_dirty what forward writes to");
}

/// A result as a tensor of its own: forward may return an input as it is, or a view of one.
Tensor own_result(const Tensor& result, const TensorList& inputs, bool recorded) {
  const TensorImpl& r = *result.impl();
  const bool known = contains(inputs, result) || r.requires_grad;
  const Tensor y = known ? make_view(result, r.sizes, r.strides, r.offset) : result;
  TensorImpl& t = *y.impl();
  if (!recorded || !t.base) return y;
  if (t.base->owners() == 1)
    t.base = nullptr;  // a view of a tensor that only forward knew
  else
    t.refresh_view = refuse_refresh;
  return y;
}

}  // namespace

TensorList FunctionNode::finish(TensorList results) {
  const TensorList dirty = std::exchange(context.dirty_, {}),
                   constant = std::exchange(context.non_differentiable_, {}),
                   to_save = std::exchange(context.to_save_, {});
  const TensorList inputs = std::exchange(state_->arguments.values, {});
  for (const Tensor& x : results) check_defined("Function", "a result of forward", x);
  for (const Tensor& x : dirty) {
    if (!contains(results, x)) fail("Function: mark_dirty: forward must return each input that it wrote to");
    check_in_place("mark_dirty", x);
    prepare_recorded("mark_dirty", x);
  }
  const bool recorded =
      std::any_of(state_->edges.begin(), state_->edges.end(), [](const Edge& e) { return bool(e); });
  const TensorList given = results;
  for (Tensor& result : results)
    if (!contains(dirty, result)) result = own_result(result, inputs, recorded);
  if (!recorded) return results;

  for (const Tensor& x : to_save) {
    const auto at = std::find_if(given.begin(), given.end(),
                                 [&](const Tensor& y) { return x.defined() && y.is_same(x); });
    if (at == given.end())
      state_->saved.emplace_back(x, results);
    else
      state_->saved.emplace_back(OwnResult{results[std::size_t(at - given.begin())]}, results);
  }
  state_->outputs.resize(results.size());
  place(state_->edges, state_->outputs);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Tensor& y = results[i];
    state_->outputs[i].sizes = y.impl()->sizes;
    state_->outputs[i].dtype = y.dtype();
    if (!y.is_floating_point() || contains(constant, given[i])) continue;
    const Tensor fresh = contains(dirty, y) ? make_alias(y) : y;
    set_history(fresh, wengert::detail::Ref<Node>(this), std::uint32_t(i));
    if (!fresh.is_same(y)) rebase(y, fresh);
  }
  return results;
}

void FunctionNode::differentiate(std::span<Tensor> dy, std::span<Tensor> dx) {
  TensorList gradients(dy.begin(), dy.end());
  if (context.materialize_)
    for (std::size_t i = 0; i < gradients.size(); ++i)
      if (!gradients[i].defined()) gradients[i] = zeros(state_->outputs[i].sizes, state_->outputs[i].dtype);
  TensorList result = backward_(&context, std::move(gradients));
  // More gradients than arguments are fine as long as they are undefined.
  while (result.size() > dx.size() && !result.back().defined()) result.pop_back();
  if (result.size() != dx.size())
    fail("Function: backward returned {} gradients for {} arguments of forward", result.size(), dx.size());
  for (std::size_t i = 0; i < dx.size(); ++i) dx[i] = std::move(result[i]);
}

void FunctionNode::release_saved() {
  if (state_->saved.empty()) return;
  state_->saved.clear();
  released_ = true;
}

std::vector<std::string> FunctionNode::saved() const {
  std::vector<std::string> list;
  for (const Saved& saved : state_->saved) list.push_back(saved.describe());
  return list;
}

TensorList AutogradContext::get_saved_variables() const {
  TensorList list;
  for (const Saved& saved : node_->state_->saved) list.push_back(saved.unpack());
  return list;
}

bool AutogradContext::needs_input_grad(std::size_t i) const {
  const auto& state = *node_->state_;
  std::size_t tensors = 0, argument = 0;
  for (; argument < state.arguments.is_tensor.size(); ++argument)
    if (state.arguments.is_tensor[argument] && tensors++ == i) break;
  if (tensors <= i)
    fail_index("needs_input_grad: there is no tensor {} among {} of the arguments", i, tensors);
  if (state.edges.empty()) return false;  // under NoGradGuard
  return running_node() == node_ ? node_->needs(argument) : bool(state.edges[argument]);
}

}  // namespace wengert::autograd
