#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/generator_impl.h"
#include "kernels/random.h"
#include "wengert/base/dtype.h"
#include "wengert/base/error.h"
#include "wengert/base/generator.h"

using namespace wengert;

namespace {

using Values = std::vector<double>;  // what was drawn, whatever its type
using Draw = std::function<Values(const Generator&, std::int64_t)>;

// A Draw from a function that fills memory of type T.
template <class T, class Fill>
Draw filling(Fill fill) {
  return [fill](const Generator& g, std::int64_t n) {
    auto memory = std::make_unique<T[]>(std::size_t(n));
    fill(g, memory.get(), n);
    return Values(memory.get(), memory.get() + n);
  };
}

template <class P>
std::vector<P> rising(std::int64_t n, P first, P divisor) {
  std::vector<P> p;
  for (std::int64_t i = 0; i < n; ++i) p.push_back((first + P(i)) / divisor);
  return p;
}

using Draws = std::map<std::string, Draw>;

template <class T>
void add_floating(Draws& draws) {
  const std::string type = name_of(dtype_of<T>());
  const auto add = [&](const char* name, auto fill) { draws[name + (" " + type)] = filling<T>(fill); };
  add("uniform", [](auto& g, T* x, auto n) { random::uniform(g, x, n, -.3, .7); });
  add("normal", [](auto& g, T* x, auto n) { random::normal(g, x, n, 1.5, 2.5); });
  add("strided normal", [](auto& g, T* x, auto n) { random::normal_one_by_one(g, x, n, 1.5, 2.5); });
  add("log_normal", [](auto& g, T* x, auto n) { random::log_normal(g, x, n, .5, .75); });
  add("exponential", [](auto& g, T* x, auto n) { random::exponential(g, x, n, 1.75); });
  add("cauchy", [](auto& g, T* x, auto n) { random::cauchy(g, x, n, .5, 2); });
  for (const bool replacement : {false, true})
    draws[std::string("multinomial with") + (replacement ? "" : "out") + " replacement " + type] =
        filling<std::int64_t>([replacement](auto& g, std::int64_t* x, auto n) {
          random::multinomial(g, x, rising<T>(n, 1, 1).data(), 1, n, n, replacement);
        });
}

template <class T>
void add_every(Draws& draws) {
  const std::string type = name_of(dtype_of<T>());
  const auto add = [&](const char* name, auto fill) { draws[name + (" " + type)] = filling<T>(fill); };
  add("bernoulli", [](auto& g, T* x, auto n) { random::bernoulli(g, x, n, .375); });
  add("bernoulli float32 p",
      [](auto& g, T* x, auto n) { random::bernoulli_each(g, x, n, rising<float>(n, 0, float(n)).data()); });
  add("bernoulli float64 p",
      [](auto& g, T* x, auto n) { random::bernoulli_each(g, x, n, rising<double>(n, 0, double(n)).data()); });
  add("any integers", [](auto& g, T* x, auto n) { random::any_integers(g, x, n); });
  if constexpr (std::is_same_v<T, bool>) {
    add("integers in [0, 2)", [](auto& g, T* x, auto n) { random::integers(g, x, n, 0, 2); });
  } else {
    constexpr std::int64_t one = 1;
    add("geometric", [](auto& g, T* x, auto n) { random::geometric(g, x, n, .25); });
    add("integers in [-3, 17)", [](auto& g, T* x, auto n) { random::integers(g, x, n, -3, 17); });
    add("integers in [5, 2^32 + 4)",
        [](auto& g, T* x, auto n) { random::integers(g, x, n, 5, (one << 32) + 4); });
    add("integers in [5, 2^32 + 5)",
        [](auto& g, T* x, auto n) { random::integers(g, x, n, 5, (one << 32) + 5); });
    add("integers in [-2^53 - 1, 2^54 - 1)",
        [](auto& g, T* x, auto n) { random::integers(g, x, n, -(one << 53) - 1, (one << 54) - 1); });
    add("integers from -7", [](auto& g, T* x, auto n) { random::integers_from(g, x, n, -7); });
  }
}

const Draws& all_draws() {
  static const Draws draws = [] {
    Draws d;
    add_floating<float>(d), add_floating<double>(d);
    add_every<float>(d), add_every<double>(d), add_every<std::int64_t>(d), add_every<bool>(d);
    d["integers from the smallest int64"] = filling<std::int64_t>([](auto& g, std::int64_t* x, auto n) {
      random::integers_from(g, x, n, std::numeric_limits<std::int64_t>::min());
    });
    d["permutation int64"] =
        filling<std::int64_t>([](auto& g, std::int64_t* x, auto n) { random::permutation(g, x, n); });
    return d;
  }();
  return draws;
}

// What libtorch 1.13 drew: the first and the last element, and the mean of x[i] (i mod 7 + 1).
struct Expected {
  const char* draw;
  std::int64_t n;
  double first, last, checksum;
};

const Expected after_seeding[] = {
#include "random_expected.inc"
};

// From one stream, in this order: kept normal values wait through draws of other kinds.
const Expected in_sequence[] = {
    {"normal float32", 5, 1.133012294769287, 5.726975440979004, 8.631263542175294},
    {"uniform float32", 3, -0.013161003589630127, 0.14509016275405884, 0.07824941476186116},
    {"integers in [-3, 17) int64", 4, 7.0, 0.0, 10.0},
    {"normal float64", 2, -0.7370696979315965, 2.8839526734400662, 2.5154178244742678},
    {"permutation int64", 6, 3.0, 1.0, 7.166666666666667},
    {"normal float32", 17, -1.7580417394638062, 4.362518787384033, 5.0044198369278625},
    {"uniform float64", 1, 0.14038366831106724, 0.14038366831106724, 0.14038366831106724},
    {"normal float64", 16, 6.440847909346159, -0.4853055066706865, 4.462531481450701},
    {"strided normal float32", 17, -0.1246824786067009, -3.3799352645874023, 3.919655330479145},
    {"bernoulli float32", 5, 0.0, 1.0, 1.8},
    {"permutation int64", 1, 0.0, 0.0, 0.0},
    {"log_normal float32", 2, 2.3779237270355225, 2.2307708263397217, 3.419732689857483},
    {"any integers int64", 1, 6.245452120524356e+18, 6.245452120524356e+18, 6.245452120524356e+18},
    {"normal float32", 1, 0.7793782353401184, 0.7793782353401184, 0.7793782353401184},
    {"normal float64", 1, 0.01834809749053623, 0.01834809749053623, 0.01834809749053623},
};

void check(const Generator& g, const Expected& e) {
  CAPTURE(e.draw);
  CAPTURE(e.n);
  const Values x = all_draws().at(e.draw)(g, e.n);
  double checksum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) checksum += x[i] * double(i % 7 + 1) / double(e.n);
  CHECK(x.front() == doctest::Approx(e.first).epsilon(1e-6));
  CHECK(x.back() == doctest::Approx(e.last).epsilon(1e-6));
  CHECK(checksum == doctest::Approx(e.checksum).epsilon(1e-6));
}

