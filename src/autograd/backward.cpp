// The backward pass: the tape, from its end to its beginning.
//
// Positions on the tape only grow, so an operation comes after all that made its inputs. From the loss, take
// the reached operation with the highest position: everything that uses its results comes after it and has
// been passed, so its gradient is whole. Compute the gradients of its inputs, hand them on, repeat.
#include "autograd/backward.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "autograd/gradients.h"
#include "autograd/history.h"
#include "autograd/record.h"
#include "autograd/recorded.h"
#include "base/warn.h"
#include "tensor/accumulate.h"
#include "tensor/check.h"
#include "tensor/fill.h"
#include "wengert/autograd/backward.h"

namespace wengert::autograd {
namespace {

/// What a pass works with. Each thread keeps one for its next pass; a pass inside a hook makes its own.
struct Workspace {
  Gradients gradients;
  std::vector<Node*> reached;  // a heap, highest position first
  std::vector<Tensor> dy, dx;  // room for those of the operation at hand
};

thread_local constinit Workspace* spare = nullptr;
thread_local constinit bool thread_ends = false;

std::unique_ptr<Workspace> take_workspace() {
  struct AtThreadEnd {
    ~AtThreadEnd() {
      thread_ends = true;
      delete std::exchange(spare, nullptr);
    }
  };
  static thread_local AtThreadEnd at_thread_end;
  return std::unique_ptr<Workspace>(spare ? std::exchange(spare, nullptr) : new Workspace);
}

void give_back(std::unique_ptr<Workspace> space) {
  space->gradients.clear();
  space->reached.clear();
  space->dy.clear();
  space->dx.clear();
  if (!spare && !thread_ends) spare = space.release();
}

/// Brings g to the shape and type of the value it is the gradient of: what broadcasting repeated is summed,
/// and a promotion is undone. This is the only place where either happens.
Tensor fit(Tensor g, const Output& output, const char* from) {
  const Shape& have = g.impl()->sizes;
  if (!(have == output.sizes)) {
    if (!sums_to(have, output.sizes))
      fail("backward: '{}' gave a gradient of shape {} for a value of shape {}", from, have, output.sizes);
    g = modes.record ? recorded::sum_to(g, output.sizes) : sum_to(g, output.sizes);
  }
  if (g.dtype() != output.dtype) g = modes.record ? recorded::cast(g, output.dtype) : cast(g, output.dtype);
  return g;
}

Tensor sum(const Tensor& a, const Tensor& b) {
  return modes.record ? recorded::add(a, b) : map("add", kernels::Binary::add, a, b, a.dtype());
}

/// Adds g to what the grad() of a result keeps.
void keep(Tensor& kept, const Tensor& g) { kept = kept.defined() ? sum(kept, g) : own_gradient(g); }

}  // namespace

class BackwardPass {
 public:
  BackwardPass(bool retain_graph, bool create_graph)
      : retain_graph_(retain_graph), create_graph_(create_graph) {}
  ~BackwardPass() { give_back(std::move(space_)); }

  /// Gathers the gradients of these edges only, instead of adding them to the leaves.
  void restrict_to(std::vector<Edge> targets, const std::vector<Edge>& roots);
  /// One gradient for each target; undefined where no path leads.
  std::vector<Tensor> take_gathered() { return std::move(gathered_); }

  /// g is (a part of) the gradient for edge, computed by `from`.
  void add(const Edge& edge, Tensor g, const char* from);
  void run();

  bool wants(const Edge& edge) const { return edge && (!restricted_ || wanted_.contains(edge.node.get())); }
  /// The sum so far for edge, where a gradient may be added to it in place.
  Tensor* sum_in_place(const Edge& edge) {
    if (modes.record || modes.anomaly) return nullptr;
    Tensor* sum = gradients_.find(edge.node.get(), edge.output);
    return sum && sole_owner(*sum) ? sum : nullptr;
  }

  Node* node = nullptr;  // the operation at hand
  static thread_local constinit BackwardPass* current;

 private:
  static bool earlier(const Node* a, const Node* b) { return a->position() < b->position(); }
  Node& pop();
  void run_hooks(Node& at, std::uint32_t output, Tensor& g);
  void gather(std::span<const Tensor> dy);
  void check_anomaly(std::span<const Tensor> dy, std::span<const Tensor> dx) const;

  const bool retain_graph_, create_graph_;
  std::unique_ptr<Workspace> space_ = take_workspace();
  Gradients& gradients_ = space_->gradients;
  std::vector<Node*>& reached_ = space_->reached;
  std::vector<Tensor>&dy_ = space_->dy, &dx_ = space_->dx;

