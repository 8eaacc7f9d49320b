// Several tensors as one.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The tensors one behind the other along dimension d; their other sizes must be equal. The result has the
/// type in which all of them meet. A 1-d tensor without elements is skipped, whatever the others' shape.
/// Errors: no tensors, a 0-d one, sizes that differ outside of d (the message names both shapes).
Tensor cat(const TensorList& tensors, std::int64_t d = 0);
inline Tensor concat(const TensorList& tensors, std::int64_t d = 0) { return cat(tensors, d); }
inline Tensor concatenate(const TensorList& tensors, std::int64_t d = 0) { return cat(tensors, d); }
/// Tensors of one shape along a new dimension d.
Tensor stack(const TensorList& tensors, std::int64_t d = 0);
/// Rows on top of each other: cat along the first dimension, vectors being taken as rows [1, n].
Tensor vstack(const TensorList& tensors);
/// Side by side: cat along the second dimension; vectors along their only one.
Tensor hstack(const TensorList& tensors);

}  // namespace wengert
