#include "kernels/elementwise.h"

#include <cstring>
#include <string>

#include "kernels/parallel.h"
#include "kernels/transpose.h"
#include "wengert/base/error.h"

namespace wengert::kernels {
namespace {

constexpr const char* unary_names[] = {
#define UNARY(name, ...) #name,
#include "kernels/elementwise.inc"
};
constexpr const char* predicate_names[] = {
#define PREDICATE(name, ...) #name,
#include "kernels/elementwise.inc"
};
constexpr const char* binary_names[] = {
#define BINARY(name, ...) #name,
#include "kernels/elementwise.inc"
};
constexpr const char* comparison_names[] = {
#define COMPARISON(name, ...) #name,
#include "kernels/elementwise.inc"
};
constexpr const char* ternary_names[] = {
#define TERNARY(name, ...) #name,
#include "kernels/elementwise.inc"
};

constexpr int bytes_of(ScalarType t) { return static_cast<int>(size_of(t)); }

[[noreturn]] void refuse(const char* name, ScalarType t) {
  throw Error(std::string(name) + ": got " + name_of(t) + ", for which it is not defined");
}

/// Runs f, without ceremony when the loop is one short run.
template <std::size_t N>
void go(const Loop& loop, MapFunction f, void* const (&data)[N], const int (&bytes)[N], double p = 0,
        double q = 0) {
  const double params[] = {p, q};
  if (loop.ndim == 1 && loop.numel <= f.grain) {
    char* at[N];
    for (std::size_t k = 0; k < N; ++k) at[k] = static_cast<char*>(data[k]);
    if (loop.numel > 0) f.run(at, loop.stride[0], loop.numel, params);
  } else {
    run(loop, f.run, data, bytes, params, f.grain);
  }
}

/// The loop of other operands: which[k] is the old number of the new operand k, or -1 for one that stays in
/// place.
Loop with_operands(const Loop& loop, std::initializer_list<int> which) {
  Loop result = loop;
  result.operands = 0;
  for (int old : which) {
    for (int d = 0; d < loop.ndim; ++d) result.stride[d][result.operands] = old < 0 ? 0 : loop.stride[d][old];
    ++result.operands;
  }
  return result;
}

template <std::size_t bytes>
void copy_dense(char* const* data, const std::int64_t*, std::int64_t n, const double*) {
  std::memcpy(data[0], data[1], static_cast<std::size_t>(n) * bytes);
}

/// Copies the box plane by plane, a plane being dimension 0, along which y's elements are neighbours, and
/// dimension d, along which x's are.
void copy_transposed(ScalarType t, const Loop& loop, int d, void* y, const void* x) {
  const std::int64_t bytes = size_of(t), cols = loop.size[0], rows = loop.size[d];
  const std::int64_t strip = 128, strips = (rows + strip - 1) / strip;  // rows that one call takes
  const bool stream = loop.numel * bytes >= (std::int64_t{2} << 20);    // more than a core's cache
  const std::int64_t planes = loop.numel / (rows * cols);
  const std::int64_t grain = kCheapGrain / (strip * cols) + 1;
  parallel_for(planes * strips, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t row = i % strips * strip;
      std::int64_t to = row * loop.stride[d][0], from = row, rest = i / strips;
      for (int e = 1; e < loop.ndim; ++e) {
        if (e == d) continue;
        to += rest % loop.size[e] * loop.stride[e][0];
        from += rest % loop.size[e] * loop.stride[e][1];
        rest /= loop.size[e];
      }
      transpose({.bytes = static_cast<int>(bytes),
                 .y = static_cast<char*>(y) + to * bytes,
                 .y_stride = loop.stride[d][0],
                 .x = static_cast<const char*>(x) + from * bytes,
                 .x_stride = loop.stride[0][1],
                 .rows = rows - row < strip ? rows - row : strip,
                 .cols = cols,
                 .stream = stream});
    }
  });
}

}  // namespace

void unary(Unary f, ScalarType t, const Loop& loop, void* y, const void* x, double p, double q) {
  const MapFunction function = WENGERT_CHOOSE(find(f, t));
  if (!function.run) refuse(name_of(f), t);
  go<2>(loop, function, {y, const_cast<void*>(x)}, {bytes_of(t), bytes_of(t)}, p, q);
}

void test(Predicate f, ScalarType t, const Loop& loop, void* y, const void* x) {
  const MapFunction function = WENGERT_CHOOSE(find(f, t));
  if (!function.run) refuse(name_of(f), t);
  go<2>(loop, function, {y, const_cast<void*>(x)}, {1, bytes_of(t)});
}

