#include "tensor/elementwise.h"

#include <utility>

namespace wengert {

using kernels::Loop;

Tensor cast(const Tensor& x, ScalarType dtype) {
  if (x.dtype() == dtype) return x;
  Tensor y = make_tensor(x.impl()->sizes, dtype);
  copy_elements(y, x);
  return y;
}

void copy_elements(const Tensor& self, const Tensor& source) {
  TensorImpl &y = *self.impl(), &x = *source.impl();
  const bool flat = y.contiguous && x.contiguous && y.sizes == x.sizes;
  const Loop loop =
      flat ? Loop::flat(y.numel, {1, 1}) : Loop(y.sizes, {y.strides, broadcast_strides(source, y.sizes)});
  if (y.dtype == x.dtype)
    kernels::copy(y.dtype, loop, y.data(), x.data());
  else
    kernels::cast(y.dtype, x.dtype, loop, y.data(), x.data());
}

Element::Element(const Scalar& value, ScalarType dtype) {
  auto put = [this](auto v) { __builtin_memcpy(&bytes_, &v, sizeof v); };
  switch (dtype) {
    case ScalarType::Bool:
      put(value.to<bool>());
      break;
    case ScalarType::Long:
      put(value.to<std::int64_t>());
      break;
    case ScalarType::Float:
      put(float(value.to_double()));  // perhaps infinite
      break;
    case ScalarType::Double:
      put(value.to<double>());
      break;
  }
}

namespace {

template <class F>
void check_type(const char* op, F f, ScalarType dtype) {
  if (!kernels::supports(f, dtype)) [[unlikely]]
    fail("{}: not defined for {}", op, dtype);
}

/// An argument in the type that the kernel wants.
struct Operand {
  Operand(const Argument& x, ScalarType dtype) {
    if (x.tensor)
      tensor = cast(*x.tensor, dtype);
    else
      number = Element(*x.number, dtype);
  }
  const void* data() const { return tensor.defined() ? tensor.impl()->data() : number.data(); }
  bool is_one_element() const { return !tensor.defined() || tensor.impl()->numel == 1; }
  bool runs_along(const TensorImpl& y) const {
    return tensor.impl()->contiguous && tensor.impl()->sizes == y.sizes;
  }
  Shape strides(const Shape& sizes) const {
    return tensor.defined() ? broadcast_strides(tensor, sizes) : Shape::filled(sizes.size(), 0);
  }

