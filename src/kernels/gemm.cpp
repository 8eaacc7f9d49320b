// Matrix products through OpenBLAS (C = alpha op(A) op(B) + beta C), and how a large one is cut.
//
// OpenBLAS does not promise that a block of C has the bits it would have as a part of the whole: kernels for
// the edges of a tile may add in another order (seen with the Haswell kernels in float32, with those for
// AVX-512 in float64). So a product above a fixed size is always cut at the same borders, also on one thread.
// A cut costs one more packing of the shorter operand, 4 to 9 % of the time; hence few and large blocks.
#include "kernels/gemm.h"

#include <cblas.h>
#include <pthread.h>
#include <sched.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/parallel.h"
#include "wengert/base/error.h"

namespace wengert::kernels {
namespace {

void check_blas_int(const char* operation, std::initializer_list<std::int64_t> sizes) {
  for (std::int64_t s : sizes)
    if (s > std::numeric_limits<blasint>::max())
      throw Error(std::string(operation) + ": a matrix dimension of " + std::to_string(s) +
                  " is beyond the largest that BLAS takes, " +
                  std::to_string(std::numeric_limits<blasint>::max()));
}

/// While it lives, this thread is inside OpenBLAS, and fork() waits: a lock that OpenBLAS holds then would stay
/// locked in the child for ever. Threads count themselves in different slots, so that they do not meet.
class InsideBlas {
 public:
  InsideBlas() {
    [[maybe_unused]] static const bool once = (pthread_atfork(close, open, open_in_child), true);
    while (slot_.inside.fetch_add(1), closed.load() > 0) {
      slot_.inside.fetch_sub(1);
      while (closed.load() > 0) sched_yield();
    }
  }
  InsideBlas(const InsideBlas&) = delete;
  InsideBlas& operator=(const InsideBlas&) = delete;
  ~InsideBlas() { slot_.inside.fetch_sub(1, std::memory_order_release); }

 private:
  struct alignas(64) Slot {
    std::atomic<int> inside{0};
  };
  static constexpr unsigned kSlots = 16;

  static void close() {
    closed.fetch_add(1);
    for (Slot& slot : slots)
      while (slot.inside.load() > 0) sched_yield();
  }
  static void open() { closed.fetch_sub(1); }
  static void open_in_child() {
    closed.store(0);
    for (Slot& slot : slots) slot.inside.store(0);  // of threads that are not here
  }
  static Slot& slot_of_this_thread() {
    static constinit std::atomic<unsigned> threads{0};
    static thread_local const unsigned mine = threads.fetch_add(1) % kSlots;
    return slots[mine];
  }

  static constinit Slot slots[kSlots];
  static constinit std::atomic<int> closed;  // how many forks are under way

  Slot& slot_ = slot_of_this_thread();
};
constinit InsideBlas::Slot InsideBlas::slots[kSlots] = {};
constinit std::atomic<int> InsideBlas::closed{0};

/// Keeps OpenBLAS to one thread while it lives: its own threads and ours would fight for the cores. The flavour
/// on OpenMP asks omp_get_max_threads() at every call, so there the caller's setting is put aside meanwhile.
class OneBlasThread {
 public:
  OneBlasThread() {
#ifdef _OPENMP
    static const bool on_openmp = openblas_get_parallel() == OPENBLAS_OPENMP;
    if (on_openmp) {
      before_ = omp_get_max_threads();
      if (before_ > 1) omp_set_num_threads(1);
      return;
    }
#endif
    [[maybe_unused]] static const bool once = (openblas_set_num_threads(1), true);
  }
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;
  ~OneBlasThread() {
#ifdef _OPENMP
    if (before_ > 1) omp_set_num_threads(before_);
#endif
  }

