// The median: its values are libtorch's.
#include <doctest/doctest.h>

#include <cmath>

#include "support/gradient_table.h"
#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

const bool rows = add_gradients({
    {{"median", "gather"},
     [](const TensorList& in) {  // distinct elements, even where the table repeats them
       const Tensor x = in[0] + (arange(in[0].numel(), kFloat64) * 5).reshape(in[0].sizes());
       return TensorList{x.median(), std::get<0>(x.median(0)), std::get<0>(x.median(-1, true))};
     },
     {{{3, 4}}, {{1}}, {{}}}},
});

}

TEST_CASE("median: the lower of the two in the middle, NaN if there is one") {
  const Tensor x = tensor({{3., 1., 2., 4.}, {1., 1., double(NAN), 0.}});
  CHECK(x[0].median().item<double>() == 2);
  CHECK(std::isnan(x.median().item<double>()));
  const auto [values, index] = x.median(1);
  CHECK(list(values)[0] == 2);
  CHECK(std::isnan(list(values)[1]));
  CHECK(list(index) == Values{2, 2});
  CHECK(std::get<0>(x.median(0, true)).sizes() == IntArrayRef{1, 4});
  CHECK(list(std::get<0>(x.t().median(0)))[0] == 2);
  CHECK(tensor({3, 1, 2}).to(kLong).median().item<std::int64_t>() == 2);
  CHECK(tensor(5.).median().item<double>() == 5);

  const Tensor same = leaf({2, 2, 2, 1, 3});
  same.median().backward();
  CHECK(list(same.grad()) == Values{1 / 3., 1 / 3., 1 / 3., 0, 0});

  CHECK(has(message([] { zeros({0}).median(); }), "median: no elements to choose from in shape [0]"));
  CHECK(has(message([] {
              zeros({2, 0}).median(1);
            }),
            "median: no elements to choose from along dimension 1"));
  CHECK(message([] { zeros({2}, kBool).median(); }) == "median: not defined for bool");
}

TEST_CASE("argsort and sort: a bool before the dimension says stable") {
  const Tensor x = tensor({{2., 1.}, {1., 3.}});
  CHECK(testing::list(x.argsort(true)) == testing::list(x.argsort(-1)));
  CHECK(testing::list(x.argsort(true, 0)) == testing::list(x.argsort(0, false)));
  CHECK(testing::list(argsort(x, false, 0, true)) == testing::list(x.argsort(0, true)));
  CHECK(testing::list(std::get<0>(x.sort(true, 0, true))) == testing::list(std::get<0>(x.sort(0, true))));
}

TEST_CASE("a dimension that does not exist is an IndexError, of a 0-d tensor too") {
  const Tensor x = tensor(3.), i = tensor({0});
  const std::vector<std::function<void(std::int64_t)>> operations = {
      [&](auto d) { x.median(d); },       [&](auto d) { x.max(d); },
      [&](auto d) { x.min(d); },          [&](auto d) { x.sort(d); },
      [&](auto d) { x.argsort(d); },      [&](auto d) { x.topk(1, d); },
      [&](auto d) { x.cumsum(d); },       [&](auto d) { x.cumprod(d); },
      [&](auto d) { x.softmax(d); },      [&](auto d) { x.log_softmax(d); },
      [&](auto d) { x.logsumexp(d); },    [&](auto d) { x.any(d); },
      [&](auto d) { x.all(d); },          [&](auto d) { x.argmax(d); },
      [&](auto d) { x.argmin(d); },       [&](auto d) { x.sum(d); },
      [&](auto d) { x.mean(d); },         [&](auto d) { x.prod(d); },
      [&](auto d) { x.amax(d); },         [&](auto d) { x.flip(d); },
      [&](auto d) { x.squeeze(d); },      [&](auto d) { x.norm(2, d); },
      [&](auto d) { x.transpose(0, d); }, [&](auto d) { x.index_select(d, i); },
      [&](auto d) { x.gather(d, i); },    [&](auto d) { x.count_nonzero(d); }};
  for (std::size_t k = 0; k < operations.size(); ++k) {
    CAPTURE(k);
    for (const std::int64_t d : {0, -1}) CHECK_NOTHROW(operations[k](d));
    for (const std::int64_t d : {1, -2}) CHECK_THROWS_AS(operations[k](d), IndexError);
  }
}

TEST_CASE("a NaN gradient reaches the elements that are the result, and no others") {
  const double nan = std::nan("");
  const auto gradient = [&](const Tensor& values, auto f) {
    const Tensor x = values.detach().clone().set_requires_grad(true);
    f(x).backward(full({}, nan, kFloat64));
    return list(x.grad().isnan());
  };
  const Tensor x = tensor({1., 3., 2., 2., 5.}, kFloat64);
  CHECK(gradient(x, [](const Tensor& t) { return t.median(); }) == Values{0, 0, 1, 1, 0});
  CHECK(gradient(x, [](const Tensor& t) { return t.max(); }) == Values{0, 0, 0, 0, 1});
  CHECK(gradient(x, [](const Tensor& t) { return t.min(); }) == Values{1, 0, 0, 0, 0});
  CHECK(gradient(x, [](const Tensor& t) { return t.amax(0); }) == Values{0, 0, 0, 0, 1});
  CHECK(gradient(x, [](const Tensor& t) { return t.amin(0); }) == Values{1, 0, 0, 0, 0});
  CHECK(gradient(x, [](const Tensor& t) { return std::get<0>(t.max(0)); }) == Values{0, 0, 0, 0, 1});
  CHECK(gradient(x, [](const Tensor& t) { return std::get<0>(t.median(0)); }) == Values{0, 0, 0, 1, 0});
}
