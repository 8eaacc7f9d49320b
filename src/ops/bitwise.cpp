// Logic of the bits of integers; of bool as logic.
#include "wengert/ops/bitwise.h"
#include "ops/elementwise_in_place.h"

namespace wengert {

using kernels::Binary;

namespace {

template <class B>
Tensor bits(const char* op, Binary f, const Tensor& a, const B& b) {
  check_operands(op, a, b);
  return map(op, f, a, b, result_type(a, b));
}

}  // namespace

Tensor bitwise_not(const Tensor& x) {
  check_defined("bitwise_not", "the tensor", x);
  const Scalar ones = x.dtype() == ScalarType::Bool ? Scalar(true) : Scalar(-1);  // all bits set
  return map("bitwise_not", Binary::bitwise_xor, x, ones, x.dtype());
}

Tensor bitwise_and(const Tensor& a, const Tensor& b) {
  return bits("bitwise_and", Binary::bitwise_and, a, b);
}
Tensor bitwise_and(const Tensor& a, const Scalar& b) {
  return bits("bitwise_and", Binary::bitwise_and, a, b);
}

Tensor bitwise_or(const Tensor& a, const Tensor& b) { return bits("bitwise_or", Binary::bitwise_or, a, b); }
Tensor bitwise_or(const Tensor& a, const Scalar& b) { return bits("bitwise_or", Binary::bitwise_or, a, b); }

Tensor bitwise_xor(const Tensor& a, const Tensor& b) {
  return bits("bitwise_xor", Binary::bitwise_xor, a, b);
}
Tensor bitwise_xor(const Tensor& a, const Scalar& b) {
  return bits("bitwise_xor", Binary::bitwise_xor, a, b);
}

WENGERT_METHOD(bitwise_not)
WENGERT_METHOD_OF(bitwise_and, Tensor)
WENGERT_METHOD_OF(bitwise_or, Tensor)
WENGERT_METHOD_OF(bitwise_xor, Tensor)
Tensor operator&(const Tensor& a, const Tensor& b) { return bitwise_and(a, b); }
Tensor operator&(const Tensor& a, const Scalar& b) { return bitwise_and(a, b); }
Tensor operator&(const Scalar& a, const Tensor& b) { return bitwise_and(b, a); }
Tensor operator|(const Tensor& a, const Tensor& b) { return bitwise_or(a, b); }
Tensor operator|(const Tensor& a, const Scalar& b) { return bitwise_or(a, b); }
Tensor operator|(const Scalar& a, const Tensor& b) { return bitwise_or(b, a); }
Tensor operator^(const Tensor& a, const Tensor& b) { return bitwise_xor(a, b); }
Tensor operator^(const Tensor& a, const Scalar& b) { return bitwise_xor(a, b); }
Tensor operator^(const Scalar& a, const Tensor& b) { return bitwise_xor(b, a); }

}  // namespace wengert
