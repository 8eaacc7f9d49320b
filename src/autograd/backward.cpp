// Backward: the tape, walked from its end.
//
// Positions on the tape only grow, so an operation stands behind all that made its inputs. From the loss,
// take the reached operation with the highest position: everything that uses its results stands behind it and
// has been passed, so its gradient is whole. Compute the gradients of its inputs, hand them on, repeat.
#include "autograd/backward.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "autograd/history.h"
#include "tensor/check.h"
#include "wengert/autograd.h"
#include "wengert/ops/arithmetic.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/gather.h"
#include "wengert/ops/matmul.h"
#include "wengert/ops/sum.h"

namespace wengert::autograd {

class Walk {
 public:
  Walk(bool retain_graph, bool create_graph) : retain_graph_(retain_graph), create_graph_(create_graph) {}
  ~Walk() {  // after an error: forget what was under way
    if (running_) reached_.push_back(running_);
    for (Node* node : reached_) {
      node->walk_ = nullptr;
      for (Output& output : node->outputs_) output.gradient = {};
    }
  }

  /// Gathers gradients for these edges only, instead of adding them to the leaves.
  void restrict_to(std::vector<Edge> targets, const std::vector<Edge>& roots);
  /// One gradient for each target; undefined where no path leads.
  std::vector<Tensor> take_gathered() { return std::move(gathered_); }

  /// g is (a part of) the gradient for edge, computed by `from`.
  void deliver(const Edge& edge, Tensor g, const char* from);
  void run();

  /// The sum that a gradient for edge would be added to, where that can be done in place.
  Tensor* sum_in_place(const Edge& edge) const {
    Tensor& sum = edge.node->outputs_[edge.output].gradient;
    const bool ours = edge.node->walk_ == this && sum.defined();
    return ours && !modes.record && !modes.anomaly && sole_owner(sum) ? &sum : nullptr;
  }
  bool wants(const Edge& edge) const { return edge && (!restricted_ || wanted_.contains(edge.node.get())); }
  Node* running() const { return running_; }

  static thread_local Walk* current;

 private:
  static bool earlier(const Node* a, const Node* b) { return a->position() < b->position(); }
  Node* pop();
  void run_hooks(Output& output, const Node& node);
  void gather(Node& node);
  void check_anomaly(const Node& node) const;

  const bool retain_graph_, create_graph_;
  Node* running_ = nullptr;
  std::vector<Node*> reached_;   // a heap, highest position first
  std::vector<Tensor> dy_, dx_;  // of the operation at hand

