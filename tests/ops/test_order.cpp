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
