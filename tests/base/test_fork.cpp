#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

/// What f returns in a child of this process; -1 when the child hangs or dies.
template <class F>
int in_child(F f) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(60);  // a child that hangs is killed
    _exit(f());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A step with products, loops and reductions beyond every grain, random numbers and a backward.
float step() {
  manual_seed(0);
  const Tensor w = randn({256, 256}, requires_grad()), x = randn({512, 256});
  nn::functional::gelu(mm(x, w)).square().mean().backward();
  return w.grad().abs().sum().item<float>();
}

/// Runs f again and again in another thread while this lives.
template <class F>
class Meanwhile {
 public:
  explicit Meanwhile(F f)
      : thread_([this, f] {
          while (!stop_) f();
        }) {}
  ~Meanwhile() {
    stop_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace

TEST_CASE("fork: the child of a process that had two threads works, on one") {
  const float want = step();
  set_num_threads(2);
  CHECK(step() == want);
  CHECK(in_child([&] { return step() == want ? 0 : 1; }) == 0);
  CHECK(in_child([&] {
          set_num_threads(1);
          return step() == want ? 0 : 1;
        }) == 0);
  CHECK(step() == want);  // the parent keeps its threads
  set_num_threads(1);
  CHECK(in_child([&] { return step() == want ? 0 : 1; }) == 0);
}

TEST_CASE("fork: while other threads train, draw and allocate, the child works") {
  const float want = step();
  const Meanwhile training([] {
    const Tensor w = ones({16, 16}, requires_grad());
    for (int i = 0; i < 20; ++i) mm(w, w).relu().sum().backward();
  });
  const Meanwhile drawing([] { rand({1000}); });
  const Meanwhile allocating([] {
    std::vector<Tensor> many;
    for (int i = 0; i < 300; ++i) many.push_back(empty({100 * i}));
    empty_cache();
  });
  for (int i = 0; i < 30; ++i) CHECK(in_child([&] { return step() == want ? 0 : 1; }) == 0);
}
