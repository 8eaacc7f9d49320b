#include "autograd/backward_pass.h"

#include <algorithm>

#include "autograd/history.h"
#include "autograd/record.h"
#include "autograd/recorded.h"
#include "tensor/check.h"

namespace wengert::autograd {
namespace {

thread_local constinit Workspace* spare = nullptr;
thread_local constinit bool thread_ends = false;

}  // namespace

std::unique_ptr<Workspace> Workspace::take() {
  struct AtThreadEnd {
    ~AtThreadEnd() {
      thread_ends = true;
      delete std::exchange(spare, nullptr);
    }
  };
  static thread_local AtThreadEnd at_thread_end;
  return std::unique_ptr<Workspace>(spare ? std::exchange(spare, nullptr) : new Workspace);
}

void Workspace::give_back(std::unique_ptr<Workspace> space) {
  space->gradients.clear();
  space->reached.clear();
  space->dy.clear();
  space->dx.clear();
  if (!spare && !thread_ends) spare = space.release();
}

namespace {

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

}  // namespace

void keep(Tensor& kept, const Tensor& g) { kept = kept.defined() ? sum(kept, g) : own_gradient(g); }

thread_local constinit BackwardPass* BackwardPass::current = nullptr;

Node* running_node() { return BackwardPass::current ? BackwardPass::current->node : nullptr; }
bool Node::needs(std::size_t i) const {
  if (i >= edges_.size()) return false;  // an input that only a relative has: rms_norm takes no bias
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

}  // namespace wengert::autograd
