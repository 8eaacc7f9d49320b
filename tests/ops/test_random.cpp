#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "kernels/random.h"
#include "support/helpers.h"
#include "tensor/tensor.h"
#include "wengert/autograd.h"
#include "wengert/base/error.h"
#include "wengert/ops/bernoulli.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/multinomial.h"
#include "wengert/ops/normal.h"
#include "wengert/ops/rand.h"
#include "wengert/ops/tensor.h"

using namespace wengert;
using testing::has;
using testing::message;

namespace {

// The elements in the order of memory; x must have no gaps.
template <class T>
std::vector<T> memory(const Tensor& x) {
  const T* data = x.data_ptr<T>();
  return std::vector<T>(data, data + x.numel());
}

Tensor transposed(const Tensor& x) {
  return make_alias(x, {x.size(1), x.size(0)}, {x.stride(1), x.stride(0)}, x.storage_offset());
}
// Every other column of a [rows, 2 columns] tensor.
Tensor every_other(const Tensor& x) {
  return make_alias(x, {x.size(0), x.size(1) / 2}, {x.stride(0), 2}, x.storage_offset());
}

std::vector<float> drawn(std::uint64_t seed, std::int64_t n, bool one_by_one) {
  std::vector<float> x(static_cast<std::size_t>(n));
  if (one_by_one) {
    random::normal_one_by_one(make_generator(seed), x.data(), n, 0, 1);
  } else {
    random::normal(make_generator(seed), x.data(), n, 0, 1);
  }
  return x;
}

}  // namespace

TEST_CASE("new random tensors continue the default stream in libtorch's numbers") {
  manual_seed(0);
  const auto u = memory<float>(rand({2}));
  CHECK(u == std::vector<float>{0.49625658988952637f, 0.7682217955589294f});
  const auto z = memory<float>(randn({3}));
  CHECK(z[0] == doctest::Approx(-0.29050925374031067).epsilon(1e-6));
  CHECK(z[2] == doctest::Approx(1.2644586563110352).epsilon(1e-6));
  CHECK(memory<std::int64_t>(randint(10, {5})) == std::vector<std::int64_t>{1, 6, 6, 9, 8});
  CHECK(memory<std::int64_t>(randint(-5, 5, {5})) == std::vector<std::int64_t>{1, 1, 3, -1, -2});
  CHECK(memory<std::int64_t>(randperm(6)) == std::vector<std::int64_t>{2, 5, 1, 0, 4, 3});
  CHECK(memory<double>(normal(2, 3, {17}, nullopt, kDouble))[16] == doctest::Approx(0.09183364156524321));
  CHECK(memory<std::int64_t>(multinomial(rand({2, 4}), 3)) == std::vector<std::int64_t>{1, 0, 2, 2, 1, 3});
  CHECK(memory<float>(bernoulli(rand({6}))) == std::vector<float>{0, 1, 0, 1, 1, 1});
  CHECK(memory<float>(bernoulli(zeros({6}), 0.5)) == std::vector<float>{1, 0, 0, 0, 0, 0});
  CHECK(memory<float>(zeros({1}).exponential_(2))[0] == doctest::Approx(0.39192813634872437).epsilon(1e-6));
  CHECK(memory<float>(zeros({1}).random_())[0] == 13715619.0);
}

TEST_CASE("log_normal_, cauchy_ and geometric_ draw libtorch's numbers") {
  const auto first = [](const auto& draw) {
    manual_seed(0);
    return memory<double>(draw(zeros({3}, kDouble)));
  };
  const auto check = [](const std::vector<double>& got, const std::vector<double>& wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(got[i] == doctest::Approx(wanted[i]).epsilon(1e-9));
  };
  check(first([](const Tensor& x) { return x.log_normal_(1, 2); }),
        {59.26341788010752, 1.5115599370617072, 0.03481946309690494});
  check(first([](const Tensor& x) { return x.cauchy_(); }),
        {10.597729326682297, 0.7647672596059, -0.12829934208317406});
  check(first([](const Tensor& x) { return x.geometric_(0.3); }), {1, 1, 3});
  CHECK(zeros({2}, kLong).geometric_(0.5).dtype() == kLong);
  CHECK_THROWS_AS(zeros({2}).geometric_(1), Error);
  CHECK_THROWS_AS(zeros({2}).log_normal_(0, 0), Error);
  CHECK_THROWS_AS(zeros({2}, kLong).cauchy_(), Error);
}

