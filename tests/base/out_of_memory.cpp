// The n-th allocation of a training step fails, for every n: whatever was called leaves everything as it was, or
// as it is documented, and the next call works. operator new is replaced here, and so this is a program of its
// own.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

#include "base/allocator.h"
#include "wengert/wengert.h"

namespace {
long left = -1;  // calls of operator new until one fails
}

void* operator new(std::size_t bytes) {
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  if (void* block = std::malloc(bytes)) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
// noinline: g++ sees free() meet new where it puts one into the other, and warns.
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

using namespace wengert;

namespace {

int failures = 0;

void check(bool right, const std::string& what, long n) {
  if (right) return;
  std::fprintf(stderr, "out_of_memory: %s (allocation %ld)\n", what.c_str(), n);
  ++failures;
}

std::vector<Tensor> copies(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> all;
  for (const Tensor& x : tensors) all.push_back(x.defined() ? x.detach().clone() : x);
  return all;
}
bool same(const Tensor& a, const Tensor& b) {
  return a.defined() == b.defined() && (!a.defined() || a.detach().equal(b.detach()));
}
bool same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  bool all = a.size() == b.size();
  for (std::size_t i = 0; all && i < a.size(); ++i) all = same(a[i], b[i]);
  return all;
}

template <class Optimizer, class Options>
struct World {
  explicit World(Options options) {
    manual_seed(3);
    net = nn::Sequential(nn::Linear(6, 8), nn::BatchNorm1d(8), nn::ReLU(), nn::Linear(8, 8), nn::LayerNorm(8),
                         nn::GELU(), nn::Linear(8, 3));
    optimizer = std::make_unique<Optimizer>(net->parameters(), options);
    x = randn({16, 6});
    y = randint(3, {16}, kInt64);
  }
  void forward() { loss = nn::functional::cross_entropy(net->forward(x), y); }
  void backward() { loss.backward(); }
  void step() { optimizer->step(); }
  void whole_step() {
    optimizer->zero_grad();
    forward();
    backward();
    step();
  }

  std::vector<Tensor> parameters() const { return net->parameters(); }
  std::vector<Tensor> gradients() const {
    std::vector<Tensor> all;
    for (const Tensor& p : net->parameters()) all.push_back(p.grad());
    return all;
  }

  nn::Sequential net{nullptr};
  std::unique_ptr<optim::Optimizer> optimizer;
  Tensor x, y, loss;
};

/// How an allocation is made to fail: arm(n), and arm(-1) for none.
using Arm = void (*)(long n);
void fail_block(long n) { memory::fail_after(n); }
void fail_new(long n) { left = n; }  // there are few: tensors and nodes are blocks

/// Calls f with its n-th allocation failing; false when it threw.
bool survives(Arm arm, long n, const std::function<void()>& f) {
  arm(n);
  try {
    f();
    arm(-1);
    return true;
  } catch (const Error&) {
  } catch (const std::bad_alloc&) {
  }
  arm(-1);
  return false;
}

/// Lets each allocation of the second or, where `first`, of the first step fail in turn.
template <class Optimizer, class Options>
void run(const std::string& name, Options options, Arm arm, bool first) {
  const auto make = [&] {
    World<Optimizer, Options> w(options);
    if (!first) w.whole_step();
    w.optimizer->zero_grad();
    return w;
  };
  auto want = make();
  const auto start = copies(want.parameters());
  want.forward();
  const auto buffers_after = copies(want.net->buffers());
  want.backward();
  const auto gradients_after = copies(want.gradients());
  want.step();
  const auto parameters_after = copies(want.parameters());
  want.whole_step();
  const auto at_the_end = copies(want.parameters());

  long n = 0;
  for (bool failed = true; failed; ++n) {
    auto w = make();
    const auto buffers = copies(w.net->buffers());
    failed = !survives(arm, n, [&] { w.forward(); });
    if (!failed) break;
    const auto now = w.net->buffers();  // BatchNorm has run, or it has not
    check(same(now, buffers) || same(now, buffers_after), name + ": half a running statistic", n);
    check(same(w.parameters(), start), name + ": forward changed a parameter", n);
    {
      NoGradGuard quiet;
      for (std::size_t i = 0; i < now.size(); ++i) now[i].copy_(buffers[i]);
    }
    w.forward();
    check(same(w.net->buffers(), buffers_after), name + ": forward again", n);
    w.backward();
    check(same(w.gradients(), gradients_after), name + ": backward after a failed forward", n);
  }
  check(n > 5 || arm == fail_new, name + ": no allocation failed in forward", n);

  n = 0;
  for (bool failed = true; failed; ++n) {
    auto w = make();
    w.forward();
    failed = !survives(arm, n, [&] { w.backward(); });
    if (!failed) break;
    check(same(w.parameters(), start), name + ": backward changed a parameter", n);
    const auto gradients = w.gradients();  // each is all there, or not there
    for (std::size_t i = 0; i < gradients.size(); ++i)
      check(!gradients[i].defined() || same(gradients[i], gradients_after[i]), name + ": half a gradient", n);
    w.optimizer->zero_grad();
    w.loss = {};
    w.forward();
    w.backward();
    check(same(w.gradients(), gradients_after), name + ": backward again", n);
  }
  check(n > 5 || arm == fail_new, name + ": no allocation failed in backward", n);

  n = 0;
  for (bool failed = true; failed; ++n) {
    auto w = make();
    w.forward();
    w.backward();
    failed = !survives(arm, n, [&] { w.step(); });
    const auto now = w.parameters();
    if (!failed) {
      w.whole_step();
      check(same(w.parameters(), at_the_end), name + ": the step after", n);
      break;
    }
    check(same(w.gradients(), gradients_after), name + ": step changed a gradient", n);
    for (std::size_t i = 0; i < now.size(); ++i) {
      check(same(now[i], start[i]) || same(now[i], parameters_after[i]), name + ": half a step", n);
      // One that was updated waits; the others then come to where they should be.
      if (!same(now[i], start[i])) now[i].mutable_grad() = {};
    }
    w.step();
    check(same(w.parameters(), parameters_after), name + ": step again", n);
    w.whole_step();
    check(same(w.parameters(), at_the_end), name + ": the step after a failed one", n);
  }
}

}  // namespace

int main() {
  for (const Arm arm : {fail_block, fail_new})
    for (const bool first : {true, false}) {
      run<optim::SGD>("SGD", optim::SGDOptions(0.1).momentum(0.9).nesterov(true), arm, first);
      run<optim::Adam>("Adam", optim::AdamOptions(1e-2).amsgrad(true), arm, first);
      run<optim::RMSprop>("RMSprop", optim::RMSpropOptions(1e-2).momentum(0.5).centered(true), arm, first);
      run<optim::Adagrad>("Adagrad", optim::AdagradOptions(1e-2), arm, first);
    }
  return failures != 0;
}
