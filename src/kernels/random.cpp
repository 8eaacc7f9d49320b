#include "kernels/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/generator_impl.h"
#include "wengert/base/dtype.h"
#include "wengert/base/error.h"

namespace wengert::random {
namespace {

// A generator that this thread alone draws from while the object lives.
class Stream {
 public:
  explicit Stream(const Generator& g)
      : generator_(g.defined() ? g : default_generator()), lock_(generator_) {}
  GeneratorImpl& operator*() const { return *generator_.impl(); }
  GeneratorImpl* operator->() const { return generator_.impl(); }

 private:
  Generator generator_;  // keeps the stream alive
  std::lock_guard<const Generator> lock_;
};

template <class... Parts>
void require(bool holds, const Parts&... parts) {
  if (holds) return;
  std::ostringstream message;
  (message << ... << parts);
  throw Error(message.str());
}

template <class T>
T draw_uniform(GeneratorImpl& g) {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr std::uint64_t mask = (std::uint64_t(1) << digits) - 1;
  const std::uint64_t word = std::is_same_v<T, float> ? g.random() : g.random64();
  return T(word & mask) * (T(1) / T(mask + 1));
}

double draw_normal(GeneratorImpl& g) {
  if (g.next_double_normal) return *std::exchange(g.next_double_normal, std::nullopt);
  const double v = draw_uniform<double>(g);
  const double u = draw_uniform<double>(g);
  const double radius = std::sqrt(-2 * std::log1p(-u));
  const double angle = 2 * std::numbers::pi * v;
  g.next_double_normal = radius * std::sin(angle);
  return radius * std::cos(angle);
}

void check_std(double std) { require(std >= 0, "normal: std is ", std, ", but must be at least 0"); }

// Box-Muller on 16 uniforms in place.
template <class T>
void normal_block(T* x, T mean, T std) {
  for (int j = 0; j < 8; ++j) {
    const T radius = std::sqrt(-2 * std::log(1 - x[j]));
    const T angle = 2 * std::numbers::pi_v<T> * x[j + 8];
    x[j] = std::fma(radius * std::cos(angle), std, mean);
    x[j + 8] = std::fma(radius * std::sin(angle), std, mean);
  }
}

// Doubles beyond int64 (a geometric value at u = 0 is infinite) become the largest.
template <class T>
T narrowed(double x) {
  if constexpr (std::is_integral_v<T>) {
    if (!(x < 0x1p63)) return std::numeric_limits<T>::max();
  }
  return T(x);
}

// The largest T up to which every integer is a T, inclusive.
template <class T>
constexpr std::int64_t largest_integer() {
  if constexpr (std::is_floating_point_v<T>) {
    return std::int64_t(1) << std::numeric_limits<T>::digits;
  } else {
    return std::int64_t(std::numeric_limits<T>::max());
  }
}

// `range` integers from `from` on; a range of 0 stands for all 2^64, taken as they come.
template <class T>
void integers_in_range(const Generator& generator, T* out, std::int64_t n, std::uint64_t range,
                       std::int64_t from) {
  const Stream g(generator);
  const bool one_word = range != 0 && range < (std::uint64_t(1) << 32);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint64_t word = one_word ? g->random() : g->random64();
    out[i] = T(std::int64_t(range == 0 ? word : word % range + std::uint64_t(from)));
  }
}

template <class T>
void check_bound(const char* name, std::int64_t value) {
  if constexpr (std::is_same_v<T, bool>)
    require(value == 0 || value == 1, "random: ", name, " is ", value, ", which a bool cannot hold");
}

}  // namespace

template <class T>
void uniform(const Generator& generator, T* out, std::int64_t n, double from, double to) {
  constexpr double largest = double(std::numeric_limits<T>::max());
  require(std::abs(from) <= largest && std::abs(to) <= largest, "uniform: bounds ", from, " and ", to,
          " are not finite ", name_of(dtype_of<T>()), " values");
  require(from <= to, "uniform: from is ", from, ", which exceeds to, ", to);
  require(to - from <= largest, "uniform: the distance from ", from, " to ", to, " exceeds the largest ",
          name_of(dtype_of<T>()));
  const Stream g(generator);
  const T start = T(from), length = T(to) - T(from);
  for (std::int64_t i = 0; i < n; ++i) out[i] = std::fma(draw_uniform<T>(*g), length, start);
}