  Tensor tensor;
  Element number;
};

/// The loop of y and its operands: one run where each lies like y or repeats one element.
template <std::size_t... I>
Loop loop_over(const TensorImpl& y, const Operand (&x)[sizeof...(I)], std::index_sequence<I...>) {
  if (y.contiguous && ((x[I].is_one_element() || x[I].runs_along(y)) && ...))
    return Loop::flat(y.numel, {1, (x[I].is_one_element() ? 0 : 1)...});
  return Loop(y.sizes, {y.strides, x[I].strides(y.sizes)...});
}

template <class... T>
Shape joint_shape(const char* op, const T&... arguments) {
  Shape sizes;
  auto join = [&](const Argument& x) {
    if (x.tensor)
      sizes = sizes.empty() ? x.tensor->impl()->sizes : broadcast_shapes(op, sizes, x.tensor->impl()->sizes);
  };
  (join(arguments), ...);
  return sizes;
}

void run_binary(const char* op, kernels::Binary f, ScalarType dtype, const Loop& loop, void* y, const void* a,
                const void* b, double p, double q) {
  if (dtype == ScalarType::Long && kernels::divides_by_zero(f, dtype, loop, b)) [[unlikely]]
    fail("{}: division by zero in int64", op);
  kernels::binary(f, dtype, loop, y, a, b, p, q);
}

/// y = what call(loop, y, operands...) computes.
template <class Call, std::size_t N>
Tensor evaluate(const char* op, ScalarType result, const Argument (&arguments)[N],
                const ScalarType (&types)[N], Call call) {
  return [&]<std::size_t... I>(std::index_sequence<I...> each) {
    Tensor y = make_tensor(joint_shape(op, arguments[I]...), result);
    const Operand x[] = {Operand(arguments[I], types[I])...};
    call(loop_over(*y.impl(), x, each), y.impl()->data(), x[I].data()...);
    return y;
  }
  (std::make_index_sequence<N>());
}

}  // namespace

Tensor map(const char* op, kernels::Unary f, const Tensor& x, ScalarType dtype, double p, double q) {
  check_type(op, f, dtype);
  return evaluate(op, dtype, {x}, {dtype}, [&](const Loop& loop, void* y, const void* in) {
    kernels::unary(f, dtype, loop, y, in, p, q);
  });
}

Tensor map(const char* op, kernels::Predicate f, const Tensor& x) {
  return evaluate(op, ScalarType::Bool, {x}, {x.dtype()}, [&](const Loop& loop, void* y, const void* in) {
    kernels::test(f, x.dtype(), loop, y, in);
  });
}

Tensor map(const char* op, kernels::Binary f, Argument a, Argument b, ScalarType dtype, double p, double q) {
  check_type(op, f, dtype);
  if (a.tensor && b.tensor) {  // the usual case, without detours: small tensors are all overhead
    const TensorImpl &u = *a.tensor->impl(), &v = *b.tensor->impl();
    if (u.dtype == dtype && v.dtype == dtype && u.contiguous && v.contiguous && u.sizes == v.sizes) {
      Tensor y = make_tensor(u.sizes, dtype);
      run_binary(op, f, dtype, Loop::flat(u.numel, {1, 1, 1}), y.impl()->data(), u.data(), v.data(), p, q);
      return y;
    }
  }
  return evaluate(op, dtype, {a, b}, {dtype, dtype},
                  [&](const Loop& loop, void* y, const void* first, const void* second) {
                    run_binary(op, f, dtype, loop, y, first, second, p, q);
                  });
}

Tensor map(const char* op, kernels::Comparison f, Argument a, Argument b, ScalarType dtype) {
  return evaluate(op, ScalarType::Bool, {a, b}, {dtype, dtype},
                  [&](const Loop& loop, void* y, const void* first, const void* second) {
                    kernels::compare(f, dtype, loop, y, first, second);
                  });
}

Tensor map(const char* op, kernels::Ternary f, Argument a, Argument b, Argument c, ScalarType dtype,
           double p) {
  check_type(op, f, dtype);
  return evaluate(op, dtype, {a, b, c}, {dtype, dtype, dtype},
                  [&](const Loop& loop, void* y, const void* first, const void* second, const void* third) {
                    kernels::ternary(f, dtype, loop, y, first, second, third, p);
                  });
}

Tensor map_where(const char* op, const Tensor& condition, Argument a, Argument b, ScalarType dtype) {
  return evaluate(op, dtype, {condition, a, b}, {ScalarType::Bool, dtype, dtype},
                  [&](const Loop& loop, void* y, const void* mask, const void* first, const void* second) {
                    kernels::where(dtype, loop, y, mask, first, second);
                  });
}

bool map_in_place(const char* op, kernels::Unary f, const Tensor& self, double p, double q) {
  if (!kernels::supports(f, self.dtype())) return false;
  const TensorImpl& y = *self.impl();
  const Loop loop = y.contiguous ? Loop::flat(y.numel, {1, 1}) : Loop(y.sizes, {y.strides, y.strides});
  kernels::unary(f, y.dtype, loop, y.data(), y.data(), p, q);
  y.storage->advance(op);
  return true;
}

bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, Argument b, double p) {
  const TensorImpl& y = *self.impl();
  if (!kernels::supports(f, y.dtype)) return false;
  if (b.tensor) {
    const TensorImpl& x = *b.tensor->impl();
    const bool same = y.offset == x.offset && y.strides == x.strides && y.sizes == x.sizes;
    const bool overwritten = y.storage == x.storage && !same;  // before it is read, perhaps
    if (x.dtype != y.dtype || overwritten || !(broadcast_shapes(op, y.sizes, x.sizes) == y.sizes))
      return false;
  } else if (result_type(self, *b.number) != y.dtype) {
    return false;
  }
  const Operand x[] = {Operand(self, y.dtype), Operand(b, y.dtype)};
  run_binary(op, f, y.dtype, loop_over(y, x, std::make_index_sequence<2>()), y.data(), y.data(), x[1].data(),
             p, 0);
  y.storage->advance(op);
  return true;
}

}  // namespace wengert