 private:
  InsideBlas inside_;
  [[maybe_unused]] int before_ = 0;
};

CBLAS_TRANSPOSE cblas(Trans t) { return t == Trans::Yes ? CblasTrans : CblasNoTrans; }

/// A matrix as stored: the distance between its rows, and whether op(A) is its transpose.
template <class T>
struct Matrix {
  const T* data;
  std::int64_t ld;
  Trans trans;
  const T* row(std::int64_t i) const { return data + (trans == Trans::Yes ? i : i * ld); }  // of op(A)
  const T* col(std::int64_t j) const { return data + (trans == Trans::Yes ? j * ld : j); }
};

template <class T>
void scale(std::int64_t m, std::int64_t n, T beta, T* c, std::int64_t ldc) {
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) c[i * ldc + j] = beta == T(0) ? T(0) : beta * c[i * ldc + j];
}

/// One product, uncut.
template <class T>
void block(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, Matrix<T> a, Matrix<T> b, T beta, T* c,
           std::int64_t ldc) {
  const auto call = [&](auto f) {
    f(CblasRowMajor, cblas(a.trans), cblas(b.trans), blasint(m), blasint(n), blasint(k), alpha, a.data,
      blasint(a.ld), b.data, blasint(b.ld), beta, c, blasint(ldc));
  };
  if constexpr (std::is_same_v<T, float>) call(cblas_sgemm);
  if constexpr (std::is_same_v<T, double>) call(cblas_dgemm);
}

// Integers wrap, hence unsigned.
template <>
void block(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t alpha, Matrix<std::int64_t> a,
           Matrix<std::int64_t> b, std::int64_t beta, std::int64_t* c, std::int64_t ldc) {
  using U = std::uint64_t;
  const std::int64_t step = b.trans == Trans::Yes ? b.ld : 1;
  for (std::int64_t i = 0; i < m; ++i) {
    std::int64_t* row = c + i * ldc;
    for (std::int64_t j = 0; j < n; ++j) row[j] = std::int64_t(U(beta) * U(row[j]));
    for (std::int64_t p = 0; p < k; ++p) {
      const U f = U(alpha) * U(a.row(i)[a.trans == Trans::Yes ? p * a.ld : p]);
      const std::int64_t* q = b.trans == Trans::Yes ? b.data + p : b.data + p * b.ld;
      for (std::int64_t j = 0; j < n; ++j) row[j] = std::int64_t(U(row[j]) + f * U(q[j * step]));
    }
  }
}

/// How many blocks a product is cut into; from the shape alone.
int blocks_of(double m, double n, double k) {
  const double flop = 2 * m * n * k;
  return flop < 4e6 ? 1 : flop < 256e6 ? 2 : flop < 4096e6 ? 4 : 8;
}

/// Rows (columns) of a block when the longer side of C is cut: a multiple of 16, the tile of the BLAS
/// kernels.
std::int64_t block_size(std::int64_t m, std::int64_t n, std::int64_t k) {
  const std::int64_t longer = std::max(m, n);
  return divide_up(divide_up(longer, blocks_of(double(m), double(n), double(k))), 16) * 16;
}

/// Calls begin(i, rows, j, cols) for every block of C before it is computed.
template <class T, class Begin>
void product(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, Matrix<T> a, Matrix<T> b, T beta, T* c,
             std::int64_t ldc, Begin begin) {
  if (m == 0 || n == 0) return;
  const std::int64_t size = block_size(m, n, k);
  const bool by_rows = m >= n;
  parallel_for(by_rows ? m : n, size, [&](std::int64_t from, std::int64_t to) {
    const std::int64_t i = by_rows ? from : 0, rows = by_rows ? to - from : m;
    const std::int64_t j = by_rows ? 0 : from, cols = by_rows ? n : to - from;
    T* part = c + i * ldc + j;
    begin(i, rows, j, cols);
    if (k == 0)
      scale(rows, cols, beta, part, ldc);
    else
      block(rows, cols, k, alpha, {a.row(i), a.ld, a.trans}, {b.col(j), b.ld, b.trans}, beta, part, ldc);
  });
}
template <class T>
void product(std::int64_t m, std::int64_t n, std::int64_t k, T alpha, Matrix<T> a, Matrix<T> b, T beta, T* c,
             std::int64_t ldc) {
  product(m, n, k, alpha, a, b, beta, c, ldc, [](auto...) {});
}

}  // namespace

template <class T>
void gemm(Trans ta, Trans tb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const T* a,
          std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  check_blas_int("matmul", {m, n, k, lda, ldb, ldc});
  const OneBlasThread one;
  product<T>(m, n, k, alpha, {a, lda, ta}, {b, ldb, tb}, beta, c, ldc);
}

template <class T>
void gemm_batched(Trans ta, Trans tb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha, const T* a,
                  std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc,
                  const Loop& batch) {
  check_blas_int("matmul", {m, n, k, lda, ldb, ldc});
  const OneBlasThread one;
  const auto run = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::int64_t offset[3] = {}, rest = i;
      for (int d = 0; d < batch.ndim; ++d) {
        const std::int64_t at = rest % batch.size[d];
        rest /= batch.size[d];
        for (int operand = 0; operand < 3; ++operand) offset[operand] += at * batch.stride[d][operand];
      }
      product<T>(m, n, k, alpha, {a + offset[1], lda, ta}, {b + offset[2], ldb, tb}, beta, c + offset[0],
                 ldc);
    }
  };
  const double work = double(m) * double(n) * double(k);
  if (blocks_of(double(m), double(n), double(k)) > 1)
    run(0, batch.numel);  // each product has its own threads
  else
    parallel_for(batch.numel, std::max<std::int64_t>(1, std::int64_t(1e6 / std::max(1.0, work))), run);
}

