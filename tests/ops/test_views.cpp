#include <doctest/doctest.h>

#include "support/helpers.h"

using namespace wengert;
using testing::has;
using testing::list;
using testing::message;
using testing::Values;
using Sizes = std::vector<std::int64_t>;

namespace {

Tensor counted(IntArrayRef sizes) {
  std::int64_t n = 1;
  for (std::int64_t s : sizes) n *= s;
  return arange(n, kFloat64).reshape(sizes);
}

/// dx of sum(dy f(x)) with dy = 1, 2, 3, ...
Values gradient_of(const Tensor& x, const std::function<Tensor(const Tensor&)>& f) {
  x.mutable_grad() = Tensor();
  const Tensor y = f(x);
  y.backward(counted(y.sizes()) + 1);
  return list(x.grad());
}

}  // namespace

TEST_CASE("view and reshape") {
  const Tensor x = counted({2, 3, 4});
  CHECK(x.view({6, -1}).sizes() == Sizes{6, 4});
  CHECK(x.view(-1).data_ptr() == x.data_ptr());
  CHECK(x.view({2, 1, 3, 2, 2}).sizes() == Sizes{2, 1, 3, 2, 2});
  CHECK(zeros({0, 3}).view(-1).sizes() == Sizes{0});
  CHECK(zeros({}).view({1, 1}).sizes() == Sizes{1, 1});
  CHECK(zeros({1}).view(IntArrayRef()).dim() == 0);

  // Strided tensors: dimensions are joined where memory allows.
  const Tensor part = x.slice(2, 0, 2);  // strides 12, 4, 1
  CHECK(part.view({6, 2}).strides() == Sizes{4, 1});
  CHECK(part.view({2, 3, 2, 1}).strides()[2] == 1);
  const Tensor column = x.select(2, 1);  // [2, 3], strides 12, 4
  CHECK(list(column.view(6)) == Values{1, 5, 9, 13, 17, 21});
  CHECK(x.permute({2, 0, 1}).view({4, 6}).strides() == Sizes{1, 4});
  CHECK(zeros({1}).expand({2, 3}).view(6).strides() == Sizes{0});

  const Tensor t = x.transpose(0, 1);
  const std::string text = message([&] { t.view(-1); });
  CHECK(has(text, "view"));
  CHECK(has(text, "reshape"));
  CHECK(list(t.reshape(-1)) == list(t));
  CHECK(has(message([&] { x.view({5, -1}); }), "24"));
  CHECK(has(message([&] { x.view({-1, -1}); }), "more than one -1"));
  CHECK(has(message([&] { x.view({-2, 12}); }), "negative"));
  CHECK(has(message([&] { zeros({0, 3}).view({-1, 0}); }), "any size"));
  CHECK_THROWS_AS(x.reshape({INT64_MAX, INT64_MAX}), Error);
  CHECK_THROWS_AS(Tensor().view(1), Error);

  CHECK(x.flatten().sizes() == Sizes{24});
  CHECK(x.flatten(1).sizes() == Sizes{2, 12});
  CHECK(x.flatten(0, -2).sizes() == Sizes{6, 4});
  CHECK(zeros({}).flatten().sizes() == Sizes{1});
  CHECK(zeros({0, 3, 0}).flatten(1).sizes() == Sizes{0, 0});
  CHECK_THROWS_AS(x.flatten(2, 1), Error);
  CHECK(x.unflatten(2, {2, -1}).sizes() == Sizes{2, 3, 2, 2});
  CHECK(x.unflatten(-1, {4, 1}).sizes() == Sizes{2, 3, 4, 1});
  CHECK(has(message([&] { x.unflatten(1, {2, 2}); }), "size 3"));
  CHECK(x.view_as(zeros({4, 6})).sizes() == Sizes{4, 6});
}

