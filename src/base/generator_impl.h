// The stream itself: a Mersenne Twister, and the normal value that Box-Muller leaves over.
#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "wengert/base/generator.h"

namespace wengert {

/// MT19937 (Matsumoto & Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
/// pseudo-random number generator", ACM TOMACS 8, 1998): 624 words obey the linear recurrence
///   x[k+624] = x[k+397] ^ (upper bit of x[k] | lower 31 bits of x[k+1]) A,
/// and each is tempered on its way out. A new block of 624 is made whenever one is used up.
class MersenneTwister {
 public:
  static constexpr int kWords = 624;

  explicit MersenneTwister(std::uint32_t seed);
  std::uint32_t next() {
    if (position_ == kWords) twist();
    return temper(words_[std::size_t(position_++)]);
  }

  const std::array<std::uint32_t, kWords>& words() const { return words_; }
  int position() const { return position_; }
  void restore(const std::array<std::uint32_t, kWords>& words, int position) {
    words_ = words;
    position_ = position;
  }

 private:
  void twist();
  static std::uint32_t temper(std::uint32_t x) {
    x ^= x >> 11;
    x ^= (x << 7) & 0x9d2c5680u;
    x ^= (x << 15) & 0xefc60000u;
    return x ^ (x >> 18);
  }

  std::array<std::uint32_t, kWords> words_;
  int position_ = kWords;  // of the next word to give out
};

struct GeneratorImpl {
  explicit GeneratorImpl(std::uint64_t s) : seed(s), twister(std::uint32_t(s)) {}

  std::uint32_t random() { return twister.next(); }
  std::uint64_t random64() {
    const std::uint64_t high = random();
    return (high << 32) | random();
  }

  std::uint64_t seed;
  MersenneTwister twister;
  std::optional<double> next_double_normal;
  std::optional<float>
      next_float_normal;       // no operation draws it; kept so that a state goes through unchanged
  std::recursive_mutex mutex;  // whoever holds the generator may draw from it
};

}  // namespace wengert