  bool restricted_ = false;
  std::unordered_set<const Node*> wanted_;
  std::vector<Edge> targets_;
  std::unordered_multimap<const Node*, std::size_t> target_of_;
  std::vector<Tensor> gathered_;
};

thread_local Walk* Walk::current = nullptr;

wengert::detail::Ref<Node> running_node() {
  return wengert::detail::Ref<Node>(Walk::current ? Walk::current->running() : nullptr);
}
const char* running_operation() {
  return Walk::current && Walk::current->running() ? Walk::current->running()->op() : "?";
}

bool Node::needs(std::size_t i) const {
  return Walk::current ? Walk::current->wants(edges_[i]) : bool(edges_[i]);
}
bool needs(std::size_t i) { return Walk::current->running()->needs(i); }
Tensor* gathered(std::size_t i) { return Walk::current->sum_in_place(Walk::current->running()->edges()[i]); }

namespace {

/// Brings g to the shape and type of the value it is the gradient of: what broadcasting repeated is summed,
/// and a promotion is undone. This is the only place where either happens.
Tensor fit(Tensor g, const Output& output, const char* from) {
  const Shape& have = g.impl()->sizes;
  if (!(have == output.sizes)) {
    const std::int64_t extra = have.size() - output.sizes.size();
    bool repeated = extra >= 0;
    for (std::int64_t d = 0; repeated && d < output.sizes.size(); ++d)
      repeated = output.sizes[d] == have[extra + d] || output.sizes[d] == 1;
    if (!repeated)
      fail("backward: '{}' gave a gradient of shape {} for a value of shape {}", from, have, output.sizes);
    g = sum_to_size(g, output.sizes);
  }
  if (g.dtype() != output.dtype) g = g.to(output.dtype);
  return g;
}

}  // namespace

void Walk::deliver(const Edge& edge, Tensor g, const char* from) {
  Node& node = *edge.node;
  Output& output = node.outputs_[edge.output];
  g = fit(std::move(g), output, from);
  if (node.walk_ && node.walk_ != this) {
    // A hook started another backward that meets the outer one. At a leaf, both simply add.
    if (node.position() != 0) fail("backward: '{}' is in the middle of another backward", node.op());
    std::swap(g, output.gradient);
    gather(node);
    std::swap(g, output.gradient);
    return;
  }
  if (!node.walk_) {
    node.walk_ = this;
    reached_.push_back(&node);
    std::push_heap(reached_.begin(), reached_.end(), earlier);
  }
  Tensor& sum = output.gradient;
  if (!sum.defined()) {
    sum = std::move(g);
  } else if (!modes.record && sole_owner(sum)) {
    sum.add_(g);
  } else if (!modes.record && sole_owner(g)) {
    g.add_(sum);
    sum = std::move(g);
  } else {
    sum = add(sum, g);
  }
}

Node* Walk::pop() {
  std::pop_heap(reached_.begin(), reached_.end(), earlier);
  Node* node = reached_.back();
  reached_.pop_back();
  node->walk_ = nullptr;
  return node;
}

void Walk::run_hooks(Output& output, const Node& node) {
  for (std::size_t i = 0; i < output.hooks->list.size(); ++i) {
    auto call = output.hooks->list[i].call;  // a copy: the hook may remove itself
    Tensor replaced = call(output.gradient);
    if (!replaced.defined()) continue;
    if (!(replaced.sizes() == output.sizes))
      fail("backward: a hook on the result of '{}' returned a gradient of shape {}, wants {}", node.op(),
           replaced.sizes(), output.sizes);
    output.gradient = std::move(replaced);
  }
}

void Walk::gather(Node& node) {
  if (!restricted_) {
    if (node.position() == 0) node.differentiate({&node.outputs_[0].gradient, 1}, {});
    return;
  }
  auto [begin, end] = target_of_.equal_range(&node);
  for (auto it = begin; it != end; ++it)
    gathered_[it->second] = node.outputs_[targets_[it->second].output].gradient;
}

void Walk::run() {
  struct Current {
    Walk* outer;
    explicit Current(Walk* w) : outer(std::exchange(current, w)) {}
    ~Current() { current = outer; }
  } now(this);
  AutoGradMode mode(create_graph_);

  while (!reached_.empty()) {
    Node& node = *pop();
    running_ = &node;
    dy_.clear();
    for (Output& output : node.outputs_) {
      if (output.hooks && output.gradient.defined()) run_hooks(output, node);
    }
    if (restricted_ || node.position() == 0) gather(node);
    for (Output& output : node.outputs_) dy_.push_back(std::exchange(output.gradient, {}));
    if (node.position() == 0) continue;
    bool go_on = false;
    for (const Edge& edge : node.edges_) go_on |= wants(edge);
    if (!go_on) continue;
    if (node.released())
      fail(
          "backward: what '{}' saved has been freed by an earlier backward; call that one with retain_graph "
          "= true "
          "to go through it again",
          node.op());

    dx_.assign(node.edges_.size(), Tensor());
    node.differentiate(dy_, dx_);
    if (modes.anomaly) check_anomaly(node);
    dy_.clear();
    if (!retain_graph_) node.release_saved();
    for (std::size_t i = 0; i < dx_.size(); ++i)
      if (dx_[i].defined() && wants(node.edges_[i])) deliver(node.edges_[i], std::move(dx_[i]), node.op());
  }
  running_ = nullptr;
}

void Walk::check_anomaly(const Node& node) const {
  NoGradGuard quiet;
  AnomalyPause pause;
  auto has_nan = [](const Tensor& x) { return x.defined() && x.isnan().any().item<bool>(); };
  for (const Tensor& dy : dy_)
    if (has_nan(dy)) return;
  for (std::size_t i = 0; i < dx_.size(); ++i)
    if (has_nan(dx_[i]))
      fail(
          "anomaly: the gradient of '{}' (position {} on the tape) for its input {} has a NaN, the gradient "
          "that "
          "reached it had none",
          node.op(), node.position(), i);
}

/// Which operations lie on a path from a root to a target: collected from the end of the tape, decided from
/// its beginning.
void Walk::restrict_to(std::vector<Edge> targets, const std::vector<Edge>& roots) {
  restricted_ = true;
  targets_ = std::move(targets);
  gathered_.resize(targets_.size());
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    target_of_.emplace(targets_[i].node.get(), i);
    wanted_.insert(targets_[i].node.get());
  }
  std::vector<const Node*> heap, order;
  std::unordered_set<const Node*> seen;
  auto reach = [&](const Edge& edge) {
    if (!edge || !seen.insert(edge.node.get()).second) return;
    heap.push_back(edge.node.get());
    std::push_heap(heap.begin(), heap.end(), earlier);
  };
  for (const Edge& root : roots) reach(root);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), earlier);
    const Node* node = heap.back();
    heap.pop_back();
    order.push_back(node);
    for (const Edge& edge : node->edges()) reach(edge);
  }
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (const Edge& edge : (*node)->edges())
      if (edge && wanted_.contains(edge.node.get())) wanted_.insert(*node);
}

