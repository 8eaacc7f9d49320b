// The benchmark's workloads, one source for two frameworks (built with -DUSE_LIBTORCH on libtorch, else on
// wengert), plus the hardware limits measured in the same process.
//
//   workloads [threads=1] [only=substring] [rounds=5] [seconds=0.06]
//   workloads mem mlp|transformer [steps=200]     (peak and steady-state memory)
//   workloads models [seconds=5]                  (one thread trains a model, then two threads one each)
//   workloads norm_costs                          (the norms against each other)
//   workloads empty                               (process start: one tensor, then exit)
//
// Prints one line per workload, 'NAME value unit faults': the median of all samples, and the minor page faults
// in 1000 calls, counted in the last round (a loop that asks the system for nothing has none). The workloads run
// in rounds, one after the other, so a disturbance of the machine hits a few samples of each
// workload instead of all samples of one.
//
// With 2 or more threads, run libtorch against the OpenMP build of OpenBLAS (libopenblas0-openmp): libtorch
// itself uses OpenMP, and the two thread pools of OpenMP and of OpenBLAS's pthread build fight over
// the cores (the MLP step gets 4 to 8 times slower).
#include <cblas.h>
#include <sys/resource.h>

#include "../programs/frontend.h"  // <torch/torch.h> or <wengert/torch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

extern "C" void openblas_set_num_threads(int);
extern "C" char* openblas_get_corename(void);

namespace nn = torch::nn;
namespace F = torch::nn::functional;
using torch::Tensor;
using Clock = std::chrono::steady_clock;

