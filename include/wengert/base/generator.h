// The source of random numbers: a handle to one stream, and the stream that everybody shares.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <vector>

namespace wengert {

struct GeneratorImpl;

/// A handle to a stream of random numbers; copies share the stream, `clone()` starts a second one.
///
/// The stream is libtorch's, number for number: a 32-bit Mersenne Twister (Matsumoto & Nishimura, 1998) and
/// one kept normal value, because Box-Muller makes two at a time. A default-constructed Generator is
/// undefined; given as an argument it stands for `default_generator()`, and its members throw Error.
///
/// Operations that draw take a lock meanwhile, and so may a caller who draws several times while other
/// threads use the same stream (lock() and unlock() make a Generator work with std::lock_guard; the thread
/// that holds the lock may draw). The members that set and read the state do not take it.
class Generator {
 public:
  Generator() = default;
  template <std::same_as<std::shared_ptr<GeneratorImpl>> Impl>  // which a literal 0 is not
  explicit Generator(Impl impl) : impl_(std::move(impl)) {}

  bool defined() const { return impl_ != nullptr; }
  /// Restarts the stream at `seed`, of which the twister takes the low 32 bits; forgets the kept normal
  /// value.
  void set_current_seed(std::uint64_t seed);
  /// The seed at which the stream was last restarted.
  std::uint64_t current_seed() const;
  /// Restarts the stream at a seed from the operating system, and returns that seed.
  std::uint64_t seed();
  /// A second stream that goes on exactly where this one is.
  Generator clone() const;

  /// Where the stream is: seed, twister and kept normal values, in the 5056 bytes of torch.get_rng_state().
  std::vector<std::uint8_t> get_state() const;
  /// Goes on from where `get_state()` was called; throws Error on bytes that are no such state.
  void set_state(const std::vector<std::uint8_t>& state);

  void lock() const;
  void unlock() const;
  GeneratorImpl* impl() const { return impl_.get(); }

  /// True for two handles to the same stream.
  friend bool operator==(const Generator& a, const Generator& b) { return a.impl_ == b.impl_; }

 private:
  GeneratorImpl& checked(const char* what) const;
  std::shared_ptr<GeneratorImpl> impl_;
};

/// The seed of a stream that nobody has seeded.
inline constexpr std::uint64_t default_rng_seed_val = 67280421310721;

/// A new stream, independent of all others.
Generator make_generator(std::uint64_t seed = default_rng_seed_val);

/// The stream that is used where no Generator is given.
const Generator& default_generator();

/// Restarts the default stream: the same calls after it give the same numbers.
void manual_seed(std::uint64_t seed);

}  // namespace wengert
