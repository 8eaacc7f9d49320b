#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "wengert/base/error.h"
#include "wengert/nn/init.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/rand.h"

using namespace wengert;
namespace init = wengert::nn::init;

namespace {

std::vector<double> elements(const Tensor& x) {
  const Tensor y = x.detach().to(kDouble).contiguous();
  return {y.data_ptr<double>(), y.data_ptr<double>() + y.numel()};
}

struct Case {
  const char* name;
  std::function<Tensor()> run;
  // What libtorch 1.13 made after manual_seed(7): first and last element, mean of x[i] (i mod 7 + 1), and the
  // uniform drawn next.
  double first, last, checksum, next;
};

}  // namespace

TEST_CASE("parameters start with libtorch's values and leave its stream behind") {
  const Case cases[] = {
      {"uniform_", [] { return init::uniform_(zeros({20}), -1, 2); }, 0.604767621, -0.676640391, 1.11030861,
       0.882877588},
      {"normal_", [] { return init::normal_(zeros({20}), 1, 2); }, -0.640269041, 0.286554933, 2.00110499,
       0.38874197},
      {"xavier_uniform_",
       [] {
         return init::xavier_uniform_(zeros({5, 7, 2}), 2);
       },
       0.0698450804, 0.575528264, 0.230609323, 0.50700587},
      {"xavier_normal_",
       [] {
         return init::xavier_normal_(zeros({5, 7, 2}), 2);
       },
       -0.473504871, 0.501392961, -0.407263572, 0.809876621},
      {"kaiming_uniform_",
       [] {
         return init::kaiming_uniform_(zeros({5, 7}), std::sqrt(5.));
       },
       0.0263989586, 0.184244633, 0.129391191, 0.959216595},
      {"kaiming_uniform_ fan out, relu",
       [] {
         return init::kaiming_uniform_(zeros({5, 7, 3}), 0, kFanOut, kReLU);
       },
       0.0441739075, -0.124914557, 0.0448850248, 0.184913099},
      {"kaiming_normal_",
       [] {
         return init::kaiming_normal_(zeros({5, 7}));
       },
       -0.438380331, 0.211532414, 0.250270906, 0.899403989},
      {"kaiming_normal_ tanh",
       [] {
         return init::kaiming_normal_(zeros({5, 7}), 0, kFanIn, kTanh);
       },
       -0.516636193, 0.249293357, 0.294947099, 0.899403989},
      {"orthogonal_ wide",
       [] {
         return init::orthogonal_(zeros({3, 5}));
       },
       -0.0618306398, 0.403468758, 0.440165732, 0.626650572},
      {"orthogonal_ tall",
       [] {
         return init::orthogonal_(zeros({6, 4}), 2);
       },
       -0.728397608, 1.17199636, 0.0461857331, 0.740523994},
      {"orthogonal_ 3-d",
       [] {
         return init::orthogonal_(zeros({4, 2, 2}));
       },
       -0.571273685, -0.0491704494, -0.22614375, 0.720380425},
      {"orthogonal_ float64",
       [] {
         return init::orthogonal_(zeros({3, 6}, kDouble));
       },
       -0.356244922, -0.160808235, -0.174636012, 0.74373275},
      {"sparse_",
       [] {
         return init::sparse_(zeros({6, 4}), .4);
       },
       0, 0.0140585285, -0.00167605981, 0.441367507},
      {"sparse_ none",
       [] {
         return init::sparse_(zeros({6, 4}), 0, 1);
       },
       -0.820134521, 1.40585291, -0.664714856, 0.441367507},
      {"eye_",
       [] {
         return init::eye_(ones({3, 2}));
       },
       1, 0, 0.833333333, 0.53492254},
      {"dirac_",
       [] {
         return init::dirac_(ones({3, 2, 2, 3}));
       },
       0, 0, 0.194444444, 0.53492254},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    manual_seed(7);
    const auto x = elements(c.run());
    double checksum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) checksum += x[i] * double(i % 7 + 1) / double(x.size());
    const auto near = [](double value) { return doctest::Approx(value).epsilon(2e-6); };
    CHECK(x.front() == near(c.first));
    CHECK(x.back() == near(c.last));
    CHECK(checksum == near(c.checksum));
    CHECK(elements(rand({1}))[0] == near(c.next));
  }
}

TEST_CASE("gains and fans") {
  CHECK(init::calculate_gain(kLinear) == 1);
  CHECK(init::calculate_gain(kConvTranspose2D) == 1);
  CHECK(init::calculate_gain(kSigmoid) == 1);
  CHECK(init::calculate_gain(kTanh) == 5.0 / 3);
  CHECK(init::calculate_gain(kReLU) == std::sqrt(2.0));
  CHECK(init::calculate_gain(kLeakyReLU) == doctest::Approx(1.41414285));
  CHECK(init::calculate_gain(kLeakyReLU, 0.2) == doctest::Approx(1.38675049));
  CHECK(init::_calculate_fan_in_and_fan_out(zeros({4, 3, 5, 2})) == std::tuple(30, 40));
}

