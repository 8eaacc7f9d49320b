#include "kernels/maps.h"

#include <cstring>
#include <string>

#include "kernels/isa.h"
#include "kernels/parallel.h"
#include "wengert/base/error.h"

namespace wengert::kernels {
namespace {

#ifdef WENGERT_BASELINE_ONLY
constexpr const UnaryTable* unary_tables[] = {&baseline::unary_table};
constexpr const BinaryTable* binary_tables[] = {&baseline::binary_table};
constexpr const MoveTable* move_tables[] = {&baseline::move_table};
#else
constexpr const UnaryTable* unary_tables[] = {&baseline::unary_table, &avx2::unary_table,
                                              &avx512::unary_table};
constexpr const BinaryTable* binary_tables[] = {&baseline::binary_table, &avx2::binary_table,
                                                &avx512::binary_table};
constexpr const MoveTable* move_tables[] = {&baseline::move_table, &avx2::move_table, &avx512::move_table};
#endif

const UnaryTable& unaries() { return *unary_tables[static_cast<int>(current_isa())]; }
const BinaryTable& binaries() { return *binary_tables[static_cast<int>(current_isa())]; }
const MoveTable& moves() { return *move_tables[static_cast<int>(current_isa())]; }

#define WENGERT_COUNT(name) +1
constexpr int kCheapUnaries = WENGERT_UNARY_CHEAP(WENGERT_COUNT);
constexpr int kCheapBinaries = WENGERT_BINARY_CHEAP(WENGERT_COUNT);
#undef WENGERT_COUNT

#define WENGERT_STRING(name) #name,
constexpr const char* unary_names[] = {WENGERT_UNARY_MAPS(WENGERT_STRING)};
constexpr const char* test_names[] = {WENGERT_TESTS(WENGERT_STRING)};
constexpr const char* binary_names[] = {WENGERT_BINARY_MAPS(WENGERT_STRING)};
constexpr const char* comparison_names[] = {WENGERT_COMPARISONS(WENGERT_STRING)};
constexpr const char* ternary_names[] = {WENGERT_TERNARY_MAPS(WENGERT_STRING)};
#undef WENGERT_STRING

constexpr int index(ScalarType t) { return static_cast<int>(t); }
constexpr int bytes_of(ScalarType t) { return static_cast<int>(size_of(t)); }

[[noreturn]] void refuse(const char* name, ScalarType t) {
  throw Error(std::string(name) + ": got " + name_of(t) + ", for which it is not defined");
}

/// Runs f, without ceremony when the loop is one short run.
template <std::size_t N>
void go(const Loop& loop, RunFunction f, void* const (&data)[N], const int (&bytes)[N], const double* params,
        std::int64_t grain) {
  if (loop.ndim == 1 && loop.numel <= grain) {
    char* at[N];
    for (std::size_t k = 0; k < N; ++k) at[k] = static_cast<char*>(data[k]);
    if (loop.numel > 0) f(at, loop.stride[0], loop.numel, params);
  } else {
    run(loop, f, data, bytes, params, grain);
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
  const TransposeFunction f = moves().transpose[index(t)];
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
      f(static_cast<char*>(y) + to * bytes, loop.stride[d][0], static_cast<const char*>(x) + from * bytes,
        loop.stride[0][1], rows - row < strip ? rows - row : strip, cols, stream);
    }
  });
}

}  // namespace

void unary(Unary f, ScalarType t, const Loop& loop, void* y, const void* x, double p, double q) {
  const RunFunction kernel = unaries().map[static_cast<int>(f)][index(t)];
  if (!kernel) refuse(name_of(f), t);
  const double params[] = {p, q};
  go<2>(loop, kernel, {y, const_cast<void*>(x)}, {bytes_of(t), bytes_of(t)}, params,
        static_cast<int>(f) < kCheapUnaries ? kCheapGrain : kCostlyGrain);
}

