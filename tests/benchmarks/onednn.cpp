// What oneDNN, called directly and with memory laid out as it likes best, needs for the work of some workloads:
// 'NAME value us' a line, under the names that workloads.cpp gives them. One thread: OMP_NUM_THREADS=1.
#include <dnnl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

using namespace dnnl;
using Dims = memory::dims;
using Tag = memory::format_tag;

namespace {

engine cpu(engine::kind::cpu, 0);
stream queue(cpu);

memory::desc plain(const Dims& sizes) {
  constexpr Tag tags[] = {Tag::a, Tag::ab, Tag::abc, Tag::abcd};
  return {sizes, memory::data_type::f32, tags[sizes.size() - 1]};
}
memory::desc any(const Dims& sizes) { return {sizes, memory::data_type::f32, Tag::any}; }

memory filled(const memory::desc& desc) {
  memory m(desc, cpu);
  float* values = static_cast<float*>(m.get_data_handle());
  for (std::size_t i = 0; i < desc.get_size() / sizeof(float); ++i) values[i] = float(i % 251) / 125 - 1;
  return m;
}

using Arguments = std::unordered_map<int, memory>;

/// A primitive with its arguments, run once when called.
std::function<void()> call(const primitive& p, const Arguments& arguments) {
  return [=] {
    p.execute(queue, arguments);
    queue.wait();
  };
}

void time(const std::string& name, const std::vector<std::function<void()>>& calls) {
  std::vector<double> samples;
  double spent = 0;
  for (int i = 0; i < 5 || (spent < 3e5 && i < 5000); ++i) {
    const auto start = std::chrono::steady_clock::now();
    for (const auto& f : calls) f();
    samples.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    spent += samples.back();
  }
  std::sort(samples.begin(), samples.end());
  std::printf("%s %.3f us\n", name.c_str(), samples[samples.size() / 2]);
}

void product(std::int64_t n) {
  const auto d = plain({n, n});
  const matmul::primitive_desc pd(matmul::desc(d, d, d), cpu);
  time("limit_sgemm_" + std::to_string(n),
       {call(matmul(pd),
             {{DNNL_ARG_SRC, filled(d)}, {DNNL_ARG_WEIGHTS, filled(d)}, {DNNL_ARG_DST, filled(d)}})});
}

void convolution(const std::string& name, std::int64_t in, std::int64_t out, std::int64_t size,
                 std::int64_t kernel, std::int64_t padding) {
  const Dims x = {32, in, size, size}, w = {out, in, kernel, kernel}, b = {out}, y = {32, out, size, size};
  const Dims ones = {1, 1}, pad = {padding, padding};
  const auto how = algorithm::convolution_direct;
  const convolution_forward::primitive_desc forward(
      {prop_kind::forward_training, how, any(x), any(w), any(b), any(y), ones, pad, pad}, cpu);
  const convolution_backward_data::primitive_desc of_x({how, any(x), any(w), any(y), ones, pad, pad}, cpu,
                                                       forward);
  const convolution_backward_weights::primitive_desc of_w(
      {how, any(x), any(w), any(b), any(y), ones, pad, pad}, cpu, forward);
  const auto f = call(convolution_forward(forward), {{DNNL_ARG_SRC, filled(forward.src_desc())},
                                                     {DNNL_ARG_WEIGHTS, filled(forward.weights_desc())},
                                                     {DNNL_ARG_BIAS, filled(forward.bias_desc())},
                                                     {DNNL_ARG_DST, filled(forward.dst_desc())}});
  const auto dx = call(convolution_backward_data(of_x), {{DNNL_ARG_DIFF_DST, filled(of_x.diff_dst_desc())},
                                                         {DNNL_ARG_WEIGHTS, filled(of_x.weights_desc())},
                                                         {DNNL_ARG_DIFF_SRC, filled(of_x.diff_src_desc())}});
  const auto dw =
      call(convolution_backward_weights(of_w), {{DNNL_ARG_SRC, filled(of_w.src_desc())},
                                                {DNNL_ARG_DIFF_DST, filled(of_w.diff_dst_desc())},
                                                {DNNL_ARG_DIFF_WEIGHTS, filled(of_w.diff_weights_desc())},
                                                {DNNL_ARG_DIFF_BIAS, filled(of_w.diff_bias_desc())}});
  time("conv_" + name + "_fwd", {f});
  time("conv_" + name + "_fwdbwd", {f, dx, dw});
}

void layer_norm(std::int64_t rows, std::int64_t width) {
  const auto x = plain({rows, width}), stats = plain({rows}), learnt = plain({width});
  const auto flags = normalization_flags::use_scale | normalization_flags::use_shift;
  const layer_normalization_forward::primitive_desc forward(
      {prop_kind::forward_training, x, stats, 1e-5f, flags}, cpu);
  const layer_normalization_backward::primitive_desc backward(
      {prop_kind::backward, x, x, stats, 1e-5f, flags}, cpu, forward);
  Arguments a = {{DNNL_ARG_SRC, filled(x)},        {DNNL_ARG_DST, filled(x)},
                 {DNNL_ARG_MEAN, filled(stats)},   {DNNL_ARG_VARIANCE, filled(stats)},
                 {DNNL_ARG_SCALE, filled(learnt)}, {DNNL_ARG_SHIFT, filled(learnt)}};
  const auto f = call(layer_normalization_forward(forward), a);
  a.insert({{DNNL_ARG_DIFF_DST, filled(x)},
            {DNNL_ARG_DIFF_SRC, filled(x)},
            {DNNL_ARG_DIFF_SCALE, filled(learnt)},
            {DNNL_ARG_DIFF_SHIFT, filled(learnt)}});
  const auto b = call(layer_normalization_backward(backward), a);
  const std::string name = "layernorm_" + std::to_string(rows) + "x" + std::to_string(width);
  time(name + "_fwd", {f});
  time(name + "_fwdbwd", {f, b});
}

void elementwise() {
  const auto x = plain({4096, 1024});
  const eltwise_forward::primitive_desc gelu({prop_kind::forward_training, algorithm::eltwise_gelu_erf, x, 0},
                                             cpu);
  const auto f = call(eltwise_forward(gelu), {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(x)}});
  const eltwise_backward::primitive_desc of_gelu({algorithm::eltwise_gelu_erf, x, x, 0}, cpu, gelu);
  const auto b =
      call(eltwise_backward(of_gelu),
           {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DIFF_DST, filled(x)}, {DNNL_ARG_DIFF_SRC, filled(x)}});
  time("gelu_4096x1024", {f});
  time("gelu_4096x1024_fwdbwd", {f, b});
  const softmax_forward::primitive_desc softmax({prop_kind::forward_training, x, 1}, cpu);
  time("softmax_4096x1024",
       {call(softmax_forward(softmax), {{DNNL_ARG_SRC, filled(x)}, {DNNL_ARG_DST, filled(x)}})});
}

}  // namespace

int main() {
  for (std::int64_t n : {64, 128, 256, 512, 1024}) product(n);
  convolution("16_32_3x3_28", 16, 32, 28, 3, 1);
  convolution("64_64_3x3_14", 64, 64, 14, 3, 1);
  convolution("32_64_1x1_28", 32, 64, 28, 1, 0);
  layer_norm(512, 128);
  layer_norm(4096, 1024);
  elementwise();
}