TEST_CASE("dimensions in another order") {
  const Tensor x = counted({2, 3, 4});
  CHECK(x.permute({2, 0, 1}).sizes() == Sizes{4, 2, 3});
  CHECK(x.permute({-1, 0, 1}).strides() == Sizes{1, 12, 4});
  CHECK(zeros({}).permute({}).dim() == 0);
  CHECK(has(message([&] { x.permute({0, 1}); }), "permute"));
  CHECK(has(message([&] { x.permute({0, 1, -2}); }), "twice"));
  CHECK_THROWS_AS(x.permute({0, 1, 3}), IndexError);
  CHECK(x.transpose(0, -1).sizes() == Sizes{4, 3, 2});
  CHECK_THROWS_AS(x.transpose(0, 3), IndexError);
  CHECK(counted({2, 3}).t().sizes() == Sizes{3, 2});
  CHECK(counted({3}).t().sizes() == Sizes{3});
  CHECK(zeros({}).t().dim() == 0);
  CHECK_THROWS_AS(x.t(), Error);
  CHECK(x.mT().sizes() == Sizes{2, 4, 3});
  CHECK_THROWS_AS(zeros({3}).mT(), Error);
  CHECK(x.movedim(0, 2).sizes() == Sizes{3, 4, 2});
  CHECK(x.movedim(-1, 0).sizes() == Sizes{4, 2, 3});
  CHECK(list(counted({2, 3}).t()) == Values{0, 3, 1, 4, 2, 5});
}

TEST_CASE("dimensions of size 1") {
  const Tensor x = zeros({1, 3, 1});
  CHECK(x.squeeze().sizes() == Sizes{3});
  CHECK(x.squeeze(0).sizes() == Sizes{3, 1});
  CHECK(x.squeeze(1).sizes() == Sizes{1, 3, 1});
  CHECK(zeros({}).squeeze(0).dim() == 0);
  CHECK(x.unsqueeze(-1).sizes() == Sizes{1, 3, 1, 1});
  CHECK(zeros({}).unsqueeze(0).sizes() == Sizes{1});
  CHECK_THROWS_AS(zeros({}).unsqueeze(1), IndexError);
  CHECK_THROWS_AS(x.squeeze(3), IndexError);
  CHECK_THROWS_AS(zeros({1, 1, 1, 1, 1, 1, 1, 1}).unsqueeze(0), Error);
  CHECK(zeros({3}).expand({2, -1}).sizes() == Sizes{2, 3});
  CHECK_THROWS_AS(zeros({2, 3}).expand({-1, 2, 3}), Error);
  CHECK_THROWS_AS(zeros({2, 3}).expand({2, 4}), Error);
  CHECK(zeros({3, 1}).expand_as(zeros({2, 3, 4})).sizes() == Sizes{2, 3, 4});
}

TEST_CASE("a tensor can change its own shape") {
  Tensor x = zeros({1, 3});
  const auto before = x._version();
  x.squeeze_();
  CHECK(x.sizes() == Sizes{3});
  CHECK(x._version() == before + 1);
  x.unsqueeze_(1).t_();
  CHECK(x.sizes() == Sizes{1, 3});
  CHECK(x.transpose_(0, 1).sizes() == Sizes{3, 1});
  CHECK(x.squeeze_(1).sizes() == Sizes{3});

  const Tensor leaf = testing::leaf({1, 2});
  CHECK(has(message([&] { leaf.unsqueeze_(0); }), "leaf"));
  const Tensor y = leaf * 3;
  y.unsqueeze_(1).t_();
  CHECK(y.sizes() == Sizes{1, 2});
  y.backward(counted({1, 2}) + 1);
  CHECK(list(leaf.grad()) == Values{3, 6});
  leaf.mutable_grad() = Tensor();
  {
    NoGradGuard quiet;
    leaf.unsqueeze_(0);
  }
  (leaf * 2).backward(counted({1, 2}) + 1);
  CHECK(leaf.grad().sizes() == Sizes{1, 2});
}

