// Batch norm of x[n, channels], where a channel is a column: the inner = 1 of norm.h's functions, whose
// meaning the arguments have.
#pragma once
#include "kernels/norm.h"

namespace wengert::kernels::columns {

template <class T>
void eval(const T* x, Planes shape, const T* mean, const T* rstd, const T* weight, const T* bias, T* y);
template <class T>
void forward(const T* x, Planes shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
             T* rstd);
template <class T>
void backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape, T* dx,
              T* dweight, T* dbias);
template <class T>
void eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                   T* dx, T* dweight, T* dbias);

}  // namespace wengert::kernels::columns