template <class T>
void normal(const Generator& generator, T* out, std::int64_t n, double mean, double std) {
  if (n < 16) return normal_one_by_one(generator, out, n, mean, std);
  check_std(std);
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = draw_uniform<T>(*g);
  for (std::int64_t i = 0; i + 16 <= n; i += 16) normal_block(out + i, T(mean), T(std));
  if (n % 16 == 0) return;
  T* last = out + n - 16;
  for (int i = 0; i < 16; ++i) last[i] = draw_uniform<T>(*g);
  normal_block(last, T(mean), T(std));
}

template <class T>
void normal_one_by_one(const Generator& generator, T* out, std::int64_t n, double mean, double std) {
  check_std(std);
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = T(std::fma(draw_normal(*g), std, mean));
}

template <class T>
void log_normal(const Generator& generator, T* out, std::int64_t n, double mean, double std) {
  require(std > 0, "log_normal: std is ", std, ", but must be above 0");
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = T(std::exp(std::fma(draw_normal(*g), std, mean)));
}

template <class T>
void exponential(const Generator& generator, T* out, std::int64_t n, double lambda) {
  require(lambda >= 0, "exponential: lambda is ", lambda, ", but must be at least 0");
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = T(-1 / lambda * std::log(1 - draw_uniform<double>(*g)));
}

template <class T>
void cauchy(const Generator& generator, T* out, std::int64_t n, double median, double sigma) {
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = T(std::fma(sigma, std::tan(std::numbers::pi * (draw_uniform<double>(*g) - 0.5)), median));
}

template <class T>
void geometric(const Generator& generator, T* out, std::int64_t n, double p) {
  require(p > 0 && p < 1, "geometric: p is ", p, ", but must lie inside (0, 1)");
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = narrowed<T>(std::ceil(std::log(draw_uniform<double>(*g)) / std::log1p(-p)));
}

template <class T>
void bernoulli(const Generator& generator, T* out, std::int64_t n, double p) {
  require(p >= 0 && p <= 1, "bernoulli: p is ", p, ", but must lie in [0, 1]");
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = T(draw_uniform<double>(*g) < p);
}

template <class T, class P>
void bernoulli_each(const Generator& generator, T* out, std::int64_t n, const P* p) {
  for (std::int64_t i = 0; i < n; ++i)
    require(p[i] >= 0 && p[i] <= 1, "bernoulli: element ", i, " of p is ", p[i], ", but must lie in [0, 1]");
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = T(draw_uniform<P>(*g) < p[i]);
}

template <class T>
void integers(const Generator& generator, T* out, std::int64_t n, std::int64_t from, std::int64_t to) {
  require(from < to, "random: from is ", from, ", but must be below to, ", to);
  std::int64_t last = to - 1;
  check_bound<T>("from", from);
  check_bound<T>("to - 1", last);
  if constexpr (std::is_floating_point_v<T>) {
    // A bound that rounds outwards moves to the neighbour inside. (2^63 is no int64, hence the test in T.)
    constexpr T inf = std::numeric_limits<T>::infinity();
    const T low = T(from), high = T(last);
    if (std::int64_t(low) < from) from = std::int64_t(std::nextafter(low, inf));
    if (high >= T(0x1p63) || std::int64_t(high) > last) last = std::int64_t(std::nextafter(high, -inf));
    require(from <= last, "random: no ", name_of(dtype_of<T>()), " lies between from and to, ", to);
  }
  integers_in_range(generator, out, n, std::uint64_t(last) - std::uint64_t(from) + 1, from);
}

template <class T>
void integers_from(const Generator& generator, T* out, std::int64_t n, std::int64_t from) {
  check_bound<T>("from", from);
  constexpr std::int64_t last = largest_integer<T>();
  require(from <= last, "random: from is ", from, ", but the largest value is ", last);
  integers_in_range(generator, out, n, std::uint64_t(last) - std::uint64_t(from) + 1, from);
}

template <class T>
void any_integers(const Generator& generator, T* out, std::int64_t n) {
  constexpr std::uint64_t range = std::uint64_t(largest_integer<T>()) + 1;
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = T(std::int64_t((sizeof(T) == 8 ? g->random64() : g->random()) % range));
}

void permutation(const Generator& generator, std::int64_t* out, std::int64_t n) {
  const Stream g(generator);
  for (std::int64_t i = 0; i < n; ++i) out[i] = i;
  for (std::int64_t i = 0; i < n - 1; ++i) std::swap(out[i], out[i + g->random() % (n - i)]);
}

