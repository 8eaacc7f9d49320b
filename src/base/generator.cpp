#include "wengert/base/generator.h"

#include <pthread.h>

#include <cstring>
#include <new>
#include <random>
#include <string>

#include "base/generator_impl.h"
#include "wengert/base/error.h"

namespace wengert {

MersenneTwister::MersenneTwister(std::uint32_t seed) {
  // Knuth's initialisation, from the authors' revision of 2002.
  words_[0] = seed;
  for (std::uint32_t i = 1; i < kWords; ++i)
    words_[i] = 1812433253u * (words_[i - 1] ^ (words_[i - 1] >> 30)) + i;
}

void MersenneTwister::twist() {
  constexpr std::size_t n = kWords, m = 397;
  const auto mix = [](std::uint32_t upper, std::uint32_t lower) {
    const std::uint32_t x = (upper & 0x80000000u) | (lower & 0x7fffffffu);
    return (x >> 1) ^ (x & 1u ? 0x9908b0dfu : 0u);  // times A: shift, and add the last row if a one fell out
  };
  auto& x = words_;
  for (std::size_t k = 0; k < n - m; ++k) x[k] = x[k + m] ^ mix(x[k], x[k + 1]);
  for (std::size_t k = n - m; k < n - 1; ++k) x[k] = x[k + m - n] ^ mix(x[k], x[k + 1]);
  x[n - 1] = x[m - 1] ^ mix(x[n - 1], x[0]);
  position_ = 0;
}

GeneratorImpl& Generator::checked(const char* what) const {
  if (!impl_)
    throw Error(std::string("Generator::") + what + ": the generator is undefined; use make_generator()");
  return *impl_;
}

void Generator::set_current_seed(std::uint64_t seed) {
  GeneratorImpl& g = checked("set_current_seed");
  g.seed = seed;
  g.twister = MersenneTwister(std::uint32_t(seed));
  g.next_double_normal.reset();
  g.next_float_normal.reset();
}

std::uint64_t Generator::current_seed() const { return checked("current_seed").seed; }

std::uint64_t Generator::seed() {
  checked("seed");
  std::random_device device;
  const std::uint64_t high = device();
  const std::uint64_t fresh = (high << 32) | device();
  set_current_seed(fresh);
  return fresh;
}

Generator Generator::clone() const {
  const GeneratorImpl& g = checked("clone");
  auto copy = std::make_shared<GeneratorImpl>(g.seed);
  copy->twister = g.twister;
  copy->next_double_normal = g.next_double_normal;
  copy->next_float_normal = g.next_float_normal;
  return Generator(std::move(copy));
}

void Generator::lock() const { checked("lock").mutex.lock(); }
void Generator::unlock() const { checked("unlock").mutex.unlock(); }

namespace {

// The layout of torch.get_rng_state(), kept so that a state can move between the two frameworks. `left`
// counts the words of the block, the last one given out included, so that 1 means "make a new block".
struct StateBytes {
  std::uint64_t seed;
  std::int32_t left;
  std::int32_t seeded;
  std::uint64_t next;
  std::uint64_t words[MersenneTwister::kWords];
  double unused_x;
  double normal;
  double unused_rho;
  std::int32_t has_normal;
  std::int32_t padding;
  float float_normal;
  std::uint8_t has_float_normal;
  std::uint8_t padding2[3];
};
static_assert(sizeof(StateBytes) == 5056);

}  // namespace

std::vector<std::uint8_t> Generator::get_state() const {
  const GeneratorImpl& g = checked("get_state");
  StateBytes s{};
  s.seed = g.seed;
  s.seeded = 1;
  s.next = std::uint64_t(g.twister.position());
  s.left = MersenneTwister::kWords + 1 - g.twister.position();
  for (std::size_t i = 0; i < MersenneTwister::kWords; ++i) s.words[i] = g.twister.words()[i];
  s.has_normal = g.next_double_normal.has_value();
  s.normal = g.next_double_normal.value_or(0);
  s.has_float_normal = g.next_float_normal.has_value();
  s.float_normal = g.next_float_normal.value_or(0);
  std::vector<std::uint8_t> bytes(sizeof s);
  std::memcpy(bytes.data(), &s, sizeof s);
  return bytes;
}

void Generator::set_state(const std::vector<std::uint8_t>& state) {
  GeneratorImpl& g = checked("set_state");
  constexpr int n = MersenneTwister::kWords;
  StateBytes s;
  if (state.size() != sizeof s)
    throw Error("Generator::set_state: got " + std::to_string(state.size()) + " bytes, but a state has " +
                std::to_string(sizeof s));
  std::memcpy(&s, state.data(), sizeof s);
  if (s.seeded != 1 || s.left < 1 || s.left > n || s.next > n)
    throw Error("Generator::set_state: the bytes are not a generator's state");
  std::array<std::uint32_t, n> words;
  for (std::size_t i = 0; i < n; ++i) words[i] = std::uint32_t(s.words[i]);
  g.seed = s.seed;
  g.twister.restore(words, n + 1 - s.left);
  g.next_double_normal = s.has_normal ? std::optional(s.normal) : std::nullopt;
  g.next_float_normal = s.has_float_normal ? std::optional(s.float_normal) : std::nullopt;
}

Generator make_generator(std::uint64_t seed) { return Generator(std::make_shared<GeneratorImpl>(seed)); }

const Generator& default_generator() {
  // Never destroyed: destructors of static objects may draw.
  static const Generator& generator = *new Generator([] {
    // A thread that draws at the moment of a fork() is not there in the child to unlock.
    pthread_atfork(nullptr, nullptr, [] { new (&default_generator().impl()->mutex) std::recursive_mutex; });
    return make_generator();
  }());
  return generator;
}

void manual_seed(std::uint64_t seed) {
  Generator generator = default_generator();
  const std::lock_guard lock(generator);
  generator.set_current_seed(seed);
}

}  // namespace wengert
