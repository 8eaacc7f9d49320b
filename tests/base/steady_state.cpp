// Once it runs, a program asks the system for nothing: an inference calls malloc not once, and a training step
// leaves the heap as it found it. malloc is counted here, and so this is a program of its own.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "wengert/wengert.h"

extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_realloc(void*, std::size_t);
extern "C" void* __libc_memalign(std::size_t, std::size_t);

namespace {
bool counting = false;
long calls = 0;
void note() { calls += counting; }
}  // namespace

extern "C" void* malloc(std::size_t n) {
  note();
  return __libc_malloc(n);
}
extern "C" void* calloc(std::size_t n, std::size_t size) {
  note();
  return __libc_calloc(n, size);
}
extern "C" void* realloc(void* p, std::size_t n) {
  note();
  return __libc_realloc(p, n);
}
extern "C" void* aligned_alloc(std::size_t align, std::size_t n) {
  note();
  return __libc_memalign(align, n);
}
extern "C" int posix_memalign(void** p, std::size_t align, std::size_t n) {
  note();
  *p = __libc_memalign(align, n);
  return *p ? 0 : 12;
}

using namespace wengert;

namespace {

int failures = 0;

void check(bool right, const char* what, long got) {
  if (right) return;
  std::fprintf(stderr, "steady_state: %s: %ld\n", what, got);
  ++failures;
}

/// How often f calls malloc when it has been called before.
long mallocs(const std::function<void()>& f) {
  for (int i = 0; i < 3; ++i) f();
  calls = 0;
  counting = true;
  for (int i = 0; i < 100; ++i) f();
  counting = false;
  return calls;
}

long faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

void inference() {
  NoGradGuard no_grad;
  nn::Sequential mlp(nn::Linear(64, 128), nn::LayerNorm(128), nn::ReLU(), nn::Linear(128, 128),
                     nn::RMSNorm(128), nn::GELU(), nn::Dropout(0.5), nn::Linear(128, 10), nn::Softmax(1));
  mlp->eval();
  for (const std::int64_t batch : {1, 32, 500}) {
    const Tensor x = randn({batch, 64});
    const long n = mallocs([&] { mlp->forward(x); });
    check(n == 0, "calls of malloc in 100 inferences of an MLP", n);
  }
}

/// A small GAN: what a program of small models does.
void training() {
  nn::Sequential generator(nn::Linear(16, 64), nn::ReLU(), nn::Linear(64, 64), nn::ReLU(), nn::Linear(64, 2));
  nn::Sequential judge(nn::Linear(2, 64), nn::LeakyReLU(), nn::Linear(64, 64), nn::LeakyReLU(),
                       nn::Linear(64, 1));
  optim::Adam of_generator(generator->parameters(), optim::AdamOptions(1e-3));
  optim::Adam of_judge(judge->parameters(), optim::AdamOptions(1e-3));
  const auto loss = [](const Tensor& logits, double target) {
    return nn::functional::binary_cross_entropy_with_logits(logits, full_like(logits, target));
  };
  const auto step = [&] {
    const Tensor fake = generator->forward(randn({128, 16}));
    of_judge.zero_grad();
    (loss(judge->forward(randn({128, 2})), 1) + loss(judge->forward(fake.detach()), 0)).backward();
    of_judge.step();
    of_generator.zero_grad();
    loss(judge->forward(fake), 1).backward();
    of_generator.step();
  };
  for (int i = 0; i < 20; ++i) step();
  const long before = faults();
  const MemoryStats start = memory_stats();
  for (int i = 0; i < 500; ++i) step();
  check(faults() - before < 25, "page faults in 500 steps of a GAN", faults() - before);
  check(memory_stats().requests == start.requests, "requests to the system in these steps",
        memory_stats().requests - start.requests);
  check(memory_stats().in_use == start.in_use, "bytes more in use after them",
        memory_stats().in_use - start.in_use);
}

}  // namespace

int main() {
  manual_seed(0);
  inference();
  training();
  return failures != 0;
}