namespace {

/// Tapes may share leaves, so one backward runs at a time; a hook may start another on its own thread.
std::recursive_mutex one_at_a_time;

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
            "computed "
            "under NoGradGuard",
            op, i, describe(y));
      const Tensor gradient = given.empty() ? Tensor() : given[i];
      if (gradient.defined()) {
        if (!(gradient.sizes() == y.sizes()))
          fail("{}: the gradient has shape {}, but the output has shape {}", op, gradient.sizes(), y.sizes());
        if (!gradient.is_floating_point())
          fail("{}: the gradient is {}, wants a floating-point tensor", op, gradient.dtype());
        gradients.push_back(gradient);
      } else {
        if (y.numel() != 1)
          fail(
              "{}: the output has shape {}; only for one element is the gradient to start with known to be "
              "1. Pass "
              "a gradient, or reduce the output with sum() or mean()",
              op, y.sizes());
        gradients.push_back(ones(y.sizes(), y.dtype()));
      }
      edges.push_back(edge_to(y));
    }
  }

  void start(Walk& walk, const char* op) {
    for (std::size_t i = 0; i < edges.size(); ++i) walk.deliver(edges[i], std::move(gradients[i]), op);
  }
};

}  // namespace

std::vector<Tensor> grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs,
                         optional<bool> retain_graph, bool create_graph, bool allow_unused) {
  std::lock_guard lock(one_at_a_time);
  if (outputs.empty()) fail("grad: got no outputs");
  if (inputs.empty()) fail("grad: got no inputs");
  Roots roots("grad", outputs, grad_outputs);
  std::vector<Edge> targets;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check_defined("grad", "an input", inputs[i]);
    if (!inputs[i].requires_grad()) fail("grad: input {} ({}) requires no gradient", i, describe(inputs[i]));
    targets.push_back(edge_to(inputs[i]));
  }
  Walk walk(retain_graph.value_or(create_graph), create_graph);
  walk.restrict_to(std::move(targets), roots.edges);
  roots.start(walk, "grad");
  walk.run();
  std::vector<Tensor> gradients = walk.take_gathered();
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (!gradients[i].defined() && !allow_unused)
      fail(
          "grad: input {} ({}) was not used to compute the outputs; pass allow_unused = true to get an "
          "undefined "
          "gradient for it",
          i, describe(inputs[i]));
  return gradients;
}

void backward(const TensorList& tensors, const TensorList& grad_tensors, optional<bool> retain_graph,
              bool create_graph, const TensorList& inputs) {
  if (!inputs.empty()) {
    TensorList gradients =
        grad(tensors, inputs, grad_tensors, retain_graph, create_graph, /*allow_unused=*/true);
    AutoGradMode mode(create_graph);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!gradients[i].defined()) continue;
      if (inputs[i].is_leaf())
        leaf_of(*inputs[i].impl()).differentiate({&gradients[i], 1}, {});
      else
        inputs[i].mutable_grad() =
            inputs[i].grad().defined() ? inputs[i].grad() + gradients[i] : gradients[i];
    }
    return;
  }
  std::lock_guard lock(one_at_a_time);
  Roots roots("backward", tensors, grad_tensors);
  Walk walk(retain_graph.value_or(create_graph), create_graph);
  roots.start(walk, "backward");
  walk.run();
}

}  // namespace wengert::autograd

namespace wengert {

void Tensor::backward(const Tensor& gradient, optional<bool> retain_graph, bool create_graph,
                      optional<TensorList> inputs) const {
  autograd::backward({*this}, {gradient}, retain_graph, create_graph, inputs.value_or(TensorList()));
}

}  // namespace wengert
