#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::data;

namespace {

struct Squares : datasets::Dataset<Squares> {
  Example<> get(std::size_t i) override { return {full({2}, double(i)), full({}, double(i * i))}; }
  optional<std::size_t> size() const override { return 10; }
};

struct Endless : datasets::Dataset<Endless> {
  Example<> get(std::size_t i) override { return Squares().get(i); }
  optional<std::size_t> size() const override { return nullopt; }
};

}  // namespace

TEST_CASE("a dataset of one's own gives examples one by one and as a batch") {
  Squares squares;
  const std::vector<std::size_t> which{3, 1};
  const auto batch = squares.get_batch(which);
  REQUIRE(batch.size() == 2);
  CHECK(list(batch[0].data) == Values{3, 3});
  CHECK(batch[1].target.item<double>() == 1);
}

TEST_CASE("transforms run in the order of map, and Stack makes one example of many") {
  auto set = Squares()
                 .map(transforms::Lambda<Example<>>([](Example<> e) {
                   return Example<>{e.data + 1, e.target};
                 }))
                 .map(transforms::TensorLambda<>([](Tensor x) { return x * 10; }))
                 .map(transforms::Stack<>());
  const std::vector<std::size_t> which{0, 4};
  const Example<> batch = set.get_batch(which);
  CHECK(batch.data.sizes() == IntArrayRef({2, 2}));
  CHECK(list(batch.data) == Values{10, 10, 50, 50});
  CHECK(list(batch.target) == Values{0, 16});
  CHECK(set.size() == optional<std::size_t>(10));
}

TEST_CASE("map on a dataset that has a name leaves that as it was") {
  Squares squares;
  auto mapped = squares.map(transforms::Stack<>());
  CHECK(squares.size() == mapped.size());
}

TEST_CASE("BatchLambda and Collate see the whole batch") {
  using Examples = std::vector<Example<>>;
  auto counted =
      Squares().map(transforms::Collate<std::size_t, Examples>([](Examples e) { return e.size(); }));
  const std::vector<std::size_t> which{1, 2, 3};
  CHECK(counted.get_batch(which) == 3);
  auto reversed = Squares().map(transforms::BatchLambda<Examples>([](Examples e) {
    std::reverse(e.begin(), e.end());
    return e;
  }));
  CHECK(reversed.get_batch(which)[0].target.item<int>() == 9);
}

TEST_CASE("Normalize: one number, or one for each channel") {
  const Tensor x = arange(0, 8, kFloat32).view({2, 2, 2});
  transforms::Normalize<> one(1, 2), two({1, 4}, {2, 4});
  CHECK(list(one(x)) == Values{-0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3});
  CHECK(list(two(x)) == Values{-0.5, 0, 0.5, 1, 0, 0.25, 0.5, 0.75});
  CHECK_THROWS_AS(transforms::Normalize<>(std::vector<double>{}, 1), Error);
  CHECK_THROWS_AS(one(Tensor()), Error);
}

TEST_CASE("TensorDataset and LabeledDataset") {
  const Tensor x = arange(0, 6, kFloat32).view({3, 2});
  TensorDataset plain(x);
  CHECK(plain.size() == optional<std::size_t>(3));
  CHECK(list(plain.get(1).data) == Values{2, 3});
  const Tensor as_tensor = plain.get(2);
  CHECK(list(as_tensor) == Values{4, 5});
  TensorDataset stacked({x[0], x[2]});
  CHECK(list(stacked.tensor) == Values{0, 1, 4, 5});
  auto batches = plain.map(transforms::Stack<TensorExample>());
  const std::vector<std::size_t> which{2, 0};
  CHECK(list(batches.get_batch(which).data) == Values{4, 5, 0, 1});

  LabeledDataset labeled(x, tensor({7, 8, 9}));
  CHECK(labeled.get(2).target.item<int>() == 9);
  CHECK(has(message([&] { labeled.get(3); }), "there is no example 3 among 3"));
  CHECK(has(message([&] { plain.get(std::size_t(-1)); }), "no example"));
  CHECK(has(message([&] { LabeledDataset(x, tensor({1})); }), "3 examples in data [3, 2], but 1 in targets"));
  CHECK(has(message([&] { TensorDataset(Tensor{}); }), "undefined"));
  CHECK(has(message([&] { TensorDataset(full({}, 1)); }), "no dimensions"));
}

TEST_CASE("a dataset without a size needs a sampler of one's own") {
  CHECK(has(message([] { make_data_loader(Endless(), 2); }), "has no size"));
  auto loader = make_data_loader(Endless(), samplers::SequentialSampler(3), DataLoaderOptions(2));
  std::size_t count = 0;
  for (auto& batch : *loader) count += batch.size();
  CHECK(count == 3);
}

TEST_CASE("train_test_split: all numbers once, the same for the same seed, default stream untouched") {
  manual_seed(1);
  const Tensor next = rand({1});
  manual_seed(1);
  const Split a = train_test_split(10, 0.25, 7), b = train_test_split(10, 0.25, 7),
              c = train_test_split(10, 0.25, 8);
  CHECK(rand({1}).equal(next));
  CHECK(a.test.numel() == 3);
  CHECK(a.train.equal(b.train));
  CHECK(a.test.equal(b.test));
  CHECK_FALSE(a.train.equal(c.train));
  CHECK(std::get<0>(cat({a.train, a.test}).sort()).equal(arange(10)));
  CHECK(train_test_split(0, 0.5).train.numel() == 0);
  CHECK(train_test_split(3, 1).train.numel() == 0);
  CHECK_THROWS_AS(train_test_split(-1, 0.5), Error);
  CHECK_THROWS_AS(train_test_split(4, 1.5), Error);
  CHECK_THROWS_AS(train_test_split(4, std::nan("")), Error);
}
