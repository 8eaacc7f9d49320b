// From tensors to the tape: leaves, edges, and the histories of views.
#pragma once
#include <algorithm>
#include <mutex>

#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// The end of every path: the place where the gradient of a leaf gathers. It keeps no hold on the leaf's
/// value, so a tape that is alive does not keep a parameter alive, nor the other way round.
class Leaf final : public Node {
 public:
  Leaf(const Shape& sizes, ScalarType dtype) : Node("leaf", 0) {
    output_.sizes = sizes;
    output_.dtype = dtype;
    place({}, {&output_, 1});
  }
  /// grad += g. Passes in several threads may meet here. The gradient is always contiguous, and nobody else's
  /// memory: whoever asks for it may write to it.
  void accumulate(Tensor g);
  void differentiate(std::span<Tensor> dy, std::span<Tensor>) override { accumulate(std::move(dy[0])); }

  Tensor grad;

 private:
  Output output_;
  std::mutex adding_;
};

inline Node* node_of(const TensorImpl& t) { return static_cast<Node*>(t.node.get()); }
inline bool is_leaf(const TensorImpl& t) { return !t.node || node_of(t)->position() == 0; }

/// The gradient place of a leaf; made when there is none.
Leaf& leaf_of(TensorImpl& t);

/// g as a gradient that a tensor keeps: contiguous, and nobody else's memory.
Tensor own_gradient(Tensor g);

/// Takes the history of a view anew from its base, if the base was written to in place since.
void refresh(TensorImpl& view);
inline void sync(TensorImpl& t) {
  if (t.base && t.base->history != t.seen.load(std::memory_order_acquire)) [[unlikely]]
    refresh(t);
}

/// The tensor that a view looks into; null for what is no view, or was one until its base was given other memory
/// (set_data).
inline TensorImpl* base_of(const TensorImpl& t) {
  return t.base && t.base->storage == t.storage ? t.base.get() : nullptr;
}

/// True for a tensor whose history wants gradients, and for a view made under NoGradGuard of such a tensor,
/// though no gradient flows through that (libtorch's rule).
inline bool requires_grad(TensorImpl& t) {
  sync(t);
  if (t.requires_grad) return true;
  const TensorImpl* base = base_of(t);
  return base && base->requires_grad;
}

/// Leads edge to x's history. False when x requires no gradient.
inline bool connect(const Tensor& x, Edge& edge) {
  if (!x.defined() || !requires_grad(*x.impl())) return false;
  const TensorImpl& t = *x.impl();
  if (t.requires_grad) edge = {wengert::detail::Ref<Node>(node_of(t)), t.output};
  return true;
}
inline Edge edge_to(const Tensor& x) {
  Edge edge;
  connect(x, edge);
  return edge;
}

/// Makes x the result number `output` of node. x must be fresh: nobody has seen it yet.
inline void set_history(const Tensor& x, wengert::detail::Ref<Node> node, std::uint32_t output = 0) {
  TensorImpl& t = *x.impl();
  t.node = std::move(node);
  t.output = output;
  t.requires_grad = true;
}

/// Gives t, which exists, the history that `recorded` was given; its views will notice. What retain_grad asked
/// for goes along: grad() is the gradient of the value that the tensor has.
void take_history(TensorImpl& t, const Tensor& recorded);

/// The next position on the tape. Each thread counts for itself, and always further than all that it met (a
/// Lamport clock): so an operation comes after those that made its inputs, in whatever thread.
inline std::uint64_t next_position(std::span<const Edge> edges) {
  for (const Edge& edge : edges)
    if (edge) modes.position = std::max(modes.position, edge.node->position());
  return ++modes.position;
}

}  // namespace wengert::autograd
