// Batch norm of x[n, channels], where a channel is a column: the inner = 1 of batch_norm.h's kernels, which
// call this. For kernels only.
#pragma once
#include "kernels/batch_norm.h"
#include "kernels/simd.h"

namespace wengert::kernels::WENGERT_ISA {

template <class T>
void columns_forward(const BatchNorm<T>& args);
template <class T>
void columns_eval(const BatchNormEval<T>& args);
template <class T>
void columns_backward(const BatchNormBackward<T>& args);
template <class T>
void columns_eval_backward(const BatchNormBackward<T>& args);

}  // namespace wengert::kernels::WENGERT_ISA