TEST_CASE("slices clamp, selections do not") {
  const Tensor x = counted({5});
  CHECK(list(x.slice(0, 1, 4, 2)) == Values{1, 3});
  CHECK(list(x.slice(0, -2)) == Values{3, 4});
  CHECK(list(x.slice(0, -100, 100, 3)) == Values{0, 3});
  CHECK(list(x.slice(0, 3, 1)).empty());
  CHECK(list(x.slice(0, 7)).empty());
  CHECK(list(x.slice(0, nullopt, INT64_MAX)) == Values{0, 1, 2, 3, 4});
  CHECK(list(x.slice(0, 1, nullopt, INT64_MAX)) == Values{1});
  CHECK_THROWS_AS(x.slice(0, 0, 5, 0), Error);
  CHECK_THROWS_AS(x.slice(0, 0, 5, -1), Error);
  CHECK_THROWS_AS(x.slice(1), IndexError);
  CHECK_THROWS_AS(zeros({}).slice(), IndexError);

  CHECK(x[-1].item<double>() == 4);
  CHECK(x.select(0, 2).dim() == 0);
  const std::string text = message([&] { x.select(0, 5); });
  CHECK(has(text, "index 5"));
  CHECK(has(text, "dimension 0"));
  CHECK(has(text, "size 5"));
  CHECK_THROWS_AS(x[-6], IndexError);
  CHECK_THROWS_AS(zeros({})[0], IndexError);

  CHECK(list(x.narrow(0, -2, 2)) == Values{3, 4});
  CHECK(list(x.narrow(0, 5, 0)).empty());
  CHECK_THROWS_AS(x.narrow(0, 4, 2), IndexError);
  CHECK_THROWS_AS(x.narrow(0, INT64_MAX, 2), IndexError);
  CHECK_THROWS_AS(x.narrow(0, 0, -1), Error);

  const Tensor m = counted({2, 3, 4});
  CHECK(m.diagonal(1, 0, 2).sizes() == Sizes{3, 2});
  CHECK(list(m.diagonal(1, 0, 2)) == Values{1, 14, 5, 18, 9, 22});
  CHECK(list(counted({3, 3}).diagonal(-1)) == Values{3, 7});
  CHECK(m.diagonal(10, 0, 2).sizes() == Sizes{3, 0});
  CHECK(m.diagonal(INT64_MIN, 0, 2).sizes() == Sizes{3, 0});
  CHECK_THROWS_AS(m.diagonal(0, 1, -2), Error);
}

TEST_CASE("pieces") {
  const Tensor x = counted({5, 2});
  const TensorList halves = x.chunk(2);
  CHECK(halves.size() == 2);
  CHECK(list(halves[1]) == Values{6, 7, 8, 9});
  CHECK(x.chunk(4).size() == 3);
  CHECK(x.chunk(2, 1)[1].sizes() == Sizes{5, 1});
  CHECK(zeros({0, 3}).chunk(3).size() == 3);
  CHECK(x.split(2).size() == 3);
  CHECK(x.split(100).size() == 1);
  CHECK(zeros({0, 3}).split(0).size() == 1);
  CHECK(x.split({1, 4})[1].sizes() == Sizes{4, 2});
  CHECK(x.unbind(1)[1].strides() == Sizes{2});
  CHECK(zeros({0, 3}).unbind().empty());
  CHECK_THROWS_AS(x.split(0), Error);
  CHECK_THROWS_AS(x.split(-1), Error);
  CHECK(has(message([&] { x.split({1, 3}); }), "size 5"));
  CHECK_THROWS_AS(x.split({6, -1}), Error);
  CHECK_THROWS_AS(x.chunk(0), Error);
  CHECK_THROWS_AS(zeros({}).unbind(), IndexError);
}

TEST_CASE("copies in another arrangement") {
  const Tensor x = counted({2, 3});
  CHECK(list(x.repeat({1, 2})) == Values{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5});
  CHECK(list(counted({2}).repeat({2, 2})) == Values{0, 1, 0, 1, 0, 1, 0, 1});
  CHECK(x.repeat({0, 1}).sizes() == Sizes{0, 3});
  CHECK(x.repeat({1, 1}).data_ptr() != x.data_ptr());
  CHECK(tile(x, 2).sizes() == Sizes{2, 6});
  CHECK_THROWS_AS(x.repeat(2), Error);
  CHECK_THROWS_AS(x.repeat({-1, 2}), Error);
  CHECK_THROWS_AS(x.repeat({INT64_MAX, 2}), Error);

  CHECK(list(x.flip(0)) == Values{3, 4, 5, 0, 1, 2});
  CHECK(list(x.flip({0, -1})) == Values{5, 4, 3, 2, 1, 0});
  CHECK(list(x.t().flip(0)) == Values{2, 5, 1, 4, 0, 3});
  CHECK(zeros({0, 2}).flip({0, 1}).sizes() == Sizes{0, 2});
  CHECK_THROWS_AS(x.flip({0, 0}), Error);
  CHECK_THROWS_AS(x.flip(2), IndexError);

  CHECK(list(x.roll(1)) == Values{5, 0, 1, 2, 3, 4});
  CHECK(list(x.roll({1, 2}, {0, 1})) == Values{4, 5, 3, 1, 2, 0});
  CHECK(list(x.roll(-4, 1)) == Values{1, 2, 0, 4, 5, 3});
  CHECK_THROWS_AS(x.roll({1, 2}, 0), Error);
}

