#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::indexing;
using testing::has;
using testing::list;
using testing::message;
using testing::Values;
using Sizes = std::vector<std::int64_t>;

namespace {
Tensor counted() { return arange(24).reshape({2, 3, 4}); }
}  // namespace

TEST_CASE("integers, slices, None and Ellipsis give views") {
  const Tensor x = counted();
  const Tensor part = x.index({Slice(), 1, Slice(1, None)});
  CHECK(list(part) == Values{5, 6, 7, 17, 18, 19});
  part.fill_(0);
  CHECK(x[1][1][3].item<int>() == 0);
  CHECK(x.index({Ellipsis, -1}).sizes() == Sizes{2, 3});
  CHECK(x.index({"...", None}).sizes() == Sizes{2, 3, 4, 1});
  CHECK(x.index({None, 0, Ellipsis, Slice(None, None, 2)}).sizes() == Sizes{1, 3, 2});
  CHECK(x.index({Ellipsis}).data_ptr() == x.data_ptr());
  CHECK(x.index({true}).sizes() == Sizes{1, 2, 3, 4});
  CHECK(x.index({false}).sizes() == Sizes{0, 2, 3, 4});
  CHECK(x.index({Slice(-100, 100)}).sizes() == Sizes{2, 3, 4});

  CHECK_THROWS_AS(x.index({2}), IndexError);
  CHECK_THROWS_AS(x.index({0, 0, 0, 0}), IndexError);
  CHECK_THROWS_AS(x.index({Ellipsis, Ellipsis}), Error);
  CHECK_THROWS_AS(x.index({Slice(None, None, -1)}), Error);
  CHECK_THROWS_AS(TensorIndex("x"), Error);
}

TEST_CASE("index tensors") {
  const Tensor x = counted();
  CHECK(x.index({tensor({1, 0, -1})}).sizes() == Sizes{3, 3, 4});
  CHECK(list(x.index({tensor({0, 1}), tensor({2, 0}), tensor({3, -1})})) == Values{11, 15});
  // Neighbours keep their place; others go to the front.
  const Tensor row = tensor({0, 1}), column = tensor({{1}, {2}});
  CHECK(list(x.index({Slice(), row, column})) == Values{1, 5, 2, 6, 13, 17, 14, 18});
  const Tensor apart = x.index({row, Slice(), column});
  CHECK(apart.sizes() == Sizes{2, 2, 3});
  CHECK(list(apart) == Values{1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22});
  CHECK(x.index({0, Slice(), row}).sizes() == Sizes{3, 2});
  CHECK(list(x.transpose(0, 2).index({tensor({1})})) == Values{1, 13, 5, 17, 9, 21});
  CHECK(x.index({zeros({0}, kLong)}).sizes() == Sizes{0, 3, 4});
  CHECK(list(x[tensor({1})]).size() == 12);
  CHECK(x[tensor(1)].sizes() == Sizes{3, 4});

  const std::string text = message([&] { x.index({Slice(), tensor({0, 3})}); });
  CHECK(has(text, "index 3"));
  CHECK(has(text, "dimension 1"));
  CHECK(has(text, "size 3"));
  CHECK_THROWS_AS(x.index({tensor({-3})}), IndexError);
  CHECK_THROWS_AS(x.index({tensor({0.5})}), Error);
  CHECK_THROWS_AS(x.index({row, tensor({0, 1, 2})}), Error);
  CHECK_THROWS_AS(zeros({0, 2}).index({tensor({0})}), IndexError);
}

TEST_CASE("masks") {
  const Tensor x = counted();
  const Tensor mask = tensor({{true, false, true}, {false, false, true}});
  CHECK(x.index({mask}).sizes() == Sizes{3, 4});
  CHECK(list(x.index({mask, 1})) == Values{1, 9, 21});
  CHECK(list(x.index({mask, Slice(0, 1)})) == Values{0, 8, 20});
  CHECK(list(x.index({0, tensor({false, true, false})})) == Values{4, 5, 6, 7});
  CHECK(x.index({zeros({2}, kBool)}).sizes() == Sizes{0, 3, 4});
  CHECK(has(message([&] { x.index({tensor({true, false, true})}); }), "mask"));
  CHECK(list(ones({2, 3}).masked_select(tensor({true, false, true}))) == Values{1, 1, 1, 1});
  CHECK(masked_select(ones({}), tensor(true)).sizes() == Sizes{1});
  CHECK_THROWS_AS(x.masked_select(x), Error);
  CHECK(list(take(x, tensor({{-1, 3}}))) == Values{23, 3});
  CHECK_THROWS_AS(take(x, tensor({24})), IndexError);
}

