// A tensor's history as the engine sees it.
#pragma once
#include "wengert/autograd/node.h"

namespace wengert::autograd {

inline bool is_leaf(const TensorImpl& t) { return !t.node || t.node->position() == 0; }

/// The gradient place of a leaf; made when there is none.
Leaf& leaf_of(TensorImpl& t);

/// Takes the history of a view anew from its base, if the base was written to in place since.
void refresh_view(TensorImpl& view);
inline void sync(TensorImpl& t) {
  if (t.base && t.base->history != t.seen) [[unlikely]]
    refresh_view(t);
}

/// True when nobody else can see x's elements, and they lie without gaps: then they may be taken or changed.
inline bool sole_owner(const Tensor& x) {
  return x.impl()->owners() == 1 && x.impl()->storage->owners() == 1 && x.is_contiguous();
}

}  // namespace wengert::autograd
