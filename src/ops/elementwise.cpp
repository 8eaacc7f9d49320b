#include "ops/elementwise.h"

#include "autograd/in_place.h"

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
      put(value.to<float>());
      break;
    case ScalarType::Double:
      put(value.to<double>());
      break;
  }
}

namespace {

/// What a shaped like x holds in x's own order of dimensions, so that a transposed x gives a transposed y.
Tensor like(const Tensor& x, ScalarType dtype) { return make_tensor(x.impl()->sizes, dtype); }

template <class F>
void check_type(const char* op, F f, ScalarType dtype) {
  if (!kernels::supports(f, dtype)) [[unlikely]]
    fail("{}: not defined for {}", op, dtype);
}

}  // namespace

Tensor map(const char* op, kernels::Unary f, const Tensor& x, ScalarType dtype, double p, double q) {
  check_defined(op, "the tensor", x);
  check_type(op, f, dtype);
  const Tensor a = cast(x, dtype);
  Tensor y = like(a, dtype);
  const TensorImpl &in = *a.impl(), &out = *y.impl();
  if (in.contiguous)
    kernels::unary(f, dtype, out.numel, out.data(), in.data(), p, q);
  else
    kernels::unary(f, dtype, Loop(out.sizes, {out.strides, in.strides}), out.data(), in.data(), p, q);
  return y;
}

Tensor map(const char* op, kernels::Binary f, const Tensor& a, const Tensor& b, ScalarType dtype, double p,
           double q) {
  check_type(op, f, dtype);
  const TensorImpl &x = *a.impl(), &z = *b.impl();
  if (x.dtype == dtype && z.dtype == dtype && x.contiguous && z.contiguous && x.sizes == z.sizes) {
    Tensor y = make_tensor(x.sizes, dtype);
    kernels::binary(f, dtype, x.numel, y.impl()->data(), x.data(), z.data(), p, q);
    return y;
  }
  Tensor y = make_tensor(broadcast_shapes(op, x.sizes, z.sizes), dtype);
  const TensorImpl& out = *y.impl();
  const Tensor ca = cast(a, dtype), cb = cast(b, dtype);
  const Loop loop(out.sizes,
                  {out.strides, broadcast_strides(ca, out.sizes), broadcast_strides(cb, out.sizes)});
  kernels::binary(f, dtype, loop, out.data(), ca.impl()->data(), cb.impl()->data(), p, q);
  return y;
}

namespace {

/// y = f(a, b) where one of the two is a number.
Tensor map_with_number(const char* op, kernels::Binary f, const Tensor& x, const Scalar& number,
                       bool number_first, ScalarType dtype, double p, double q) {
  check_type(op, f, dtype);
  const Element element(number, dtype);
  const Tensor a = cast(x, dtype);
  Tensor y = like(a, dtype);
  const TensorImpl &in = *a.impl(), &out = *y.impl();
  const Shape still = Shape::filled(out.sizes.size(), 0);
  const void *first = number_first ? element.data() : in.data(),
             *second = number_first ? in.data() : element.data();
  const Loop loop = in.contiguous  ? Loop::flat(out.numel, {1, number_first ? 0 : 1, number_first ? 1 : 0})
                    : number_first ? Loop(out.sizes, {out.strides, still, in.strides})
                                   : Loop(out.sizes, {out.strides, in.strides, still});
  kernels::binary(f, dtype, loop, out.data(), first, second, p, q);
  return y;
}

}  // namespace

Tensor map(const char* op, kernels::Binary f, const Tensor& a, const Scalar& b, ScalarType dtype, double p,
           double q) {
  return map_with_number(op, f, a, b, false, dtype, p, q);
}
Tensor map(const char* op, kernels::Binary f, const Scalar& a, const Tensor& b, ScalarType dtype, double p,
           double q) {
  return map_with_number(op, f, b, a, true, dtype, p, q);
}

bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, const Tensor& b, double p) {
  if (autograd::recording({self, b})) return false;
  const TensorImpl &y = *self.impl(), &x = *b.impl();
  const bool same_memory = y.storage == x.storage && !(y.offset == x.offset && y.strides == x.strides);
  if (x.dtype != y.dtype || same_memory || !kernels::supports(f, y.dtype)) return false;
  if (!(broadcast_shapes(op, y.sizes, x.sizes) == y.sizes)) return false;
  autograd::check_in_place(op, self);
  const Loop loop = y.contiguous && x.contiguous && y.sizes == x.sizes
                        ? Loop::flat(y.numel, {1, 1, 1})
                        : Loop(y.sizes, {y.strides, y.strides, broadcast_strides(b, y.sizes)});
  kernels::binary(f, y.dtype, loop, y.data(), y.data(), x.data(), p);
  y.storage->advance(op);
  return true;
}

bool map_in_place(const char* op, kernels::Binary f, const Tensor& self, const Scalar& b, double p) {
  if (autograd::recording({self})) return false;
  const TensorImpl& y = *self.impl();
  if (result_type(self, b) != y.dtype || !kernels::supports(f, y.dtype)) return false;
  autograd::check_in_place(op, self);
  const Element element(b, y.dtype);
  const Loop loop = y.contiguous ? Loop::flat(y.numel, {1, 1, 0})
                                 : Loop(y.sizes, {y.strides, y.strides, Shape::filled(y.sizes.size(), 0)});
  kernels::binary(f, y.dtype, loop, y.data(), y.data(), element.data(), p);
  y.storage->advance(op);
  return true;
}

}  // namespace wengert