TEST_CASE("writing by index") {
  Tensor x = counted();
  x.index_put_({Slice(), 1, Slice(1, 3)}, 0);
  CHECK(list(x[0][1]) == Values{4, 0, 0, 7});
  x.index_put_({tensor({0, 1}), Slice(), tensor({3, -4})}, tensor({{100}, {200}}));
  CHECK(list(x.select(2, 3)[0]) == Values{100, 100, 100});
  CHECK(list(x.select(2, 0)[1]) == Values{200, 200, 200});
  x = zeros({3, 2});
  x.index_put_({tensor({true, false, true})}, tensor({1., 2.}));
  CHECK(list(x) == Values{1, 2, 0, 0, 1, 2});
  x.t().index_put_({0, tensor({1})}, 9.);
  CHECK(x[1][0].item<double>() == 9);
  x = zeros({3});
  index_put_(x, {tensor({0, 2, 0})}, tensor({1., 2., 3.}), true);
  CHECK(list(x) == Values{4, 0, 2});
  CHECK(list(index_put(x, {tensor({1})}, tensor({5.}))) == Values{4, 5, 2});

  const auto version = x._version();
  CHECK_THROWS_AS(x.index_put_({tensor({0, 3})}, 1), IndexError);
  CHECK_THROWS_AS(x.index_put_({tensor({0, 1})}, tensor({1., 2., 3.})), Error);
  CHECK_THROWS_AS(x.index_put_({tensor({0})}, tensor({1})), Error);
  CHECK(list(x) == Values{4, 0, 2});
  CHECK(x._version() == version);
}

TEST_CASE("rows") {
  const Tensor x = counted();
  CHECK(list(x.index_select(2, tensor({3, 0, 0})).select(1, 0)) == Values{3, 0, 0, 15, 12, 12});
  CHECK(x.index_select(0, zeros({0}, kLong)).sizes() == Sizes{0, 3, 4});
  CHECK(ones({3}).index_select(0, tensor(1)).sizes() == Sizes{1});
  CHECK(ones({}).index_select(0, tensor({0})).dim() == 0);
  CHECK_THROWS_AS(x.index_select(0, tensor({2})), IndexError);
  CHECK_THROWS_AS(x.index_select(0, tensor({-1})), IndexError);
  CHECK_THROWS_AS(x.index_select(3, tensor({0})), IndexError);
  CHECK_THROWS_AS(x.index_select(0, tensor({0.})), Error);
  CHECK_THROWS_AS(x.index_select(0, tensor({{0}})), Error);

  Tensor y = zeros({3, 2});
  y.index_add_(0, tensor({2, 0, 2}), ones({3, 2}), 2);
  CHECK(list(y) == Values{2, 2, 0, 0, 4, 4});
  CHECK(list(index_copy(y, 1, tensor({1}), zeros({3, 1}))) == Values{2, 0, 0, 0, 4, 0});
  CHECK_THROWS_AS(y.index_add_(0, tensor({0, 0}), ones({1, 2})), Error);
  CHECK_THROWS_AS(y.index_add_(0, tensor({0}), ones({1, 2}, kLong)), Error);
  CHECK_THROWS_AS(y.index_add_(0, tensor({3}), ones({1, 2})), IndexError);
}

TEST_CASE("gather and scatter") {
  const Tensor x = arange(6).reshape({2, 3});
  CHECK(list(x.gather(1, tensor({{2, 0}, {1, 1}}))) == Values{2, 0, 4, 4});
  CHECK(list(x.gather(0, tensor({{1, 0}}))) == Values{3, 1});
  CHECK(list(x.t().gather(0, tensor({{2, 0}}))) == Values{2, 3});
  CHECK(list(tensor(7).gather(0, tensor({0, 0}))) == Values{7, 7});
  CHECK(tensor({7, 8}).gather(0, tensor(1)).item<int>() == 8);
  CHECK(x.gather(1, zeros({2, 0}, kLong)).sizes() == Sizes{2, 0});
  CHECK_THROWS_AS(x.gather(1, tensor({{3}})), IndexError);
  CHECK_THROWS_AS(x.gather(1, tensor({{-1}})), IndexError);
  CHECK_THROWS_AS(x.gather(1, tensor({0})), Error);
  CHECK_THROWS_AS(x.gather(1, zeros({3, 1}, kLong)), Error);

  Tensor y = zeros({2, 3}, kLong);
  y.scatter_(1, tensor({{2, 0}, {1, 1}}), tensor({{5, 6, 0}, {7, 8, 0}}));
  CHECK(list(y) == Values{6, 0, 5, 0, 8, 0});
  CHECK(list(y.scatter_add(0, tensor({{1, 1, 0}}), ones({1, 3}, kLong))) == Values{6, 0, 6, 1, 9, 0});
  CHECK(list(y.scatter(1, tensor({{0}}), -1)) == Values{-1, 0, 5, 0, 8, 0});
  CHECK_THROWS_AS(y.scatter_(1, tensor({{0, 1}}), ones({1, 1}, kLong)), Error);
  CHECK_THROWS_AS(y.scatter_(1, tensor({{0}}), ones({1, 1})), Error);
  CHECK_THROWS_AS(y.scatter_(1, tensor({{3}}), 1), IndexError);
}