  bool restricted_ = false;
  std::unordered_set<const Node*> wanted_;
  std::vector<Edge> targets_;
  std::unordered_multimap<const Node*, std::size_t> target_of_;
  std::vector<Tensor> gathered_;
};

thread_local constinit BackwardPass* BackwardPass::current = nullptr;

Node* running_node() { return BackwardPass::current ? BackwardPass::current->node : nullptr; }
bool Node::needs(std::size_t i) const {
  return BackwardPass::current ? BackwardPass::current->wants(edges_[i]) : bool(edges_[i]);
}
bool needs(std::size_t i) { return running_node()->needs(i); }
Tensor* gathered(std::size_t i) { return BackwardPass::current->sum_in_place(running_node()->edges()[i]); }

void BackwardPass::run() {
  struct Current {
    BackwardPass* outer;
    explicit Current(BackwardPass* pass) : outer(std::exchange(current, pass)) {}
    ~Current() { current = outer; }
  } now(this);
  AutoGradMode mode(create_graph_);

  while (!reached_.empty()) {
    node = &pop();
    const std::span<Output> outputs = node->outputs();
    const std::span<const Edge> edges = std::as_const(*node).edges();
    dy_.resize(std::max(dy_.size(), outputs.size()));
    dx_.resize(std::max(dx_.size(), edges.size()));
    const std::span<Tensor> dy(dy_.data(), outputs.size()), dx(dx_.data(), edges.size());

    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
      dy[i] = gradients_.take(node, i);
      if (outputs[i].hooks && dy[i].defined()) run_hooks(*node, i, dy[i]);
    }
    if (restricted_) gather(dy);
    if (node->position() == 0) {
      if (!restricted_) node->differentiate(dy, {});
      continue;
    }
    bool wanted = false;
    for (const Edge& edge : edges) wanted |= wants(edge);
    if (!wanted) continue;
    if (node->released())
      fail(
          "backward: what '{}' saved has been freed by an earlier backward; call that one with retain_graph = "
          "true to go through it again",
          node->op());

    node->differentiate(dy, dx);
    if (modes.anomaly) check_anomaly(dy, dx);
    for (Tensor& g : dy) g.reset();
    if (!retain_graph_) node->release_saved();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      Tensor g = std::move(dx[i]);
      if (g.defined() && wants(edges[i])) add(edges[i], std::move(g), node->op());
    }
  }
}

/// Of the reached operations the one with the highest position. It stands in the heap once for each of its
/// results that a gradient has reached.
Node& BackwardPass::pop() {
  Node* highest = reached_.front();
  do {
    std::pop_heap(reached_.begin(), reached_.end(), earlier);
    reached_.pop_back();
  } while (!reached_.empty() && reached_.front() == highest);
  return *highest;
}

/// The first gradient to arrive is moved there, another is added, in place where nobody else can see one of
/// the two.
void BackwardPass::add(const Edge& edge, Tensor g, const char* from) {
  Node* to = edge.node.get();
  const Output& output = to->outputs()[edge.output];
  if (!(g.impl()->sizes == output.sizes) || g.dtype() != output.dtype) g = fit(std::move(g), output, from);
  Tensor& sofar = gradients_.at(to, edge.output);
  if (!sofar.defined()) {
    sofar = std::move(g);
    reached_.push_back(to);
    std::push_heap(reached_.begin(), reached_.end(), earlier);
  } else if (!modes.record && sole_owner(sofar)) {
    accumulate(sofar, g);
  } else if (!modes.record && sole_owner(g)) {
    accumulate(g, sofar);
    sofar = std::move(g);
  } else {
    sofar = sum(sofar, g);
  }
}

void BackwardPass::run_hooks(Node& at, std::uint32_t i, Tensor& g) {
  // A hook may remove itself and others, add new ones, or start another backward: those that were there when
  // the gradient came are called.
  const std::vector<Hooks::Hook> list = at.outputs()[i].hooks->list;
  for (const Hooks::Hook& hook : list) {
    const Output& output = at.outputs()[i];
    if (!hook.call) {
      keep(output.hooks->retained, g);
      continue;
    }
    Tensor replaced = hook.call(g);
    if (!replaced.defined()) continue;
    if (!(replaced.impl()->sizes == output.sizes) || replaced.dtype() != output.dtype)
      fail("backward: a hook on the result of '{}' returned a gradient {}, wants {}{}", at.op(),
           describe(replaced), output.dtype, output.sizes);
    g = std::move(replaced);
  }
}

void BackwardPass::gather(std::span<const Tensor> dy) {
  auto [begin, end] = target_of_.equal_range(node);
  for (auto it = begin; it != end; ++it) gathered_[it->second] = dy[targets_[it->second].output];
}

void BackwardPass::check_anomaly(std::span<const Tensor> dy, std::span<const Tensor> dx) const {
  if (std::any_of(dy.begin(), dy.end(), has_nan)) return;
  for (std::size_t i = 0; i < dx.size(); ++i)
    if (has_nan(dx[i]))
      fail(
          "anomaly: the gradient of '{}' (position {} on the tape) for its input {} has a NaN, the gradient "
          "that reached it had none",
          node->op(), node->position(), i);
}

/// Which operations lie on a path from a root to a target: collected from the end of the tape, decided from
/// its beginning.
void BackwardPass::restrict_to(std::vector<Edge> targets, const std::vector<Edge>& roots) {
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
    order.push_back(heap.back());
    heap.pop_back();
    for (const Edge& edge : order.back()->edges()) reach(edge);
  }
  for (auto n = order.rbegin(); n != order.rend(); ++n)
    for (const Edge& edge : (*n)->edges())
      if (edge && wanted_.contains(edge.node.get())) wanted_.insert(*n);
}

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
              "{}: the output has shape {}; only for one element is the gradient to start with known to be "
              "1. Pass a gradient, or reduce the output with sum() or mean()",
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
