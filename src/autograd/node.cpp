// The entries of the tape: how they are freed, and how a leaf gathers its gradient.
#include "wengert/autograd/node.h"

#include "autograd/history.h"
#include "autograd/recorded.h"
#include "tensor/accumulate.h"
#include "tensor/check.h"
#include "tensor/dense.h"

namespace wengert::autograd {

void Node::dispose() noexcept {
  thread_local constinit Node* doomed = nullptr;
  thread_local constinit bool freeing = false;
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

Tensor own_gradient(Tensor g) {
  if (modes.record) return sole_owner(g) ? g : recorded::copy(g);
  if (!sole_owner(g)) return dense_copy(g);
  return g.impl()->node ? make_alias(g) : g;
}

void Leaf::accumulate(Tensor g) {
  const std::lock_guard guard(adding_);
  if (!grad.defined()) {
    grad = own_gradient(std::move(g));
    return;
  }
  if (!(grad.impl()->sizes == output_.sizes) || grad.dtype() != output_.dtype)
    fail("backward: grad() of a leaf {}{} was set to {}, to which its gradient can't be added", output_.dtype,
         output_.sizes, describe(grad));
  if (modes.record)
    grad = recorded::add(grad, g);
  else if (overlaps_itself(grad))
    grad = map("add", kernels::Binary::add, grad, g, grad.dtype());
  else
    wengert::accumulate(grad, g);  // whoever holds grad() sees it grow
}

}  // namespace wengert::autograd
