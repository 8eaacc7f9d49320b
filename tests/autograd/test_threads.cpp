// What several threads may do at once (docs/01-from-backward-to-blas.md). Exact sums here; races are ThreadSanitizer's to see.
#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

template <class F>
void in_threads(int n, F f) {
  std::vector<std::thread> threads;
  for (int t = 0; t < n; ++t) threads.emplace_back([&f, t] { f(t); });
  for (auto& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("separate models train in separate threads, with the numbers of one thread") {
  auto train = [](int seed) {
    Tensor w = (zeros({8, 8}) + 0.1 * double(seed + 1)).set_requires_grad(true);
    const Tensor x = ones({4, 8});
    for (int i = 0; i < 30; ++i) {
      w.mutable_grad() = Tensor();
      mm(x, w).tanh().square().mean().backward();
      NoGradGuard guard;
      w.sub_(w.grad() * 0.1);
    }
    return list(w);
  };
  std::vector<Values> alone, together(4);
  for (int t = 0; t < 4; ++t) alone.push_back(train(t));
  in_threads(4, [&](int t) { together[std::size_t(t)] = train(t); });
  CHECK(alone == together);
}

TEST_CASE("threads that meet at a leaf add up exactly, with and without a list of inputs") {
  Tensor w = leaf({1}), v = leaf({1});
  in_threads(4, [&](int t) {
    for (int i = 0; i < 500; ++i) {
      Tensor loss = w * 2 + v;
      if (t % 2)
        loss.backward();
      else
        loss.backward({}, nullopt, false, TensorList{w, v});
    }
  });
  CHECK(list(w.grad()) == Values{4000});
  CHECK(list(v.grad()) == Values{2000});
}

TEST_CASE("one recorded graph may be walked by several threads that retain it") {
  Tensor x = leaf({1, 2});
  Tensor y = (x.exp() * x).sum();
  const Tensor once = autograd::grad({y}, {x}, {}, true)[0];
  in_threads(4, [&](int) {
    for (int i = 0; i < 100; ++i) CHECK(autograd::grad({y}, {x}, {}, true)[0].equal(once));
  });
}

TEST_CASE("a shared model infers in several threads") {
  nn::Sequential model(nn::Linear(8, 16), nn::LayerNorm(16), nn::ReLU(), nn::Linear(16, 4));
  const Tensor x = ones({3, 8});
  const Values expected = list(model->forward(x));
  std::atomic<int> wrong{0};
  in_threads(4, [&](int t) {
    const AutoGradMode mode(t % 2 == 0);
    for (int i = 0; i < 50; ++i) wrong += list(model->forward(x)) != expected;
  });
  CHECK(wrong == 0);
}

TEST_CASE("views of one tensor in two threads after a write in place") {
  for (int round = 0; round < 200; ++round) {
    Tensor x = leaf({1, 1});
    Tensor y = x * 1;
    const Tensor v = y.view({2, 1});
    y.mul_(2);  // the history of v is out of date now
    in_threads(2, [&](int) { (v * 4).sum().backward({}, true); });
    CHECK(list(x.grad()) == Values{16, 16});
  }
}

TEST_CASE("a tensor made in one thread goes on in another") {
  Tensor x = leaf({1});
  Tensor y;
  in_threads(1, [&](int) {
    for (int i = 0; i < 100; ++i) (x * 2).exp();  // this thread has come further on the tape
    y = x * 3;
  });
  Tensor z = y * y + y;
  in_threads(1, [&](int) { z.backward(); });
  CHECK(list(x.grad()) == Values{2 * 3 * 3 + 3});
}

TEST_CASE("a hook may wait for the backward of another thread") {
  Tensor x = leaf({1}), other = leaf({1});
  Tensor y = x * 2;
  y.register_hook([&](Tensor) { in_threads(1, [&](int) { (other * 3).backward(); }); });
  y.backward();
  CHECK(list(x.grad()) == Values{2});
  CHECK(list(other.grad()) == Values{3});
}

TEST_CASE("a mutex that is taken in a hook, and around backward elsewhere, is the user's alone") {
  std::mutex users;
  std::atomic<bool> locked{false}, in_hook{false};
  Tensor a = leaf({1}), b = leaf({1});
  std::thread first([&] {
    Tensor y = a * 2;
    y.register_hook([&](Tensor) {
      in_hook = true;
      while (!locked) std::this_thread::yield();
      std::lock_guard lock(users);  // held by the other thread, which is on its way to backward
    });
    y.backward();
  });
  std::thread second([&] {
    std::lock_guard lock(users);
    locked = true;
    while (!in_hook) std::this_thread::yield();
    (b * 3).backward();
  });
  first.join();
  second.join();
  CHECK(list(a.grad()) == Values{2});
  CHECK(list(b.grad()) == Values{3});
}