std::vector<float> normals(const Generator& g, std::int64_t n) {
  std::vector<float> x(static_cast<std::size_t>(n));
  random::normal(g, x.data(), n, 0, 1);
  return x;
}

}  // namespace

TEST_CASE("every draw gives libtorch's numbers") {
  for (const Expected& e : after_seeding)
    check(make_generator((std::uint64_t(1) << 32) + std::uint64_t(e.n)), e);
}

TEST_CASE("draws of all kinds follow each other as in libtorch") {
  const Generator g = make_generator(7);
  for (const Expected& e : in_sequence) check(g, e);
}

TEST_CASE("float uniforms and one-by-one normals have libtorch's bits") {
  manual_seed(0);
  float u[3], z[3];
  random::uniform(Generator(), u, 3, 0, 1);
  CHECK(u[0] == 0.49625658988952637f);
  CHECK(u[1] == 0.7682217955589294f);
  CHECK(u[2] == 0.08847743272781372f);
  manual_seed(0);
  random::normal(Generator(), z, 3, 0, 1);
  CHECK(z[0] == 1.5409960746765137f);
  CHECK(z[1] == -0.293428897857666f);
  CHECK(z[2] == -2.1787893772125244f);
}

TEST_CASE("the twister is MT19937") {
  // Its 10000th word from seed 5489, as the C++ standard gives it for std::mt19937.
  MersenneTwister twister(5489);
  for (int i = 1; i < 10000; ++i) twister.next();
  CHECK(twister.next() == 4123659995u);
}