TEST_CASE("gradients go back where the elements came from") {
  const Tensor x = testing::leaf({1, 2, 3, 4, 5, 6});
  CHECK(gradient_of(x, [](const Tensor& v) { return v.view({2, 3}).t(); }) == Values{1, 3, 5, 2, 4, 6});
  CHECK(gradient_of(x, [](const Tensor& v) {
          return v.view({2, 3})[1].slice(0, 0, 3, 2);
        }) == Values{0, 0, 0, 1, 0, 2});
  CHECK(gradient_of(x, [](const Tensor& v) {
          return v.view({2, 3}).diagonal(1);
        }) == Values{0, 1, 0, 0, 0, 2});
  CHECK(gradient_of(x, [](const Tensor& v) { return v.chunk(3)[1] * 2; }) == Values{0, 0, 2, 4, 0, 0});
  CHECK(gradient_of(x, [](const Tensor& v) {
          const TensorList p = v.view({2, 3}).unbind(1);
          return p[0] * 2 + p[2];
        }) == Values{2, 0, 1, 4, 0, 2});
  CHECK(gradient_of(x, [](const Tensor& v) { return v.roll(2); }) == Values{3, 4, 5, 6, 1, 2});
  CHECK(gradient_of(x, [](const Tensor& v) { return v.flip(0); }) == Values{6, 5, 4, 3, 2, 1});
}

// Expected values: libtorch 1.13.
TEST_CASE("writes in place through views, and their gradients") {
  const Tensor x = counted({2, 2});
  x.select(0, 1).mul_(10);
  x.t()[1].add_(1);
  CHECK(list(x) == Values{0, 2, 20, 31});

  const Tensor leaf = testing::leaf({1, 2, 3, 4});
  CHECK(gradient_of(leaf, [](const Tensor& v) {
          const Tensor y = v.view({2, 2}) * 1;
          y.select(0, 1).mul_(2);
          return y;
        }) == Values{1, 2, 6, 8});
  CHECK(gradient_of(leaf, [](const Tensor& v) {
          const Tensor y = v * v;
          const Tensor tail = y.slice(0, 2), turned = y.view({2, 2}).t();
          tail.mul_(v.slice(0, 0, 2));
          return turned;
        }) == Values{20, 76, 12, 64});
  CHECK(gradient_of(leaf, [](const Tensor& v) {
          const Tensor y = v * 3;
          y.chunk(2)[0].copy_(ones({2}, kFloat64));
          return y;
        }) == Values{0, 0, 9, 12});
  CHECK_THROWS_AS(leaf.view({2, 2}).mul_(2), Error);
  CHECK_THROWS_AS(zeros({1}).expand(3).add_(1), Error);
}

TEST_CASE("repeat and tile give memory of their own to every element") {
  const Tensor column = tensor({{1.}, {2.}, {3.}}, kFloat64), one = tensor({5.}, kFloat64);
  for (const Tensor& y :
       TensorList{column.repeat({2, 2}), tile(column, {2, 2}), column.repeat({1, 3}), tile(column, {3}),
                  one.expand({4}).repeat({1}), tile(one.expand({2, 4}), {1, 1}), one.repeat({3, 2}),
                  column.repeat({1, 1}), column.repeat({2, 1, 1})}) {
    CHECK(y.is_contiguous());
    CHECK(y.storage_offset() == 0);
    const Values before = list(y);
    y.view(-1).select(0, 0).fill_(-1);
    Values after = before;
    after[0] = -1;
    CHECK(list(y) == after);
  }
  CHECK(list(column.repeat({2, 2})) == Values{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3});
  CHECK(list(column) == Values{1, 2, 3});
}