void test(Test f, ScalarType t, const Loop& loop, void* y, const void* x) {
  const RunFunction kernel = unaries().test[static_cast<int>(f)][index(t)];
  if (!kernel) refuse(name_of(f), t);
  const double params[] = {0, 0};
  go<2>(loop, kernel, {y, const_cast<void*>(x)}, {1, bytes_of(t)}, params, kCheapGrain);
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
  const RunFunction kernel = binaries().map[static_cast<int>(f)][index(t)];
  if (!kernel) refuse(name_of(f), t);
  const double params[] = {p, q};
  go<3>(loop, kernel, {y, const_cast<void*>(a), const_cast<void*>(b)},
        {bytes_of(t), bytes_of(t), bytes_of(t)}, params,
        static_cast<int>(f) < kCheapBinaries ? kCheapGrain : kCostlyGrain);
}

void compare(Comparison f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b) {
  const RunFunction kernel = binaries().compare[static_cast<int>(f)][index(t)];
  if (!kernel) refuse(name_of(f), t);
  const double params[] = {0, 0};
  go<3>(loop, kernel, {y, const_cast<void*>(a), const_cast<void*>(b)}, {1, bytes_of(t), bytes_of(t)}, params,
        kCheapGrain);
}

void ternary(Ternary f, ScalarType t, const Loop& loop, void* y, const void* a, const void* b, const void* c,
             double p) {
  const RunFunction kernel = binaries().ternary[static_cast<int>(f)][index(t)];
  if (!kernel) refuse(name_of(f), t);
  const double params[] = {p, 0};
  go<4>(loop, kernel, {y, const_cast<void*>(a), const_cast<void*>(b), const_cast<void*>(c)},
        {bytes_of(t), bytes_of(t), bytes_of(t), bytes_of(t)}, params, kCheapGrain);
}

void where(ScalarType t, const Loop& loop, void* y, const void* condition, const void* a, const void* b) {
  const double params[] = {0, 0};
  go<4>(loop, moves().where[index(t)],
        {y, const_cast<void*>(condition), const_cast<void*>(a), const_cast<void*>(b)},
        {bytes_of(t), 1, bytes_of(t), bytes_of(t)}, params, kCheapGrain);
}

void cast(ScalarType to, ScalarType from, const Loop& loop, void* y, const void* x) {
  const double params[] = {0, 0};
  go<2>(loop, moves().cast[index(to)][index(from)], {y, const_cast<void*>(x)}, {bytes_of(to), bytes_of(from)},
        params, kCheapGrain);
}

void copy(ScalarType t, const Loop& loop, void* y, const void* x) {
  for (int d = 1; d < loop.ndim; ++d)
    if (loop.stride[0][0] == 1 && loop.stride[0][1] > 1 && loop.stride[d][1] == 1)
      return copy_transposed(t, loop, d, y, x);
  const bool rows = loop.stride[0][0] == 1 && loop.stride[0][1] == 1;
  const RunFunction dense = size_of(t) == 1 ? copy_dense<1> : size_of(t) == 4 ? copy_dense<4> : copy_dense<8>;
  const double params[] = {0, 0};
  go<2>(loop, rows ? dense : moves().cast[index(t)][index(t)], {y, const_cast<void*>(x)},
        {bytes_of(t), bytes_of(t)}, params, kCheapGrain);
}

void fill(ScalarType t, const Loop& loop, void* y, const void* value) {
  cast(t, t, with_operands(loop, {0, -1}), y, value);
}

bool supports(Unary f, ScalarType t) { return unaries().map[static_cast<int>(f)][index(t)]; }
bool supports(Test f, ScalarType t) { return unaries().test[static_cast<int>(f)][index(t)]; }
bool supports(Binary f, ScalarType t) { return binaries().map[static_cast<int>(f)][index(t)]; }
bool supports(Comparison f, ScalarType t) { return binaries().compare[static_cast<int>(f)][index(t)]; }
bool supports(Ternary f, ScalarType t) { return binaries().ternary[static_cast<int>(f)][index(t)]; }

const char* name_of(Unary f) { return unary_names[static_cast<int>(f)]; }
const char* name_of(Test f) { return test_names[static_cast<int>(f)]; }
const char* name_of(Binary f) { return binary_names[static_cast<int>(f)]; }
const char* name_of(Comparison f) { return comparison_names[static_cast<int>(f)]; }
const char* name_of(Ternary f) { return ternary_names[static_cast<int>(f)]; }

}  // namespace wengert::kernels