TEST_CASE("multinomial never draws what has probability 0") {
  const Tensor p = tensor({0., 5e-324, 0., 1., 0.}, kDouble);  // whose score may be 0
  for (int i = 0; i < 20; ++i) {
    const auto drawn_two = memory<std::int64_t>(multinomial(p, 2));
    for (std::int64_t c : drawn_two) CHECK((c == 1 || c == 3));
  }
  CHECK(has(message([&] { multinomial(p, 3); }),
            "multinomial: cannot draw 3 samples from the 2 categories of row 0 with a positive probability"));
  CHECK(multinomial(p, 3, true).numel() == 3);
}

TEST_CASE("dtypes, sizes and requires_grad come from the options") {
  CHECK(rand({2, 3}).dtype() == kFloat);
  CHECK(rand({2, 3}).sizes() == IntArrayRef{2, 3});
  CHECK(randn({}, kDouble).dtype() == kDouble);
  CHECK(randn({0, 4}).numel() == 0);
  CHECK(randint(3, {2}).dtype() == kLong);
  CHECK(randint(3, {2}, kFloat).dtype() == kFloat);
  CHECK(randint(2, {2}, kBool).dtype() == kBool);
  CHECK(randperm(4, kFloat).dtype() == kFloat);
  CHECK(rand({2}, requires_grad()).requires_grad());
  CHECK_FALSE(rand({2}).requires_grad());
}

TEST_CASE("a given generator is used, and the default left alone") {
  manual_seed(1);
  const auto expected = memory<float>(randn({4}));
  manual_seed(1);
  CHECK(memory<float>(randn({4}, make_generator(1))) == expected);
  CHECK(memory<float>(zeros({4}).normal_(0, 1, make_generator(1))) == expected);
  CHECK(memory<float>(randn({4})) == expected);
}

TEST_CASE("memory is filled in its own order") {
  const Tensor plain = rand({4, 3}, make_generator(5)), x = zeros({4, 3});
  transposed(x).uniform_(0, 1, make_generator(5));
  CHECK(memory<float>(x) == memory<float>(plain));

  const Tensor wide = zeros({4, 6});
  every_other(wide).uniform_(0, 1, make_generator(5));
  const auto w = memory<float>(wide), p = memory<float>(plain);
  for (std::size_t i = 0; i < 24; ++i) CHECK(w[i] == (i % 2 ? 0 : p[i / 2]));

  const Tensor probabilities = rand({3, 4}, make_generator(6)), mask = zeros({4, 3});
  transposed(mask).bernoulli_(probabilities, make_generator(5));
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(memory<float>(mask)[i] == float(p[i] < memory<float>(probabilities)[i % 3 * 4 + i / 3]));
}

TEST_CASE("normals of strided memory are drawn one by one") {
  const Tensor x = zeros({5, 4});
  x.normal_(0, 1, make_generator(5));
  CHECK(memory<float>(x) == drawn(5, 20, false));
  transposed(x).normal_(0, 1, make_generator(5));
  CHECK(memory<float>(x) == drawn(5, 20, true));
  const Tensor wide = zeros({5, 8});
  every_other(wide).normal_(0, 1, make_generator(5));
  for (std::size_t i = 0; i < 20; ++i) CHECK(memory<float>(wide)[2 * i] == drawn(5, 20, true)[i]);
}

