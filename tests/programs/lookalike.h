// Calls with every kind of literal argument, each printed with the type, shape and elements of what it gives.
#pragma once
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "frontend.h"

using torch::Tensor;

inline const char* type_name(torch::ScalarType t) {
  return t == torch::kBool      ? "bool"
         : t == torch::kInt64   ? "int64"
         : t == torch::kFloat32 ? "float32"
         : t == torch::kFloat64 ? "float64"
                                : "other";
}

inline void put(const Tensor& t) {
  if (!t.defined()) {
    std::printf(" undefined");
    return;
  }
  std::printf(" %s [", type_name(t.scalar_type()));
  for (int64_t k = 0; k < t.dim(); ++k) std::printf(k ? ",%lld" : "%lld", (long long)t.size(k));
  std::printf("]%s", t.requires_grad() ? " grad" : "");
  torch::NoGradGuard no_grad;
  const Tensor v = t.detach().to(torch::kFloat64).contiguous().view({-1});
  for (int64_t k = 0; k < v.numel() && k < 12; ++k) std::printf(" %.5g", v.data_ptr<double>()[k] + 0.0);
}
inline void put(bool v) { std::printf(" %s", v ? "true" : "false"); }
inline void put(double v) { std::printf(" %.6g", v); }
inline void put(int64_t v) { std::printf(" %lld", (long long)v); }
inline void put(int v) { std::printf(" %d", v); }
inline void put(std::size_t v) { std::printf(" %zu", v); }
inline void put(signed char v) { std::printf(" %d", v); }
inline void put(const torch::Scalar& v) { std::printf(" scalar %.6g", v.to<double>()); }
inline void put(const std::string& v) { std::printf(" %s", v.c_str()); }
inline void put(const std::vector<Tensor>& list) {
  std::printf(" list of %zu", list.size());
  for (const Tensor& t : list) put(t);
}
inline void put(const std::tuple<Tensor, Tensor>& t) {
  put(std::get<0>(t));
  put(std::get<1>(t));
}

template <class F>
void run(const char* name, F f) {
  std::printf("%s:", name);
  try {
    if constexpr (std::is_void_v<decltype(f())>)
      f();
    else
      put(f());
  } catch (const std::exception&) {
    std::printf(" throws");
  }
  std::printf("\n");
}

struct Tensors {
  Tensor x, y, i, b, d, z, w, c, n, m;
};

inline Tensors fresh() {
  torch::manual_seed(1);
  Tensors t;
  t.x = torch::arange(12, torch::kFloat32).view({3, 4}) * 0.5 - 1.7;
  t.y = torch::arange(12, torch::kFloat32).view({3, 4}).flip({0}) * 0.25 + 0.3;
  t.i = torch::arange(12, torch::kInt64).view({3, 4}) - 4;
  t.b = t.i.gt(0);
  t.d = t.x.to(torch::kFloat64);
  t.z = torch::full({}, 2.5);
  t.w = torch::arange(4, torch::kFloat32) * 0.3 - 0.2;
  t.c = torch::arange(24, torch::kFloat32).view({2, 3, 4}) * 0.1;
  t.n = torch::tensor({2, 0, 1});
  t.m = torch::ones({1, 3, 1});
  return t;
}

// CALL(expression of x, y, ...) prints its value; WRITE(statement) prints x afterwards.
#define WITH_TENSORS(name, ...)                                             \
  {                                                                         \
    Tensors all = fresh();                                                  \
    [[maybe_unused]] Tensor &x = all.x, &y = all.y, &i = all.i, &b = all.b; \
    [[maybe_unused]] Tensor &d = all.d, &z = all.z, &w = all.w, &c = all.c; \
    [[maybe_unused]] Tensor &n = all.n, &m = all.m;                         \
    run(name, [&] { __VA_ARGS__; });                                        \
  }
#define CALL(...) WITH_TENSORS(#__VA_ARGS__, return __VA_ARGS__)
#define WRITE(...) WITH_TENSORS(#__VA_ARGS__, __VA_ARGS__; return Tensor(x))