TEST_CASE("seeding restarts the stream and forgets the kept normal") {
  Generator g = make_generator(3);
  const auto first = normals(g, 3);  // leaves a sine behind
  g.set_current_seed(3);
  CHECK(normals(g, 3) == first);
  CHECK(g.current_seed() == 3);
  CHECK(normals(g, 3) != first);
}

TEST_CASE("a stream that nobody seeded starts at libtorch's default seed") {
  const Generator g = make_generator();
  CHECK(g.current_seed() == 67280421310721u);
  float u[2];
  random::uniform(g, u, 2, 0, 1);
  CHECK(u[0] == doctest::Approx(0.2673).epsilon(1e-3));
  CHECK(u[1] == doctest::Approx(0.8725).epsilon(1e-3));
}

TEST_CASE("the 64-bit seed counts by its low word, and is reported whole") {
  const Generator a = make_generator((std::uint64_t(9) << 32) + 4), b = make_generator(4);
  CHECK(normals(a, 20) == normals(b, 20));
  CHECK(a.current_seed() == (std::uint64_t(9) << 32) + 4);
}

TEST_CASE("seed() starts somewhere new and says where") {
  Generator g = make_generator(3);
  const std::uint64_t s = g.seed();
  CHECK(s != g.seed());
  const Generator again = make_generator(s);
  g.set_current_seed(s);
  CHECK(normals(g, 5) == normals(again, 5));
}

TEST_CASE("a copy shares the stream, a clone goes its own way") {
  const Generator g = make_generator(3);
  normals(g, 3);
  const Generator same = g, other = g.clone();
  CHECK(same == g);
  CHECK_FALSE(other == g);
  const auto expected = normals(g, 5);
  CHECK(normals(other, 5) == expected);
  CHECK(normals(same, 5) != expected);
}

TEST_CASE("a state goes out and back in") {
  Generator g = make_generator(99);
  normals(g, 3);
  const auto state = g.get_state();
  const auto expected = normals(g, 700);
  Generator h = make_generator(1);
  h.set_state(state);
  CHECK(h.get_state() == state);
  CHECK(normals(h, 700) == expected);
  CHECK(h.current_seed() == 99);
}

TEST_CASE("the state's bytes are torch.get_rng_state()'s") {
  // After torch.manual_seed(99); torch.randn(3), as an FNV-1a hash, and without the kept value's last bits.
  const Generator g = make_generator(99);
  normals(g, 3);
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto state = g.get_state();
  for (std::size_t i = 0; i < 5024; ++i) hash = (hash ^ state[i]) * 0x100000001b3u;
  CHECK(state.size() == 5056);
  CHECK(hash == 0x845502686073dd80u);
  CHECK(state[5040] == 1);
}

TEST_CASE("bytes that are no state are refused, and the stream stays where it is") {
  Generator g = make_generator(3);
  auto state = g.get_state();
  CHECK_THROWS_WITH_AS(g.set_state({}), "Generator::set_state: got 0 bytes, but a state has 5056", Error);
  for (const std::uint8_t left : {0, 255}) {
    auto bad = state;
    bad[8] = left;
    bad[9] = left;
    CHECK_THROWS_AS(g.set_state(bad), Error);
  }
  state[12] = 0;
  CHECK_THROWS_AS(g.set_state(state), Error);
  CHECK(normals(g, 5) == normals(make_generator(3), 5));
}

TEST_CASE("an undefined generator draws from the default, and has no state of its own") {
  manual_seed(5);
  CHECK(normals(Generator(), 5) == normals(make_generator(5), 5));
  CHECK(default_generator().current_seed() == 5);
  Generator none;
  CHECK_FALSE(none.defined());
  CHECK_THROWS_AS(none.set_current_seed(1), Error);
  CHECK_THROWS_AS(none.seed(), Error);
  CHECK_THROWS_AS(none.clone(), Error);
  CHECK_THROWS_AS(none.lock(), Error);
}

TEST_CASE("threads share a stream without losing or repeating a number") {
  const Generator g = make_generator(3);
  std::vector<std::int64_t> halves(2000), whole(2000);
  std::thread other([&] {
    for (std::size_t i = 0; i < 1000; ++i) random::any_integers(g, &halves[i], 1);
  });
  for (std::size_t i = 1000; i < 2000; ++i) random::any_integers(g, &halves[i], 1);
  other.join();
  random::any_integers(make_generator(3), whole.data(), 2000);
  std::sort(halves.begin(), halves.end());
  std::sort(whole.begin(), whole.end());
  CHECK(halves == whole);
}