template <class T>
void gemv(Trans ta, std::int64_t m, std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* x, T beta,
          T* y) {
  check_blas_int("mv", {m, k, lda});
  const OneBlasThread one;
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return product<T>(m, 1, k, alpha, {a, lda, ta}, {x, 1, Trans::No}, beta, y, 1);
  } else {
    if (k == 0) return scale(m, 1, beta, y, 1);
    const std::int64_t grain = divide_up(items_per_block(k, 4 * kCheapGrain), 16) * 16;
    parallel_for(m, grain, [&](std::int64_t i, std::int64_t end) {
      if (beta == T(0)) std::fill(y + i, y + end, T(0));  // BLAS may compute 0 * NaN
      const T keep = beta == T(0) ? T(1) : beta;
      const std::int64_t n = end - i, rows = ta == Trans::Yes ? k : n, cols = ta == Trans::Yes ? n : k;
      const T* block_a = Matrix<T>{a, lda, ta}.row(i);
      const auto call = [&](auto f) {
        f(CblasRowMajor, cblas(ta), blasint(rows), blasint(cols), alpha, block_a, blasint(lda), x, 1, keep,
          y + i, 1);
      };
      if constexpr (std::is_same_v<T, float>) call(cblas_sgemv);
      if constexpr (std::is_same_v<T, double>) call(cblas_dgemv);
    });
  }
}

template <class T>
T dot(const T* a, const T* b, std::int64_t n) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    std::uint64_t s = 0;
    for (std::int64_t i = 0; i < n; ++i) s += std::uint64_t(a[i]) * std::uint64_t(b[i]);
    return std::int64_t(s);
  } else {
    const OneBlasThread one;
    // Each piece into a double of its own, added up in order: the same bits on any number of threads.
    const std::int64_t piece = n <= 2 * kCheapGrain ? std::max<std::int64_t>(1, n) : kCheapGrain;
    std::vector<double> sums(static_cast<std::size_t>(divide_up(n, piece)));
    parallel_for(n, piece, [&](std::int64_t begin, std::int64_t end) {
      double& s = sums[static_cast<std::size_t>(begin / piece)];
      constexpr std::int64_t size = 4096;
      for (std::int64_t i = begin; i < end; i += size) {
        const blasint w = blasint(std::min(size, end - i));
        if constexpr (std::is_same_v<T, float>) s += double(cblas_sdot(w, a + i, 1, b + i, 1));
        if constexpr (std::is_same_v<T, double>) s += cblas_ddot(w, a + i, 1, b + i, 1);
      }
    });
    return T(std::accumulate(sums.begin(), sums.end(), 0.0));
  }
}

template <class T>
void linear(const T* x, const T* weight, const T* bias, std::int64_t rows, std::int64_t in, std::int64_t out,
            T* y) {
  check_blas_int("linear", {rows, in, out});
  const OneBlasThread one;
  const std::int64_t ld = std::max<std::int64_t>(1, in);
  product<T>(rows, out, in, T(1), {x, ld, Trans::No}, {weight, ld, Trans::Yes}, bias ? T(1) : T(0), y, out,
             [=](std::int64_t i, std::int64_t count, std::int64_t j, std::int64_t cols) {
               if (bias)
                 for (std::int64_t r = i; r < i + count; ++r) std::copy_n(bias + j, cols, y + r * out + j);
             });
}

#define WENGERT_INSTANTIATE(T)                                                                          \
  template void gemm(Trans, Trans, std::int64_t, std::int64_t, std::int64_t, T, const T*, std::int64_t, \
                     const T*, std::int64_t, T, T*, std::int64_t);                                      \
  template void gemm_batched(Trans, Trans, std::int64_t, std::int64_t, std::int64_t, T, const T*,       \
                             std::int64_t, const T*, std::int64_t, T, T*, std::int64_t, const Loop&);   \
  template void gemv(Trans, std::int64_t, std::int64_t, T, const T*, std::int64_t, const T*, T, T*);    \
  template T dot(const T*, const T*, std::int64_t);                                                     \
  template void linear(const T*, const T*, const T*, std::int64_t, std::int64_t, std::int64_t, T*);
WENGERT_INSTANTIATE(float)
WENGERT_INSTANTIATE(double)
WENGERT_INSTANTIATE(std::int64_t)

}  // namespace wengert::kernels