TEST_CASE("triangles") {
  const Tensor x = arange(1, 7).reshape({2, 3});
  CHECK(list(x.tril()) == Values{1, 0, 0, 4, 5, 0});
  CHECK(list(x.triu(1)) == Values{0, 2, 3, 0, 0, 6});
  CHECK(list(x.t().tril(-1)) == Values{0, 0, 2, 0, 3, 6});
  CHECK(list(x.tril(INT64_MAX)) == list(x));
  CHECK(list(x.triu(INT64_MIN)) == list(x));
  CHECK(x.reshape({1, 2, 3}).triu().sizes() == Sizes{1, 2, 3});
  CHECK(zeros({0, 3}).tril().sizes() == Sizes{0, 3});
  CHECK_THROWS_AS(zeros({3}).tril(), Error);
  Tensor y = x.clone();
  y.tril_();
  CHECK(list(y) == list(x.tril()));
}

TEST_CASE("order") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Tensor x = tensor({3., nan, 1., 3.});
  CHECK(list(x.argsort()) == Values{2, 0, 3, 1});
  CHECK(list(x.argsort(0, true)) == Values{1, 0, 3, 2});
  auto [values, indices] = x.topk(2);
  CHECK(std::isnan(values[0].item<double>()));
  CHECK(list(indices) == Values{1, 0});
  CHECK(list(std::get<0>(x.topk(2, 0, false))) == Values{1, 3});
  const Tensor m = tensor({{3, 1}, {2, 5}});
  CHECK(list(std::get<0>(m.sort(0))) == Values{2, 1, 3, 5});
  CHECK(list(std::get<0>(m.sort())) == Values{1, 3, 2, 5});
  CHECK(std::get<0>(ones({}).sort()).dim() == 0);
  CHECK(std::get<0>(zeros({0, 2}).sort(0)).sizes() == Sizes{0, 2});
  CHECK(std::get<1>(zeros({2, 3}).topk(0)).sizes() == Sizes{2, 0});
  CHECK_THROWS_AS(x.topk(5), Error);
  CHECK_THROWS_AS(x.sort(1), IndexError);

  CHECK(list(nonzero(tensor({{0., 2.}, {nan, 0.}}))) == Values{0, 1, 1, 0});
  CHECK(ones({}).nonzero().sizes() == Sizes{1, 0});
  CHECK(zeros({2, 3}).nonzero().sizes() == Sizes{0, 2});
  CHECK(list(one_hot(tensor({0, 2}))) == Values{1, 0, 0, 0, 0, 1});
  CHECK(one_hot(tensor({{0}}), 4).sizes() == Sizes{1, 1, 4});
  CHECK_THROWS_AS(one_hot(tensor({0, 2}), 2), IndexError);
  CHECK_THROWS_AS(one_hot(tensor({-1})), IndexError);
  CHECK_THROWS_AS(one_hot(zeros({0}, kLong)), Error);
}

TEST_CASE("gradients of what is read twice add up, of what is overwritten vanish") {
  const Tensor x = testing::leaf({1, 2, 3});
  x.index({tensor({2, 0, 2})}).backward(tensor({1., 10., 100.}, kFloat64));
  CHECK(list(x.grad()) == Values{10, 0, 101});

  x.mutable_grad() = Tensor();
  const Tensor v = testing::leaf({5, 6});
  Tensor y = x * 2;
  y.index_put_({tensor({2, 0})}, v);
  y.backward(tensor({1., 10., 100.}, kFloat64));
  CHECK(list(x.grad()) == Values{0, 20, 0});
  CHECK(list(v.grad()) == Values{100, 1});

  x.mutable_grad() = Tensor();
  y = x.view({1, 3}) * 1;
  y.index_put_({0, Slice(0, 2)}, v.detach());
  (y * y).backward(ones({1, 3}, kFloat64));
  CHECK(list(x.grad()) == Values{0, 0, 6});
  CHECK_THROWS_AS(x.index_put_({0}, 1), Error);
}

TEST_CASE("a value may have leading dimensions of size 1 that the places lack") {
  const Tensor x = zeros({3, 4}, kFloat64), i = tensor({0, 2});
  x.index_put_({i}, ones({1, 1, 4}, kFloat64));
  CHECK(list(x.sum(1)) == Values{4, 0, 4});
  x.index_put_({Slice(0, 2)}, full({1, 1, 2, 4}, 2., kFloat64));
  CHECK(list(x.sum(1)) == Values{8, 8, 4});
  x.index_put_({x == 1}, full({1, 1}, 5., kFloat64));
  CHECK(list(x.sum(1)) == Values{8, 8, 20});
  x.index_put_({0, 0}, full({1, 1}, 9., kFloat64));
  CHECK(x[0][0].item<double>() == 9);
  CHECK(has(message([&] { x.index_put_({i}, ones({2, 1, 4}, kFloat64)); }), "does not broadcast"));
  const Tensor v = ones({1, 1, 4}, kFloat64).set_requires_grad(true);
  index_put(x, {i}, v * 2).sum().backward();
  CHECK(v.grad().sizes() == Shape{1, 1, 4});
  CHECK(list(v.grad()) == Values{4, 4, 4, 4});
}

TEST_CASE("no indices are an error") {
  const Tensor x = zeros({2});
  const std::vector<indexing::TensorIndex> none;
  CHECK(message([&] { x.index(none); }) == "index: got no indices");
  CHECK(message([&] { x.index_put_(none, 1); }) == "index_put_: got no indices");
}