TEST_CASE("multinomial draws rows apart, and never what has probability zero") {
  const float p[] = {0, 1, 0, 3, 2, 0};
  std::int64_t x[40];
  random::multinomial(make_generator(1), x, p, 2, 3, 20, true);
  for (int i = 0; i < 20; ++i) CHECK(x[i] == 1);
  for (int i = 20; i < 40; ++i) CHECK(x[i] != 2);
  random::multinomial(make_generator(1), x, p, 2, 3, 1, false);
  CHECK(x[0] == 1);
  CHECK(x[1] != 2);
}

TEST_CASE("drawing nothing costs nothing") {
  const Generator g = make_generator(3);
  float x;
  std::int64_t k;
  random::uniform(g, &x, 0, 0, 1);
  random::normal(g, &x, 0, 0, 1);
  random::permutation(g, &k, 0);
  random::permutation(g, &k, 1);
  CHECK(normals(g, 5) == normals(make_generator(3), 5));
}

TEST_CASE("wrong parameters throw before anything is drawn") {
  const Generator g = make_generator(3);
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  float x[4] = {7, 7, 7, 7};
  bool b[4];
  std::int64_t k[4];
  CHECK_THROWS_WITH_AS(random::uniform(g, x, 4, 1, 0), "uniform: from is 1, which exceeds to, 0", Error);
  CHECK_THROWS_AS(random::uniform(g, x, 4, nan, 1), Error);
  CHECK_THROWS_AS(random::uniform(g, x, 4, 0, inf), Error);
  CHECK_THROWS_AS(random::uniform(g, x, 4, 0, 1e39), Error);
  CHECK_THROWS_AS(random::uniform(g, x, 4, -3e38, 3e38), Error);
  CHECK_THROWS_WITH_AS(random::normal(g, x, 4, 0, -1), "normal: std is -1, but must be at least 0", Error);
  CHECK_THROWS_AS(random::normal(g, x, 4, 0, nan), Error);
  CHECK_THROWS_AS(random::log_normal(g, x, 4, 0, 0), Error);
  CHECK_THROWS_AS(random::exponential(g, x, 4, -1), Error);
  CHECK_THROWS_AS(random::geometric(g, x, 4, 0), Error);
  CHECK_THROWS_AS(random::geometric(g, x, 4, 1), Error);
  CHECK_THROWS_AS(random::bernoulli(g, x, 4, 1.5), Error);
  CHECK_THROWS_AS(random::bernoulli(g, x, 4, nan), Error);
  const float p[] = {0, 1, 2, 0};
  CHECK_THROWS_WITH_AS(random::bernoulli_each(g, x, 4, p),
                       "bernoulli: element 2 of p is 2, but must lie in [0, 1]", Error);
  CHECK_THROWS_WITH_AS(random::integers(g, k, 4, 5, 5), "random: from is 5, but must be below to, 5", Error);
  CHECK_THROWS_AS(random::integers(g, b, 4, 0, 3), Error);
  CHECK_THROWS_AS(random::integers_from(g, b, 4, 2), Error);
  CHECK_THROWS_AS(random::integers_from(g, x, 4, (1 << 24) + 1), Error);
  CHECK_THROWS_AS(random::multinomial(g, k, p, 1, 4, 0, true), Error);
  CHECK_THROWS_AS(random::multinomial(g, k, p, 1, 4, 5, false), Error);
  CHECK_THROWS_AS(random::multinomial(g, k, p, 4, 1, 1, false), Error);  // rows 0 and 3 have no positive p
  const float bad[] = {1, -1, 1, float(nan)};
  CHECK_THROWS_WITH_AS(random::multinomial(g, k, bad, 2, 2, 1, true),
                       "multinomial: p[0, 1] is -1, but must be finite and at least 0", Error);
  CHECK_THROWS_AS(random::multinomial(g, k, bad + 2, 1, 2, 1, true), Error);
  for (const float untouched : x) CHECK(untouched == 7);
  CHECK(normals(g, 5) == normals(make_generator(3), 5));
}
