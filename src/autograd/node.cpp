// The entries of the tape: how they are numbered, reached from tensors, and freed.
#include "wengert/autograd/node.h"

#include <atomic>

#include "autograd/history.h"
#include "wengert/autograd/mode.h"

namespace wengert::autograd {

std::uint64_t next_position() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Node::~Node() = default;

void Node::dispose() noexcept {
  thread_local Node* doomed = nullptr;
  thread_local bool freeing = false;
  next_doomed_ = doomed;
  doomed = this;
  if (freeing) return;  // the loop below, further up the stack, will come to it
  freeing = true;
  while (doomed) {
    Node* node = doomed;
    doomed = node->next_doomed_;
    delete node;
  }
  freeing = false;
}

Edge edge_to(const Tensor& x) {
  if (!x.defined() || !x.requires_grad()) return {};
  return {x.impl()->node, x.impl()->output};
}

void set_history(const Tensor& x, wengert::detail::Ref<Node> node, std::uint32_t output) {
  TensorImpl& t = *x.impl();
  t.node = std::move(node);
  t.output = output;
  t.requires_grad = true;
}

Leaf& leaf_of(TensorImpl& t) {
  if (!t.node) t.node = wengert::detail::Ref<Node>(new Leaf(t.sizes, t.dtype));
  return static_cast<Leaf&>(*t.node);
}

void Leaf::differentiate(std::span<Tensor> dy, std::span<Tensor>) {
  if (!grad.defined()) {
    grad = sole_owner(dy[0]) ? std::move(dy[0]) : dy[0].clone();
  } else if (modes.record) {
    grad = grad + dy[0];
  } else {
    grad.add_(dy[0]);  // whoever holds grad() sees it grow
  }
}

}  // namespace wengert::autograd