bool divides_by_zero(Binary f, ScalarType t, const Loop& loop, const void* b) {
  const bool divides =
      f == Binary::floor_divide || f == Binary::trunc_divide || f == Binary::remainder || f == Binary::fmod;
  if (!divides || t != ScalarType::Long) return false;
  const RunFunction find_zero = [](char* const* data, const std::int64_t* stride, std::int64_t n,
                                   const double*) {
    const std::int64_t* divisor = reinterpret_cast<const std::int64_t*>(data[1]);
    for (std::int64_t i = 0; i < n; ++i) *data[0] |= divisor[i * stride[1]] == 0;
  };
  char found = 0;
  void* const data[] = {&found, const_cast<void*>(b)};
  const int bytes[] = {1, 8};
  run(with_operands(loop, {-1, 2}), find_zero, data, bytes, nullptr, loop.numel);  // one thread: one `found`
  return found;
}

void binary(Binary f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b, double p,
            double q) {
  const MapFunction function = WENGERT_CHOOSE(find(f, t));
  if (!function.run) refuse(name_of(f), t);
  go<3>(loop, function, {y, const_cast<void*>(a), const_cast<void*>(b)},
        {bytes_of(t), bytes_of(t), bytes_of(t)}, p, q);
}

void compare(Comparison f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b) {
  const MapFunction function = WENGERT_CHOOSE(find(f, t));
  if (!function.run) refuse(name_of(f), t);
  go<3>(loop, function, {y, const_cast<void*>(a), const_cast<void*>(b)}, {1, bytes_of(t), bytes_of(t)});
}

void ternary(Ternary f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b, const void* c,
             double p) {
  const MapFunction function = WENGERT_CHOOSE(find(f, t));
  if (!function.run) refuse(name_of(f), t);
  go<4>(loop, function, {y, const_cast<void*>(a), const_cast<void*>(b), const_cast<void*>(c)},
        {bytes_of(t), bytes_of(t), bytes_of(t), bytes_of(t)}, p);
}

void where(ScalarType t, const Loop& loop, void* y, const void* condition, const void* a, const void* b) {
  go<4>(loop, WENGERT_CHOOSE(find_where(t)),
        {y, const_cast<void*>(condition), const_cast<void*>(a), const_cast<void*>(b)},
        {bytes_of(t), 1, bytes_of(t), bytes_of(t)});
}

void cast(ScalarType to, ScalarType from, const Loop& loop, void* y, const void* x) {
  go<2>(loop, WENGERT_CHOOSE(find_cast(to, from)), {y, const_cast<void*>(x)}, {bytes_of(to), bytes_of(from)});
}

void copy(ScalarType t, const Loop& loop, void* y, const void* x) {
  for (int d = 1; d < loop.ndim; ++d)
    if (loop.stride[0][0] == 1 && loop.stride[0][1] > 1 && loop.stride[d][1] == 1)
      return copy_transposed(t, loop, d, y, x);
  const bool rows = loop.stride[0][0] == 1 && loop.stride[0][1] == 1;
  MapFunction function = WENGERT_CHOOSE(find_cast(t, t));
  if (rows) function.run = size_of(t) == 1 ? copy_dense<1> : size_of(t) == 4 ? copy_dense<4> : copy_dense<8>;
  go<2>(loop, function, {y, const_cast<void*>(x)}, {bytes_of(t), bytes_of(t)});
}

void fill(ScalarType t, const Loop& loop, void* y, const void* value) {
  cast(t, t, with_operands(loop, {0, -1}), y, value);
}

bool supports(Unary f, ScalarType t) { return baseline::find(f, t).run; }
bool supports(Predicate f, ScalarType t) { return baseline::find(f, t).run; }
bool supports(Binary f, ScalarType t) { return baseline::find(f, t).run; }
bool supports(Comparison f, ScalarType t) { return baseline::find(f, t).run; }
bool supports(Ternary f, ScalarType t) { return baseline::find(f, t).run; }

const char* name_of(Unary f) { return unary_names[static_cast<int>(f)]; }
const char* name_of(Predicate f) { return predicate_names[static_cast<int>(f)]; }
const char* name_of(Binary f) { return binary_names[static_cast<int>(f)]; }
const char* name_of(Comparison f) { return comparison_names[static_cast<int>(f)]; }
const char* name_of(Ternary f) { return ternary_names[static_cast<int>(f)]; }

}  // namespace wengert::kernels