TEST_CASE("*_like keeps dtype and order of dimensions, unless told another dtype") {
  const Tensor x = transposed(zeros({4, 3}, kDouble));
  manual_seed(5);
  const Tensor y = rand_like(x);
  CHECK(y.strides() == IntArrayRef{1, 3});
  CHECK(y.dtype() == kDouble);
  CHECK(rand_like(x, kFloat).dtype() == kFloat);
  manual_seed(5);
  const Tensor z = randn_like(transposed(zeros({5, 4})));
  CHECK(z.strides() == IntArrayRef{1, 4});
  CHECK(memory<float>(z) == drawn(5, 20, true));
  CHECK(randint_like(x, 3).dtype() == kDouble);
  CHECK(randint_like(x, 3, 4).sizes() == x.sizes());
  CHECK(randn_like(every_other(zeros({2, 6}))).strides() == IntArrayRef{3, 1});
}

TEST_CASE("a draw in place advances the version, and is refused on a leaf that wants its gradient") {
  const Tensor x = zeros({3});
  x.uniform_();
  CHECK(x._version() == 1);
  const Tensor leaf = zeros({3}, requires_grad());
  CHECK_THROWS_AS(leaf.normal_(), Error);
  CHECK(memory<float>(leaf) == std::vector<float>{0, 0, 0});
  {
    const NoGradGuard no_grad;
    leaf.uniform_(2, 3);
  }
  CHECK(memory<float>(leaf)[0] >= 2);
  CHECK(leaf.requires_grad());
}

TEST_CASE("wrong arguments of random operations are errors that change nothing") {
  const Tensor whole = zeros({3}, kLong), x = zeros({3});
  CHECK_THROWS_WITH_AS(whole.uniform_(), "uniform_: the dtype is int64, but must be floating", Error);
  CHECK_THROWS_WITH_AS(randn({2}, kLong), "randn: the dtype is int64, but must be floating", Error);
  CHECK_THROWS_AS(whole.normal_(), Error);
  CHECK_THROWS_AS(whole.exponential_(), Error);
  CHECK_THROWS_AS(rand({2}, kBool), Error);
  CHECK_THROWS_AS(rand({-1}), Error);
  CHECK_THROWS_AS(rand_like(whole), Error);
  CHECK_THROWS_AS(rand_like(Tensor()), Error);
  CHECK_THROWS_AS(Tensor().uniform_(), Error);
  CHECK_THROWS_AS(x.uniform_(1, 0), Error);
  CHECK_THROWS_AS(x.normal_(0, -1), Error);
  CHECK_THROWS_AS(randint(0, {2}), Error);
  CHECK_THROWS_AS(randint(3, {2}, kBool), Error);
  CHECK_THROWS_WITH_AS(randperm(-1), "randperm: n is -1, but must be at least 0", Error);
  CHECK_THROWS_AS(x.bernoulli_(1.5), Error);
  CHECK_THROWS_AS(x.bernoulli_(zeros({4})), Error);
  CHECK_THROWS_AS(x.bernoulli_(whole), Error);
  CHECK_THROWS_AS(bernoulli(whole), Error);
  CHECK_THROWS_AS(multinomial(whole, 1), Error);
  CHECK_THROWS_AS(multinomial(x, 1), Error);
  CHECK_THROWS_AS(multinomial(rand({2, 2, 2}), 1), Error);
  CHECK_THROWS_AS(multinomial(rand({2}), 3), Error);
  CHECK_THROWS_AS(multinomial(rand({2}), 0), Error);
  CHECK(multinomial(zeros({0, 3}), 2).sizes() == IntArrayRef{0, 2});
  CHECK_THROWS_AS(normal(zeros({2}), full({2}, -1.f)), Error);
  CHECK_THROWS_AS(normal(zeros({2}), zeros({3})), Error);
  CHECK(memory<float>(x) == std::vector<float>{0, 0, 0});
}

TEST_CASE("normal with tensors scales and shifts randn's numbers") {
  const Tensor mean = full({5, 4}, 2.f), std = full({4}, 3.f);
  const auto x = memory<float>(normal(mean, std, make_generator(5)));
  for (std::size_t i = 0; i < 20; ++i) CHECK(x[i] == doctest::Approx(3 * drawn(5, 20, false)[i] + 2));
  CHECK(memory<float>(normal(mean, 3, make_generator(5))) == x);
  CHECK(memory<float>(normal(2, full({5, 4}, 3.f), make_generator(5))) == x);
}