namespace {

struct Workload {
  std::string name;
  std::string unit;
  double per;  // divide the time of one call by this (ops inside the call)
  std::function<void()> call;
  std::vector<double> samples;  // microseconds per call
  double faults = 0;            // in 1000 calls
};
std::vector<Workload> workloads;

void add(std::string name, std::function<void()> call) {
  workloads.push_back({std::move(name), "us", 1, std::move(call), {}});
}
void add_ns(std::string name, double per, std::function<void()> call) {
  workloads.push_back({std::move(name), "ns", per / 1000, std::move(call), {}});
}

long minor_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

double time_us(const std::function<void()>& f) {
  auto start = Clock::now();
  f();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

#ifdef USE_LIBTORCH  // has no RMSNorm module: what its user writes
struct RmsNormImpl : nn::Module {
  explicit RmsNormImpl(int64_t n) { weight = register_parameter("weight", torch::ones({n})); }
  Tensor forward(const Tensor& x) { return x * torch::rsqrt(x.square().mean(-1, true) + 1e-6) * weight; }
  Tensor weight;
};
TORCH_MODULE(RmsNorm);
#else
using RmsNorm = nn::RMSNorm;
#endif

// Pre-LN encoder block, attention composed from matmul and softmax.
struct BlockImpl : nn::Module {
  BlockImpl(int64_t dim, int64_t n_heads, int64_t hidden) : heads(n_heads) {
    ln1 = register_module("ln1", nn::LayerNorm(nn::LayerNormOptions({dim})));
    ln2 = register_module("ln2", nn::LayerNorm(nn::LayerNormOptions({dim})));
    qkv = register_module("qkv", nn::Linear(dim, 3 * dim));
    proj = register_module("proj", nn::Linear(dim, dim));
    up = register_module("up", nn::Linear(dim, hidden));
    down = register_module("down", nn::Linear(hidden, dim));
  }
  Tensor forward(Tensor x) {
    const auto b = x.size(0), s = x.size(1), d = x.size(2);
    auto h = qkv(ln1(x)).view({b, s, 3, heads, d / heads}).permute({2, 0, 3, 1, 4});
    auto q = h[0], k = h[1], v = h[2];
    auto weights =
        torch::softmax(torch::matmul(q, k.transpose(-2, -1)) * (1 / std::sqrt(double(d / heads))), -1);
    auto o = torch::matmul(weights, v).transpose(1, 2).reshape({b, s, d});
    x = x + proj(o);
    return x + down(F::gelu(up(ln2(x))));
  }
  int64_t heads;
  nn::LayerNorm ln1{nullptr}, ln2{nullptr};
  nn::Linear qkv{nullptr}, proj{nullptr}, up{nullptr}, down{nullptr};
};
TORCH_MODULE(Block);

nn::Sequential profile_model(const std::string& norm) {
  nn::Sequential model;
  for (int i = 0; i < 20; ++i) {
    model->push_back(nn::Linear(64, 64));
    if (norm == "layernorm") model->push_back(nn::LayerNorm(nn::LayerNormOptions({64})));
    if (norm == "batchnorm") model->push_back(nn::BatchNorm1d(64));
    if (norm == "rmsnorm") model->push_back(RmsNorm(64));
    model->push_back(nn::ReLU());
  }
  model->push_back(nn::Linear(64, 1));
  return model;
}

std::function<void()> mlp_step(int64_t in, int64_t hidden, int64_t batch, bool adam) {
  nn::Sequential model(nn::Linear(in, hidden), nn::ReLU(), nn::Linear(hidden, hidden), nn::ReLU(),
                       nn::Linear(hidden, 10));
  auto x = torch::randn({batch, in});
  auto y = torch::randint(10, {batch}, torch::kInt64);
  std::shared_ptr<torch::optim::Optimizer> opt;
  if (adam)
    opt = std::make_shared<torch::optim::Adam>(model->parameters(), torch::optim::AdamOptions(1e-3));
  else
    opt = std::make_shared<torch::optim::SGD>(model->parameters(),
                                              torch::optim::SGDOptions(1e-2).momentum(0.9));
  return [=]() mutable {
    model->zero_grad(true);
    auto loss = F::cross_entropy(model->forward(x), y);
    loss.backward();
    opt->step();
  };
}

// Generator and discriminator in turn: many small operations, nothing large.
std::function<void()> gan_step() {
  nn::Sequential generator(nn::Linear(16, 64), nn::ReLU(), nn::Linear(64, 64), nn::ReLU(), nn::Linear(64, 2));
  nn::Sequential judge(nn::Linear(2, 64), nn::LeakyReLU(), nn::Linear(64, 64), nn::LeakyReLU(),
                       nn::Linear(64, 1));
  auto of_generator =
      std::make_shared<torch::optim::Adam>(generator->parameters(), torch::optim::AdamOptions(1e-3));
  auto of_judge = std::make_shared<torch::optim::Adam>(judge->parameters(), torch::optim::AdamOptions(1e-3));
  auto loss = [](const Tensor& logits, const Tensor& target) {
    return F::binary_cross_entropy_with_logits(logits, target);
  };
  return [=]() mutable {
    auto yes = torch::ones({128, 1}), no = torch::zeros({128, 1});
    auto fake = generator->forward(torch::randn({128, 16}));
    judge->zero_grad(true);
    (loss(judge->forward(torch::randn({128, 2})), yes) + loss(judge->forward(fake.detach()), no)).backward();
    of_judge->step();
    generator->zero_grad(true);
    loss(judge->forward(fake), yes).backward();
    of_generator->step();
  };
}

// A character model without recurrence: embedding, one causal attention head, a hidden layer, 64 characters.
struct CharacterModelImpl : nn::Module {
  CharacterModelImpl() {
    embedding = register_module("embedding", nn::Embedding(64, 64));
    place = register_parameter("place", torch::zeros({32, 64}));
    qkv = register_module("qkv", nn::Linear(64, 192));
    up = register_module("up", nn::Linear(64, 128));
    down = register_module("down", nn::Linear(128, 64));
    later = register_buffer("later", torch::ones({32, 32}).triu(1).to(torch::kBool));
  }
  Tensor forward(const Tensor& characters) {
    auto x = embedding(characters) + place;
    auto parts = qkv(x).chunk(3, -1);
    auto scores = torch::matmul(parts[0], parts[1].transpose(-2, -1)) * 0.125;
    x = x + torch::matmul(torch::softmax(scores.masked_fill(later, -1e9), -1), parts[2]);
    return down(torch::relu(up(x)));
  }
  nn::Embedding embedding{nullptr};
  nn::Linear qkv{nullptr}, up{nullptr}, down{nullptr};
  Tensor place, later;
};
TORCH_MODULE(CharacterModel);

std::function<void()> character_model_step() {
  CharacterModel model;
  auto x = torch::randint(64, {16, 32}, torch::kInt64), y = torch::randint(64, {16 * 32}, torch::kInt64);
  auto opt = std::make_shared<torch::optim::Adam>(model->parameters(), torch::optim::AdamOptions(1e-3));
  return [=]() mutable {
    model->zero_grad(true);
    F::cross_entropy(model->forward(x).reshape({16 * 32, 64}), y).backward();
    opt->step();
  };
}

// One sample at a time, as in audio or control.
std::function<void()> mlp_inference() {
  nn::Sequential model(nn::Linear(64, 128), nn::ReLU(), nn::Linear(128, 128), nn::ReLU(),
                       nn::Linear(128, 10));
  auto x = torch::randn({1, 64});
  return [=]() mutable {
    torch::NoGradGuard guard;
    model->forward(x);
  };
}

std::function<void()> transformer_step(int blocks) {
  nn::Sequential model;
  for (int i = 0; i < blocks; ++i) model->push_back(Block(128, 4, 512));
  auto x = torch::randn({16, 64, 128}), y = torch::randn({16, 64, 128});
  auto opt = std::make_shared<torch::optim::AdamW>(model->parameters(), torch::optim::AdamWOptions(1e-3));
  return [=]() mutable {
    model->zero_grad(true);
    auto loss = F::mse_loss(model->forward(x), y);
    loss.backward();
    opt->step();
  };
}

void gradient_profile() {
  for (std::string norm : {"none", "layernorm", "batchnorm", "rmsnorm"}) {
    auto model = profile_model(norm);
    auto x = torch::randn({32, 64}, torch::requires_grad());
    add("profile_" + norm + "_fwdbwd", [=]() mutable {
      model->zero_grad(true);
      x.mutable_grad() = Tensor();
      model->forward(x).sum().backward();
    });
    if (norm == "none") {
      auto again = profile_model(norm);
      add("profile_none_fwdbwd_zeroed_in_place", [=]() mutable {
        again->zero_grad(false);
        x.mutable_grad() = Tensor();
        again->forward(x).sum().backward();
      });
    }
    add("profile_" + norm + "_fwd", [=]() mutable {
      torch::NoGradGuard guard;
      model->forward(x);
    });
  }
}

void norms() {
  struct Shape {
    int64_t n, c;
  };
  for (auto [n, c] : {Shape{4096, 1024}, Shape{512, 128}}) {
    auto x = torch::randn({n, c}, torch::requires_grad()), go = torch::randn({n, c});
    nn::LayerNorm ln(nn::LayerNormOptions({c}));
    nn::BatchNorm1d bn(c);
    RmsNorm rms(c);
    auto tag = "_" + std::to_string(n) + "x" + std::to_string(c);
    auto both = [&](const std::string& name, std::function<Tensor()> forward, std::vector<Tensor> params) {
      add(name + tag + "_fwd", [=] {
        torch::NoGradGuard guard;
        forward();
      });
      add(name + tag + "_fwdbwd", [=]() mutable {
        x.mutable_grad() = Tensor();
        for (auto& p : params) p.mutable_grad() = Tensor();
        forward().backward(go);
      });
    };
    both(
        "layernorm", [=]() mutable { return ln(x); }, ln->parameters());
    both(
        "rmsnorm", [=]() mutable { return rms(x); }, rms->parameters());
    both(
        "batchnorm1d", [=]() mutable { return bn(x); }, bn->parameters());
  }
}

// Norms of images, and what batch norm's statistics are for.
void image_norms() {
  auto x = torch::randn({32, 64, 28, 28}, torch::requires_grad());
  auto go = torch::randn({32, 64, 28, 28});
  auto both = [&](const std::string& name, auto norm) {
    add(name + "_32x64x28x28_fwd", [=]() mutable {
      torch::NoGradGuard guard;
      norm(x);
    });
    add(name + "_32x64x28x28_fwdbwd", [=]() mutable {
      x.mutable_grad() = Tensor();
      norm->zero_grad(true);
      norm(x).backward(go);
    });
  };
  both("batchnorm2d", nn::BatchNorm2d(64));
  both("groupnorm8", nn::GroupNorm(nn::GroupNormOptions(8, 64)));
  both("instancenorm2d", nn::InstanceNorm2d(nn::InstanceNorm2dOptions(64).affine(true)));
  nn::BatchNorm2d eval(64);
  eval->eval();
  both("batchnorm2d_eval", eval);
}

void pooling() {
  auto x = torch::randn({32, 64, 28, 28}, torch::requires_grad());
  auto both = [&](const std::string& name, std::function<Tensor()> forward) {
    auto go = torch::randn_like(forward()).detach();
    add(name + "_32x64x28x28_fwd", [=] {
      torch::NoGradGuard guard;
      forward();
    });
    add(name + "_32x64x28x28_fwdbwd", [=]() mutable {
      x.mutable_grad() = Tensor();
      forward().backward(go);
    });
  };
  both("maxpool2d", [=] { return torch::max_pool2d(x, 2); });
  both("maxpool2d_k3s2p1", [=] { return torch::max_pool2d(x, 3, 2, 1); });
  both("avgpool2d", [=] { return torch::avg_pool2d(x, 2); });
  both("global_avgpool2d", [=] { return torch::adaptive_avg_pool2d(x, {1, 1}); });
  both("upsample_bilinear2d", [=] { return torch::upsample_bilinear2d(x, {56, 56}, false); });
}

void overhead() {
  auto a = torch::randn({64}), b = torch::randn({64});
  auto c = torch::randn({64}, torch::requires_grad());
  add_ns("add64_nograd", 1000, [=] {
    torch::NoGradGuard guard;
    for (int i = 0; i < 1000; ++i) auto d = a + b;
  });
  add_ns("add64_recorded", 1000, [=] {
    for (int i = 0; i < 1000; ++i) auto d = c + b;
  });
  auto chain = [=](int n) {
    return [=]() mutable {
      c.mutable_grad() = Tensor();
      auto d = c;
      for (int i = 0; i < n; ++i) d = d + b;
      d.sum().backward();
    };
  };
  add_ns("addchain1000_fwdbwd_per_op", 1000, chain(1000));
  add_ns("addchain100000_fwdbwd_per_op", 100000, chain(100000));
}

void elementwise() {
  auto x = torch::randn({4096, 1024}), y = torch::randn({4096, 1024});
  auto op = [&](const char* name, std::function<Tensor()> f) {
    add(std::string(name) + "_4096x1024", [=] {
      torch::NoGradGuard guard;
      f();
    });
  };
  op("add", [=] { return x + y; });
  op("mul", [=] { return x * y; });
  op("relu", [=] { return torch::relu(x); });
  op("gelu", [=] { return torch::gelu(x); });
  op("tanh", [=] { return torch::tanh(x); });
  op("exp", [=] { return torch::exp(x); });
  op("softmax", [=] { return torch::softmax(x, -1); });
  op("log_softmax", [=] { return torch::log_softmax(x, -1); });
  op("sum", [=] { return x.sum(); });
  op("sum_rows", [=] { return x.sum(0); });  // the bias gradient
  op("mean_last", [=] { return x.mean(-1); });
  op("var_last", [=] { return x.var(-1); });
  op("transpose_copy", [=] { return x.t().contiguous(); });
}

// Convolution

void conv(const std::string& name, int size, const nn::Conv2dOptions& options) {
  nn::Conv2d layer(options);
  auto x = torch::randn({32, options.in_channels(), size, size}, torch::requires_grad());
  auto go = torch::randn_like(layer(x)).detach();
  add("conv_" + name + "_fwd", [=]() mutable {
    torch::NoGradGuard guard;
    layer(x);
  });
  add("conv_" + name + "_fwdbwd", [=]() mutable {
    layer->zero_grad(true);
    x.mutable_grad() = Tensor();
    layer(x).backward(go);
  });
}

void convolutions() {
  nn::Sequential model(nn::Conv2d(nn::Conv2dOptions(16, 32, 3).padding(1)), nn::BatchNorm2d(32), nn::ReLU());
  auto x = torch::randn({32, 16, 28, 28}, torch::requires_grad());
  auto go = torch::randn({32, 32, 28, 28});
  add("conv_bn_relu_fwdbwd", [=]() mutable {
    model->zero_grad(true);
    x.mutable_grad() = Tensor();
    model->forward(x).backward(go);
  });
  conv("16_32_3x3_28", 28, nn::Conv2dOptions(16, 32, 3).padding(1));
  conv("64_64_3x3_14", 14, nn::Conv2dOptions(64, 64, 3).padding(1));
  conv("3_16_5x5_32_stride2", 32, nn::Conv2dOptions(3, 16, 5).stride(2).padding(2));
  conv("32_64_1x1_28", 28, nn::Conv2dOptions(32, 64, 1));
  conv("32_3x3_28_depthwise", 28, nn::Conv2dOptions(32, 32, 3).padding(1).groups(32));
}

// Hardware limits, measured beside the workloads

// C[m,n] = op(A) op(B), row-major, with the transposes of a Linear layer's three products.
void gemm(const std::string& name, char ta, char tb, int m, int n, int k) {
  auto a = torch::randn({m, k}), b = torch::randn({k, n}), c = torch::zeros({m, n});
  int repeat = std::max(1, int(2e7 / (2.0 * m * n * k)));
  workloads.push_back({name,
                       "us",
                       double(repeat),
                       [=] {
                         for (int i = 0; i < repeat; ++i)
                           cblas_sgemm(CblasRowMajor, ta == 'T' ? CblasTrans : CblasNoTrans,
                                       tb == 'T' ? CblasTrans : CblasNoTrans, m, n, k, 1, a.data_ptr<float>(),
                                       ta == 'T' ? m : k, b.data_ptr<float>(), tb == 'T' ? k : n, 0,
                                       c.data_ptr<float>(), n);
                       },
                       {}});
}

void linear_gemms(const std::string& name, int batch, int in, int out) {
  gemm("limit_gemm_" + name + "_fwd", 'N', 'T', batch, out, in);
  gemm("limit_gemm_" + name + "_dx", 'N', 'N', batch, in, out);
  gemm("limit_gemm_" + name + "_dw", 'T', 'N', out, in, batch);
}

void limits() {
  for (int n : {64, 128, 256, 512, 1024}) gemm("limit_sgemm_" + std::to_string(n), 'N', 'N', n, n, n);
  linear_gemms("b32_64x64", 32, 64, 64);
  linear_gemms("b32_64x1", 32, 64, 1);
  linear_gemms("b128_784x512", 128, 784, 512);
  linear_gemms("b128_512x512", 128, 512, 512);
  linear_gemms("b128_512x10", 128, 512, 10);
  linear_gemms("b1024_128x384", 1024, 128, 384);
  linear_gemms("b1024_128x128", 1024, 128, 128);
  linear_gemms("b1024_128x512", 1024, 128, 512);
  linear_gemms("b1024_512x128", 1024, 512, 128);
  linear_gemms("attention_scores_64x64x32", 64, 32, 64);
  constexpr size_t n = 4096 * 1024;
  auto a = torch::zeros({int64_t(n)}), b = torch::ones({int64_t(n)});
  add("limit_memcpy_1thread_16MiB_reused",
      [=] { std::memcpy(a.data_ptr<float>(), b.data_ptr<float>(), n * sizeof(float)); });
  add("limit_memcpy_1thread_16MiB_malloc", [=] {
    float* p = static_cast<float*>(std::malloc(n * sizeof(float)));
    std::memcpy(p, b.data_ptr<float>(), n * sizeof(float));
    asm volatile("" ::"r"(p) : "memory");  // keep the copy
    std::free(p);
  });
}

long status_kib(const char* key) {
  FILE* f = std::fopen("/proc/self/status", "r");
  char line[256];
  long kib = -1;
  while (f && std::fgets(line, sizeof line, f))
    if (std::strncmp(line, key, std::strlen(key)) == 0) kib = std::atol(line + std::strlen(key) + 1);
  if (f) std::fclose(f);
  return kib;
}

int memory(const std::string& what, int steps) {
  long start = status_kib("VmRSS");
  auto step = what == "mlp" ? mlp_step(784, 512, 128, true) : transformer_step(6);
  for (int i = 0; i < 20; ++i) step();
  long early = status_kib("VmRSS");
  for (int i = 20; i < steps; ++i) step();
  std::printf("mem_%s_start %ld KiB\nmem_%s_after_20 %ld KiB\nmem_%s_after_%d %ld KiB\n", what.c_str(), start,
              what.c_str(), early, what.c_str(), steps, status_kib("VmRSS"));
  std::printf("mem_%s_peak %ld KiB\n", what.c_str(), status_kib("VmHWM"));
  return 0;
}

// Steps in a second of one thread that trains a model of its own, and of two at the same time: separate models
// should not slow each other.
int models(double seconds) {
  auto steps_a_second = [=](int threads) {
    std::atomic<long> steps{0};
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
      all.emplace_back([&] {
        auto step = mlp_step(64, 64, 32, true);
        for (int warm = 0; warm < 20; ++warm) step();
        long done = 0;
        for (auto end = Clock::now() + std::chrono::duration<double>(seconds); Clock::now() < end; ++done)
          step();
        steps += done;
      });
    for (auto& thread : all) thread.join();
    return double(steps) / seconds;
  };
  const double one = steps_a_second(1), two = steps_a_second(2);
  std::printf("models_1thread %.0f steps/s\nmodels_2threads %.0f steps/s\nmodels_speedup %.2f times\n", one,
              two, two / one);
  return 0;
}

// Each norm of [rows, d], with about a million values, against the others: best time in nanoseconds a value, floats
// that it learns, and floats that it keeps between forward and backward beside its input.
int norm_costs() {
  std::printf(
      "| d | norm | forward ns/value | forward + backward | of LayerNorm | parameters | kept per row |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (int64_t d : {64, 512, 4096}) {
    const int64_t rows = (1 << 20) / d;
    auto x = torch::randn({rows, d}, torch::requires_grad()), go = torch::randn({rows, d});
    struct Cost {
      std::string name;
      std::function<Tensor()> forward;
      std::vector<Tensor> parameters;
      std::string kept;
      std::vector<double> fwd = {}, both = {};
    };
    std::vector<Cost> costs;
    nn::LayerNorm ln(nn::LayerNormOptions({d}));
    costs.push_back({"LayerNorm", [=]() mutable { return ln(x); }, ln->parameters(), "2"});
    RmsNorm rms(d);
    costs.push_back({"RMSNorm", [=]() mutable { return rms(x); }, rms->parameters(), "1"});
    nn::GroupNorm gn(nn::GroupNormOptions(1, 8).affine(true));
    costs.push_back({"GroupNorm (1 of 8 channels)",
                     [=]() mutable {
                       return gn(x.view({rows, 8, d / 8}));
                     },
                     gn->parameters(), "2"});
    nn::InstanceNorm1d in(nn::InstanceNorm1dOptions(8).affine(true));
    costs.push_back({"InstanceNorm1d (8 channels)",
                     [=]() mutable {
                       return in(x.view({rows, 8, d / 8}));
                     },
                     in->parameters(), "16"});
    nn::BatchNorm1d bn(d);
    costs.push_back({"BatchNorm1d", [=]() mutable { return bn(x); }, bn->parameters(), "2 d / rows"});
    for (int round = 0; round < 30; ++round)
      for (auto& c : costs) {
        torch::NoGradGuard off;
        c.forward();
        c.fwd.push_back(time_us([&] { c.forward(); }));
        torch::AutoGradMode on(true);
        x.mutable_grad() = Tensor();
        for (auto& p : c.parameters) p.mutable_grad() = Tensor();
        const auto shaped = go.view_as(c.forward());
        c.both.push_back(time_us([&] { c.forward().backward(shaped); }));
      }
    const auto best = [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); };
    const double layer = best(costs[0].both);
    for (auto& c : costs) {
      int64_t learnt = 0;
      for (auto& p : c.parameters) learnt += p.numel();
      std::printf("| %lld | %s | %.3f | %.3f | %.2f | %lld | %s |\n", (long long)d, c.name.c_str(),
                  best(c.fwd) * 1e3 / (1 << 20), best(c.both) * 1e3 / (1 << 20), best(c.both) / layer,
                  (long long)learnt, c.kept.c_str());
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string mode = argc > 1 ? argv[1] : "1";
  if (mode == "empty") {
    auto t = torch::zeros({4});
    return t.data_ptr<float>()[0] == 0 ? 0 : 1;
  }
  torch::manual_seed(0);
  if (mode == "mem") {
    torch::set_num_threads(1);
    openblas_set_num_threads(1);
    return memory(argc > 2 ? argv[2] : "mlp", argc > 3 ? std::atoi(argv[3]) : 200);
  }
  if (mode == "models") {
    torch::set_num_threads(1);
    openblas_set_num_threads(1);
    return models(argc > 2 ? std::atof(argv[2]) : 5);
  }
  if (mode == "norm_costs") {
    torch::set_num_threads(1);
    return norm_costs();
  }
  int threads = std::atoi(mode.c_str());
  std::string only = argc > 2 ? argv[2] : "";
  int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  double seconds = argc > 4 ? std::atof(argv[4]) : 0.06;
  torch::set_num_threads(threads);
  openblas_set_num_threads(threads);

  gradient_profile();
  add("mlp_784_512_512_10_b128_adam_step", mlp_step(784, 512, 128, true));
  add("mlp_64_128_128_10_b32_sgdm_step", mlp_step(64, 128, 32, false));
  add("gan_64_b128_adam_step", gan_step());
  add("character_model_b16_s32_adam_step", character_model_step());
  add("mlp_64_128_128_10_b1_inference", mlp_inference());
  norms();
  image_norms();
  pooling();
  add("transformer_1block_adamw_step", transformer_step(1));
  add("transformer_6blocks_adamw_step", transformer_step(6));
  overhead();
  elementwise();
  convolutions();
  limits();

  std::erase_if(workloads, [&](const Workload& w) { return w.name.find(only) == std::string::npos; });
  for (auto& w : workloads) {  // touched now, so that it costs no page fault later
    w.samples.resize(std::size_t(rounds) * 2000);
    w.samples.clear();
  }
  for (int round = 0; round < rounds; ++round)
    for (auto& w : workloads) {
      w.call();  // warm up
      double spent = 0;
      const auto calls = w.samples.size();
      const long faults = minor_faults();
      for (int i = 0; i < 3 || (spent < seconds * 1e6 && i < 2000); ++i) {
        double us = time_us(w.call);
        w.samples.push_back(us);
        spent += us;
      }
      w.faults = 1000.0 * double(minor_faults() - faults) / double(w.samples.size() - calls);
    }
  std::printf("threads %d count\nopenblas_core %s name\n", threads, openblas_get_corename());
  for (auto& w : workloads) {
    std::sort(w.samples.begin(), w.samples.end());
    std::printf("%s %.3f %s %.0f\n", w.name.c_str(), w.samples[w.samples.size() / 2] / w.per, w.unit.c_str(),
                w.faults);
  }
}
