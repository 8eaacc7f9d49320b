// A user's own operation on the tape.
#include "wengert/tools/function.h"

#include "autograd/record.h"
#include "base/class_name.h"
#include "tensor/check.h"
#include "tensor/tensor.h"
#include "wengert/ops/creation.h"

namespace wengert::autograd {

struct FunctionNode::State {
  std::vector<Edge> edges;
  std::vector<Output> outputs;
  struct Kept {
    Saved tensor;
    std::size_t output;  // which result it is, or none
  };
  std::vector<Kept> saved;
};

constexpr std::size_t kNone = std::size_t(-1);

std::string function_name(const std::type_info& type) {
  const std::string unnamed = "(anonymous namespace)::";
  std::string name = class_name(type);
  for (std::size_t at; (at = name.find(unnamed)) != std::string::npos;) name.erase(at, unnamed.size());
  return name;
}

FunctionNode::FunctionNode(const char* name, const TensorList& inputs, Backward backward)
    : Node(name, next_position()), state_(std::make_unique<State>()), backward_(backward) {
  context.node_ = this;
  if (GradMode::is_enabled())
    for (const Tensor& input : inputs) state_->edges.push_back(edge_to(input));
}
FunctionNode::~FunctionNode() = default;

TensorList FunctionNode::finish(const TensorList& inputs, TensorList results, bool recorded) {
  bool wanted = false;
  for (const Edge& edge : state_->edges) wanted |= bool(edge);
  auto index_of = [&](const Tensor& x) {
    for (std::size_t i = 0; i < results.size(); ++i)
      if (x.is_same(results[i])) return i;
    return kNone;
  };
  // forward may return one of its inputs: that is a result of its own all the same.
  for (Tensor& result : results) {
    check_defined("Function", "a result of forward", result);
    for (const Tensor& input : inputs)
      if (result.is_same(input)) result = make_alias(result);
  }
  if (!recorded || !wanted) {
    context.to_save_.clear();
    return results;
  }
  for (const Tensor& x : context.to_save_) {
    const std::size_t output = x.defined() ? index_of(x) : kNone;
    state_->saved.push_back({output == kNone ? Saved(x, results) : Saved(OwnResult{x}, results), output});
  }
  context.to_save_.clear();
  state_->outputs.resize(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    state_->outputs[i].sizes = results[i].impl()->sizes;
    state_->outputs[i].dtype = results[i].dtype();
    bool differentiable = results[i].is_floating_point();
    for (const Tensor& constant : context.non_differentiable_)
      differentiable &= !constant.is_same(results[i]);
    if (differentiable) set_history(results[i], wengert::detail::Ref<Node>(this), std::uint32_t(i));
  }
  context.non_differentiable_.clear();
  place(state_->edges, state_->outputs);
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
  for (const auto& kept : state_->saved) list.push_back(kept.tensor.describe());
  return list;
}

TensorList AutogradContext::get_saved_variables() const {
  TensorList list;
  for (const auto& kept : node_->state_->saved) {
    list.push_back(kept.tensor.unpack());
  }
  return list;
}

bool AutogradContext::needs_input_grad(std::size_t i) const {
  const auto edges = node_->state_->edges;
  if (i >= edges.size()) fail_index("needs_input_grad: there is no argument {} among {}", i, edges.size());
  return bool(edges[i]);
}

}  // namespace wengert::autograd