TEST_CASE("constants, eye and dirac") {
  CHECK(elements(init::constant_(zeros({2}), 1.5)) == std::vector<double>{1.5, 1.5});
  CHECK(elements(init::ones_(zeros({2}))) == std::vector<double>{1, 1});
  CHECK(elements(init::zeros_(ones({2}))) == std::vector<double>{0, 0});
  CHECK(elements(init::eye_(ones({2, 3}))) == std::vector<double>{1, 0, 0, 0, 1, 0});
  CHECK(elements(init::dirac_(ones({2, 1, 3}))) == std::vector<double>{0, 1, 0, 0, 0, 0});
  CHECK(elements(init::dirac_(ones({1, 2, 4}))) == std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0});
}

TEST_CASE("orthogonal_ is orthogonal, the smaller way") {
  for (const Shape& shape : {Shape{40, 25}, Shape{25, 40}}) {
    const auto q = elements(init::orthogonal_(zeros(shape, kDouble), 3));
    const bool by_rows = shape[0] < shape[1];
    const auto at = [&](std::size_t v, std::size_t i) {
      return q[by_rows ? v * std::size_t(shape[1]) + i : i * std::size_t(shape[1]) + v];
    };
    double worst = 0;
    for (std::size_t u = 0; u < 25; ++u)
      for (std::size_t v = 0; v < 25; ++v) {
        double dot = 0;
        for (std::size_t i = 0; i < 40; ++i) dot += at(u, i) * at(v, i);
        worst = std::max(worst, std::abs(dot - (u == v ? 9 : 0)));
      }
    CHECK(worst < 1e-12);
  }
}

TEST_CASE("init writes into leaves that want gradients, and records nothing") {
  const Tensor w = zeros({4, 4}, requires_grad());
  init::kaiming_uniform_(w);
  init::orthogonal_(w);
  init::sparse_(w, 0.5);
  CHECK(init::ones_(w).is_same(w));
  CHECK(w.is_leaf());
  CHECK(w.requires_grad());
  CHECK(elements(w) == std::vector<double>(16, 1));
}

TEST_CASE("wrong shapes and shares are errors that change nothing") {
  const Tensor x = zeros({5}), m = zeros({5, 2}), c = zeros({5, 2, 2});
  CHECK_THROWS_WITH_AS(init::xavier_uniform_(x),
                       "xavier_uniform_: the tensor is float32[5], but must have at least 2 dimensions",
                       Error);
  CHECK_THROWS_AS(init::xavier_normal_(x), Error);
  CHECK_THROWS_AS(init::kaiming_uniform_(x), Error);
  CHECK_THROWS_AS(init::kaiming_normal_(x), Error);
  CHECK_THROWS_AS(init::orthogonal_(x), Error);
  CHECK_THROWS_AS(init::_calculate_fan_in_and_fan_out(x), Error);
  CHECK_THROWS_WITH_AS(init::eye_(c), "eye_: the tensor is float32[5, 2, 2], but must have 2 dimensions",
                       Error);
  CHECK_THROWS_WITH_AS(init::dirac_(m),
                       "dirac_: the tensor is float32[5, 2], but must have 3 to 5 dimensions", Error);
  CHECK_THROWS_AS(init::sparse_(c, 0.1), Error);
  CHECK_THROWS_AS(init::sparse_(m, 2), Error);
  CHECK_THROWS_AS(init::sparse_(m, -1), Error);
  CHECK_THROWS_AS(init::xavier_uniform_(m, -1), Error);
  CHECK_THROWS_AS(init::kaiming_uniform_(zeros({5, 0})), Error);
  CHECK_THROWS_AS(init::uniform_(Tensor()), Error);
  CHECK_THROWS_AS(init::orthogonal_(Tensor()), Error);
  CHECK_THROWS_WITH_AS(init::orthogonal_(zeros({2, 2}, kLong)),
                       "orthogonal_: the tensor is int64[2, 2], but must be floating-point", Error);
  CHECK_THROWS_WITH_AS(init::orthogonal_(zeros({2, 2}), NAN), "orthogonal_: gain is nan, but must be finite",
                       Error);
  CHECK_THROWS_AS(init::sparse_(zeros({2, 2}, kLong), 0.1), Error);
  CHECK(init::orthogonal_(zeros({0, 3})).numel() == 0);
  CHECK(init::kaiming_uniform_(zeros({0, 3})).numel() == 0);
  CHECK(elements(m) == std::vector<double>(10, 0));
}