template <class T>
void multinomial(const Generator& generator, std::int64_t* out, const T* p, std::int64_t rows,
                 std::int64_t categories, std::int64_t samples, bool replacement) {
  require(samples >= 1, "multinomial: got ", samples, " samples, but wants at least 1");
  require(replacement || samples <= categories, "multinomial: cannot draw ", samples, " samples from ",
          categories, " categories without replacement");
  for (std::int64_t r = 0; r < rows; ++r) {
    const T* row = p + r * categories;
    for (std::int64_t c = 0; c < categories; ++c)
      require(row[c] >= 0 && std::isfinite(row[c]), "multinomial: p[", r, ", ", c, "] is ", row[c],
              ", but must be finite and at least 0");
    const auto possible = std::count_if(row, row + categories, [](T x) { return x > 0; });
    require(possible > 0, "multinomial: row ", r, " has no positive probability");
    require(replacement || samples <= possible, "multinomial: cannot draw ", samples, " samples from the ",
            possible, " categories of row ", r, " with a positive probability, without replacement");
  }

  std::vector<T> scores;  // per row: the running sums, or p / e
  if (replacement) {
    scores.resize(std::size_t(categories));
    const Stream g(generator);
    constexpr double above_0 =
        std::numeric_limits<double>::denorm_min();  // 0 would be the first category's always
    for (std::int64_t r = 0; r < rows; ++r, p += categories) {
      T sum = 0;
      for (std::int64_t c = 0; c < categories; ++c) scores[std::size_t(c)] = sum += p[c];
      for (T& s : scores) s /= sum;
      scores.back() = 1;
      for (std::int64_t i = 0; i < samples; ++i)
        *out++ = std::lower_bound(scores.begin(), scores.end(), std::max(draw_uniform<double>(*g), above_0)) -
                 scores.begin();
    }
    return;
  }
  scores.resize(std::size_t(rows * categories));
  exponential(generator, scores.data(), rows * categories, 1);
  for (std::int64_t i = 0; i < rows * categories; ++i)
    if (p[i] > 0) scores[std::size_t(i)] = p[i] / scores[std::size_t(i)];
  std::vector<std::int64_t> order(static_cast<std::size_t>(categories));
  for (std::int64_t r = 0; r < rows; ++r, out += samples) {
    const T* chance = p + r * categories;
    const T* score = scores.data() + r * categories;
    for (std::int64_t c = 0; c < categories; ++c) order[std::size_t(c)] = c;
    std::partial_sort(order.begin(), order.begin() + samples, order.end(),
                      [=](std::int64_t a, std::int64_t b) {
                        if ((chance[a] > 0) != (chance[b] > 0)) return chance[a] > 0;
                        return score[a] > score[b] || (score[a] == score[b] && a < b);
                      });
    std::copy_n(order.begin(), samples, out);
  }
}

#define WENGERT_FLOATING(T)                                                                        \
  template void uniform(const Generator&, T*, std::int64_t, double, double);                       \
  template void normal(const Generator&, T*, std::int64_t, double, double);                        \
  template void normal_one_by_one(const Generator&, T*, std::int64_t, double, double);             \
  template void log_normal(const Generator&, T*, std::int64_t, double, double);                    \
  template void exponential(const Generator&, T*, std::int64_t, double);                           \
  template void cauchy(const Generator&, T*, std::int64_t, double, double);                        \
  template void multinomial(const Generator&, std::int64_t*, const T*, std::int64_t, std::int64_t, \
                            std::int64_t, bool);
#define WENGERT_EVERY(T)                                                                  \
  template void bernoulli(const Generator&, T*, std::int64_t, double);                    \
  template void bernoulli_each(const Generator&, T*, std::int64_t, const float*);         \
  template void bernoulli_each(const Generator&, T*, std::int64_t, const double*);        \
  template void integers(const Generator&, T*, std::int64_t, std::int64_t, std::int64_t); \
  template void integers_from(const Generator&, T*, std::int64_t, std::int64_t);          \
  template void any_integers(const Generator&, T*, std::int64_t);

WENGERT_FLOATING(float)
WENGERT_FLOATING(double)
WENGERT_EVERY(bool)
WENGERT_EVERY(std::int64_t)
WENGERT_EVERY(float)
WENGERT_EVERY(double)
template void geometric(const Generator&, std::int64_t*, std::int64_t, double);
template void geometric(const Generator&, float*, std::int64_t, double);
template void geometric(const Generator&, double*, std::int64_t, double);

#undef WENGERT_FLOATING
#undef WENGERT_EVERY

}  // namespace wengert::random
