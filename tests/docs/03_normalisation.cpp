// The small programs of the chapter "Normalisation". What stands between "part" and "end" is quoted there.
#include <wengert/wengert.h>

#include <cmath>
#include <cstdio>
#include <iostream>

using namespace wengert;

namespace {

void line(const char* name, const Tensor& values) {
  std::printf("%-22s", name);
  const Tensor flat = values.detach().flatten();
  for (std::int64_t i = 0; i < flat.numel(); ++i) std::printf(" %9.4f", flat[i].item<double>() + 0.0);
  std::printf("\n");
}

void answer(const char* question, bool yes) { std::printf("%-44s %s\n", question, yes ? "yes" : "no"); }

// part
/// dx = rstd (g - mean(g) - xhat mean(g xhat)), with means over dims.
Tensor gradient(const Tensor& x, const Tensor& g, IntArrayRef dims) {
  const Tensor centred = x - x.mean(dims, /*keepdim=*/true);
  const Tensor rstd = rsqrt(centred.square().mean(dims, true) + 1e-5);
  const Tensor xhat = centred * rstd;
  return rstd * (g - g.mean(dims, true) - xhat * (g * xhat).mean(dims, true));
}

void one_gradient() {
  const Tensor x = randn({4, 6, 3, 3}, requires_grad()), g = randn({4, 6, 3, 3});
  const auto check = [&](const char* name, const Tensor& y, const Tensor& dx) {
    answer(name, allclose(autograd::grad({y}, {x}, {g})[0], dx, 1e-4, 1e-5));
  };
  check("BatchNorm2d, over N, H, W", nn::BatchNorm2d(6)(x), gradient(x, g, {0, 2, 3}));
  check("LayerNorm, over C, H, W", nn::LayerNorm(nn::LayerNormOptions({6, 3, 3}))(x),
        gradient(x, g, {1, 2, 3}));
  check("InstanceNorm2d, over H, W", nn::InstanceNorm2d(6)(x), gradient(x, g, {2, 3}));
  check("GroupNorm(3, 6), over pairs of channels", nn::GroupNorm(3, 6)(x),
        gradient(x.view({4, 3, 18}), g.view({4, 3, 18}), {2}).view({4, 6, 3, 3}));
}
// end

// part
void two_variances() {
  const Tensor x = tensor({{1.}, {2.}, {3.}, {6.}});
  nn::BatchNorm1d norm(1);
  line("training", norm(x));
  line("running_mean", norm->running_mean);
  line("running_var", norm->running_var);
  norm->eval();
  line("evaluation", norm(x));
}
// end

// part
void two_conventions() {
  const auto after_eleven_batches = [](const char* name, double momentum) {
    nn::BatchNorm1d norm(nn::BatchNorm1dOptions(1).momentum(momentum));
    for (int i = 0; i < 10; ++i) norm(tensor({{3.}, {4.}, {6.}, {7.}}));  // mean 5
    norm(tensor({{7.}, {8.}, {10.}, {11.}}));                             // mean 9
    line(name, norm->running_mean);
  };
  after_eleven_batches("momentum 0.1", 0.1);
  after_eleven_batches("momentum 0.9", 0.9);
  after_eleven_batches("from decay 0.9", nn::momentum_from_decay(0.9));
}
// end

// part
void zeros_or_identity() {
  const Tensor x = tensor({{1.}, {2.}, {3.}, {6.}});  // mean 3, variance 3.5
  nn::BatchNorm1d norm(1);
  nn::init::zeros_(norm->weight);
  line("gamma 0, beta 0", norm(x));
  nn::init::constant_(norm->weight, std::sqrt(3.5 + 1e-5));
  nn::init::constant_(norm->bias, 3);
  line("gamma sigma, beta mu", norm(x));
}
// end

// part
void small_batches() {
  for (std::int64_t n : {1, 2, 3, 8}) {
    const Tensor x = randn({n, 2}, requires_grad());
    const Tensor y = (x - x.mean(0)) / sqrt(x.var(0, /*unbiased=*/false) + 1e-5);
    (y * randn({n, 2})).sum().backward();
    std::printf("batch of %d  |dL/dx| %.1e\n", int(n), x.grad().norm().item<double>());
  }
  try {
    nn::BatchNorm1d(2)(randn({1, 2}));
  } catch (const Error& e) {
    std::printf("%s\n", e.what());
  }
}
// end

// part
void shapes_of_gamma() {
  const auto show = [](const char* name, const nn::Module& norm) {
    std::cout << name << norm.named_parameters()["weight"].sizes() << "\n";
  };
  show("LayerNorm(4)            ", *nn::LayerNorm(4));
  show("LayerNorm({6, 3, 3})    ", *nn::LayerNorm(nn::LayerNormOptions({6, 3, 3})));
  show("GroupNorm(1, 6)         ", *nn::GroupNorm(1, 6));
  show("BatchNorm2d(6)          ", *nn::BatchNorm2d(6));
}
// end

// part
void one_group() {
  const Tensor x = 3 * randn({4, 6, 3, 3}) + 1;
  const Tensor one = nn::GroupNorm(1, 6)(x), six = nn::GroupNorm(6, 6)(x);
  answer("GroupNorm(1, 6) is LayerNorm({6, 3, 3})",
         allclose(one, nn::LayerNorm(nn::LayerNormOptions({6, 3, 3}))(x), 1e-4, 1e-5));
  answer("GroupNorm(1, 6) is BatchNorm2d(6)", allclose(one, nn::BatchNorm2d(6)(x), 1e-4, 1e-5));
  answer("GroupNorm(6, 6) is InstanceNorm2d(6)", allclose(six, nn::InstanceNorm2d(6)(x), 1e-4, 1e-5));
}
// end

// part
void three_placements() {
  nn::LayerNorm norm(4);
  const auto f = [](const Tensor& x) { return 2 * x + 10; };
  const Tensor x = tensor({{1., 2., 3., 6.}});
  for (nn::Placement p : {nn::Placement::pre, nn::Placement::post, nn::Placement::branch})
    line(nn::name_of(p), nn::residual(p, x, norm, f));
}
// end

// part
void two_forms_of_eps() {
  nn::RMSNorm inside(2), clamp(nn::RMSNormOptions(2).eps_form(EpsForm::clamp));  // eps 1e-6 both
  for (double scale : {1., 1e-2, 1e-3, 1e-4}) {
    const Tensor x = scale * tensor({1., 7.});  // root mean square 5 scale
    std::printf("rms of x %.0e: of y, inside %.3f, clamp %.3f\n", 5 * scale,
                inside(x).square().mean().sqrt().item<double>(),
                clamp(x).square().mean().sqrt().item<double>());
  }
}
// end

// part
void polluted_by_padding() {
  const Tensor x = tensor({{9.}, {11.}, {0.}, {0.}});
  const Tensor padding = tensor({false, false, true, true});
  line("padding counted", nn::BatchNorm1d(1)(x));
  line("padding left out", nn::BatchNorm1d(1)->forward(x, padding));
}
// end

// part
void frozen() {
  nn::BatchNorm1d norm(1);
  for (int i = 0; i < 100; ++i) norm(5 + 2 * randn({64, 1}));
  norm->freeze_stats();
  norm->train();  // changes nothing for a frozen norm
  const Tensor x = tensor({{9.}}).requires_grad_();
  const Tensor y = norm(x);  // a batch of one
  y.backward();
  line("y", y);
  line("dy/dx", x.grad());
}
// end

// part
void who_decays() {
  nn::Sequential net{nn::Linear(4, 8), nn::BatchNorm1d(8), nn::ReLU(), nn::Linear(8, 2)};
  std::cout << optim::param_groups_no_decay(*net, /*weight_decay=*/0.05);
}
// end

}  // namespace

int main() {
  manual_seed(0);
  one_gradient();
  for (auto* part : {two_variances, two_conventions, small_batches, frozen, polluted_by_padding, who_decays,
                     zeros_or_identity, shapes_of_gamma, one_group, three_placements, two_forms_of_eps}) {
    std::cout << "\n";
    part();
  }
}
