#include "kernels/index.h"

#include <cstring>
#include <type_traits>

namespace wengert::kernels {
namespace {

/// f(T{}) with the C++ type of t's elements.
template <class F>
void with_type(ScalarType t, F f) {
  switch (t) {
    case ScalarType::Bool:
      return f(bool{});
    case ScalarType::Long:
      return f(std::int64_t{});
    case ScalarType::Float:
      return f(float{});
    case ScalarType::Double:
      return f(double{});
  }
}

/// f(a, b): row index[i] of the box with n rows, row i of the one with m.
template <class F>
void for_rows(const Rows& r, const std::int64_t* index, F f) {
  for (std::int64_t o = 0; o < r.outer; ++o)
    for (std::int64_t i = 0; i < r.m; ++i) f((o * r.n + index[i]) * r.inner, (o * r.m + i) * r.inner);
}

/// f(place, own): the offsets of p' and p, by the strides of the two operands.
template <class F>
void for_places(const Places& places, IntArrayRef strides_there, IntArrayRef strides_here, F f) {
  const std::size_t dims = places.sizes.size(), dim = std::size_t(places.dim);
  std::int64_t total = 1, at[kMaxDims] = {}, there = 0, here = 0;
  for (std::int64_t s : places.sizes) total *= s;
  const std::int64_t step = dims ? strides_there[dim] : 0;
  for (std::int64_t p = 0; p < total; ++p) {
    f(there + places.index[p] * step, here);
    for (std::size_t d = dims; d-- > 0;) {
      if (d != dim) there += strides_there[d];
      here += strides_here[d];
      if (++at[d] < places.sizes[d]) break;
      if (d != dim) there -= places.sizes[d] * strides_there[d];
      here -= places.sizes[d] * strides_here[d];
      at[d] = 0;
    }
  }
}

template <class T>
T sum(T a, T b) {
  if constexpr (std::is_same_v<T, bool>)
    return a || b;
  else
    return a + b;
}

}  // namespace

void take_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index) {
  with_type(t, [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(y);
    const T* from = static_cast<const T*>(x);
    if (rows.inner == 1) return for_rows(rows, index, [&](auto far, auto near) { to[near] = from[far]; });
    const std::size_t bytes = std::size_t(rows.inner) * sizeof(T);
    for_rows(rows, index, [&](auto far, auto near) { std::memcpy(to + near, from + far, bytes); });
  });
}

void put_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index) {
  with_type(t, [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(y);
    const T* from = static_cast<const T*>(x);
    const std::size_t bytes = std::size_t(rows.inner) * sizeof(T);
    for_rows(rows, index, [&](auto far, auto near) { std::memcpy(to + far, from + near, bytes); });
  });
}

void add_rows(ScalarType t, const Rows& rows, void* y, const void* x, const std::int64_t* index,
              double alpha) {
  with_type(t, [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(y);
    const T *from = static_cast<const T*>(x), a = T(alpha);
    for_rows(rows, index, [&](auto far, auto near) {
      for (std::int64_t j = 0; j < rows.inner; ++j) to[far + j] = sum<T>(to[far + j], T(a * from[near + j]));
    });
  });
}

void gather(ScalarType t, const Places& places, void* y, const void* x, IntArrayRef x_strides) {
  with_type(t, [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(y);
    const T* from = static_cast<const T*>(x);
    for_places(places, x_strides, x_strides, [&](auto far, auto) { *to++ = from[far]; });
  });
}

void scatter(ScalarType t, const Places& places, void* y, IntArrayRef y_strides, const void* x,
             IntArrayRef x_strides, bool add) {
  with_type(t, [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(y);
    const T* from = static_cast<const T*>(x);
    if (add)
      for_places(places, y_strides, x_strides,
                 [&](auto far, auto near) { to[far] = sum<T>(to[far], from[near]); });
    else
      for_places(places, y_strides, x_strides, [&](auto far, auto near) { to[far] = from[near]; });
  });
}

}  // namespace wengert::kernels
