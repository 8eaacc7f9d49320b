// Where a backward pass starts: backward() and grad().
#include "wengert/autograd/backward.h"

#include <algorithm>

#include "autograd/backward_pass.h"
#include "autograd/history.h"
#include "base/warn.h"
#include "tensor/check.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"

namespace wengert::autograd {
namespace {

/// The edges from which a backward of these tensors starts, and the gradients it starts with.
struct Roots {
  std::vector<Edge> edges;
  std::vector<Tensor> gradients;

  Roots(const char* op, const TensorList& outputs, const TensorList& given) {
    if (!given.empty() && given.size() != outputs.size())
      fail("{}: got {} gradients for {} outputs", op, given.size(), outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Tensor& y = outputs[i];
      check_defined(op, "an output", y);
      if (!y.requires_grad())
        fail(
            "{}: output {} ({}) requires no gradient: nothing that it was computed from does, or it was "
            "computed under NoGradGuard",
            op, i, describe(y));
      Tensor gradient = given.empty() ? Tensor() : given[i];
      if (gradient.defined()) {
        if (!(gradient.sizes() == y.sizes()))
          fail("{}: the gradient has shape {}, but the output has shape {}", op, gradient.sizes(), y.sizes());
        if (!gradient.is_floating_point())
          fail("{}: the gradient is {}, wants a floating-point tensor", op, gradient.dtype());
      } else {
        if (y.numel() != 1)
          fail(
              "{}: the output has shape {}, and a gradient may be left out for a single element only; pass one, or reduce the output with sum() or mean()",
              op, y.sizes());
        gradient = make_tensor(y.impl()->sizes, y.dtype());
        fill_elements(gradient, 1);
      }
      gradients.push_back(std::move(gradient));
      edges.push_back(edge_to(y));
    }
  }

  void start(BackwardPass& pass, const char* op) {
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (edges[i]) pass.add(edges[i], std::move(gradients[i]), op);
  }
};

/// The gradients of inputs, undefined where no path leads.
TensorList gradients_of(const char* op, const TensorList& outputs, const TensorList& inputs,
                        const TensorList& grad_outputs, bool retain_graph, bool create_graph) {
  Roots roots(op, outputs, grad_outputs);
  std::vector<Edge> targets;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check_defined(op, "an input", inputs[i]);
    if (!inputs[i].requires_grad())
      fail("{}: input {} ({}) requires no gradient", op, i, describe(inputs[i]));
    targets.push_back(edge_to(inputs[i]));
  }
  BackwardPass pass(retain_graph, create_graph);
  pass.restrict_to(std::move(targets), roots.edges);
  roots.start(pass, op);
  pass.run();
  return pass.take_gathered();
}

}  // namespace

TensorList grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs,
                optional<bool> retain_graph, bool create_graph, bool allow_unused) {
  if (outputs.empty()) fail("grad: got no outputs");
  if (inputs.empty()) fail("grad: got no inputs");
  TensorList gradients =
      gradients_of("grad", outputs, inputs, grad_outputs, retain_graph.value_or(create_graph), create_graph);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (!gradients[i].defined() && !allow_unused)
      fail(
          "grad: input {} ({}) was not used to compute the outputs; pass allow_unused = true to get an "
          "undefined gradient for it",
          i, describe(inputs[i]));
  return gradients;
}

void backward(const TensorList& tensors, const TensorList& grad_tensors, optional<bool> retain_graph,
              bool create_graph, const TensorList& inputs) {
  const bool retain = retain_graph.value_or(create_graph);
  if (create_graph)
    warn_once(
        "backward with create_graph = true: a gradient in grad() that has a history keeps its leaf alive, and "
        "the leaf keeps the gradient. Use autograd::grad, or reset the gradients afterwards: "
        "x.mutable_grad() = Tensor()");
  if (inputs.empty()) {
    Roots roots("backward", tensors, grad_tensors);
    BackwardPass pass(retain, create_graph);
    roots.start(pass, "backward");
    pass.run();
    return;
  }
  TensorList gradients = gradients_of("backward", tensors, inputs, grad_tensors, retain, create_graph);
  AutoGradMode mode(create_graph);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Tensor& x = inputs[i];
    const bool again = std::any_of(inputs.begin(), inputs.begin() + std::ptrdiff_t(i),
                                   [&](const Tensor& other) { return other.is_same(x); });
    if (again || !gradients[i].defined()) continue;
    if (x.is_leaf())
      leaf_of(*x.impl()).accumulate(std::move(gradients[i]));
    else if (!x.retains_grad())  // else it is kept already
      keep(x.mutable_grad(), gradients[i]);
  }
}

}  // namespace wengert::autograd

namespace wengert {

void Tensor::backward(const Tensor& gradient, optional<bool> retain_graph, bool create_graph,
                      optional<TensorList> inputs) const {
  if (inputs && inputs->empty())
    fail("backward: the list of inputs is empty; without one all leaves are reached");
  autograd::backward({*this}, {gradient}, retain_graph, create_graph, inputs.value_or(TensorList()));
}

}  // namespace wengert
