#include <doctest/doctest.h>

#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::data;

namespace {

auto numbers(std::int64_t n) {
  return LabeledDataset(arange(0, n, kFloat32), arange(n)).map(transforms::Stack<>());
}

/// The targets of each batch of one pass.
template <class Loader>
std::vector<Values> pass(Loader& loader) {
  std::vector<Values> batches;
  for (auto& batch : *loader) batches.push_back(list(batch.target));
  return batches;
}

Values joined(const std::vector<Values>& batches) {
  Values all;
  for (const Values& batch : batches) all.insert(all.end(), batch.begin(), batch.end());
  return all;
}

}  // namespace

TEST_CASE("a sequential loader: every pass in order, the last batch short or left out") {
  auto loader = make_data_loader<samplers::SequentialSampler>(numbers(5), 2);
  CHECK(pass(loader) == std::vector<Values>{{0, 1}, {2, 3}, {4}});
  CHECK(pass(loader) == std::vector<Values>{{0, 1}, {2, 3}, {4}});
  auto even = make_data_loader<samplers::SequentialSampler>(numbers(5), DataLoaderOptions(2).drop_last(true));
  CHECK(pass(even) == std::vector<Values>{{0, 1}, {2, 3}});
  auto one = make_data_loader<samplers::SequentialSampler>(numbers(3));
  CHECK(pass(one).size() == 3);
  auto none = make_data_loader(numbers(0), 4);
  CHECK(pass(none).empty());
}

TEST_CASE("a random loader draws its order from the default generator, by randperm") {
  manual_seed(3);
  randperm(7);  // the sampler's own, at its birth
  const Values first = list(randperm(7)), second = list(randperm(7));
  manual_seed(3);
  auto loader = make_data_loader(numbers(7), DataLoaderOptions().batch_size(3).workers(4));
  CHECK(joined(pass(loader)) == first);
  CHECK(joined(pass(loader)) == second);
  CHECK(loader->options().workers() == 4);
}

TEST_CASE("iterators: the end is an error to look at, copies go on together") {
  auto loader = make_data_loader<samplers::SequentialSampler>(numbers(2), 1);
  auto at = loader->begin();
  auto copy = at;
  ++at;
  CHECK(copy->target.item<int>() == 1);
  CHECK(at == copy);
  CHECK(at != loader->end());
  ++at;
  CHECK(at == loader->end());
  CHECK(has(message([&] { *at; }), "past the last batch"));
  CHECK(has(message([&] { ++at; }), "past the last batch"));
  CHECK(has(message([&] { *loader->end(); }), "past the last batch"));
  CHECK(has(message([] { make_data_loader(numbers(2), 0); }), "batch_size is 0"));
  CHECK(
      has(message([] { make_data_loader(numbers(2), samplers::SequentialSampler(2), DataLoaderOptions(0)); }),
          "batch_size is 0"));
}

TEST_CASE("a loader whose examples can't be stacked says so when it comes to them") {
  auto set = LabeledDataset(arange(0, 3, kFloat32), arange(3))
                 .map(transforms::TensorLambda<>([](Tensor x) { return zeros({x.item<std::int64_t>()}); }))
                 .map(transforms::Stack<>());
  auto loader = make_data_loader(std::move(set), 3);
  CHECK(has(message([&] { pass(loader); }), "stack"));
}

TEST_CASE("samplers go on from a checkpoint in the middle of a pass") {
  samplers::RandomSampler a(10), b(4);
  a.next(3);
  b.load_state_dict(a.state_dict());
  CHECK(b.index() == 3);
  CHECK(b.next(20) == a.next(20));
  CHECK_FALSE(a.next(1).has_value());
  samplers::SequentialSampler c(5), d(9);
  c.next(2);
  d.load_state_dict(c.state_dict());
  CHECK(d.next(9) == optional<std::vector<std::size_t>>({2, 3, 4}));
  io::Checkpoint checkpoint;
  checkpoint.add("random", a).add("sequential", c);
  CHECK(checkpoint.state_dict().size() == 4);

  const TensorMap before = a.state_dict();
  TensorMap dict = before;
  dict["index"] = full({}, 11);
  CHECK(has(message([&] { a.load_state_dict(dict); }), "is 11, wants 0 to 10"));
  dict = before;
  dict["indices"] = zeros({10}, kInt64);
  CHECK(has(message([&] { a.load_state_dict(dict); }), "no permutation"));
  CHECK(a.state_dict().at("indices").equal(before.at("indices")));
  CHECK_THROWS_AS(a.load_state_dict({}), Error);
  a.reset(6);
  CHECK(a.next(10)->size() == 6);
}

TEST_CASE(
    "a loader with workers refuses a second pass while the first has batches left; one without starts over") {
  auto alone = make_data_loader<samplers::SequentialSampler>(numbers(4), 1);
  auto first = alone->begin();
  CHECK(alone->begin()->target.item<std::int64_t>() == 0);
  CHECK((++first)->target.item<std::int64_t>() == 1);  // both ask the one sampler

  auto loader = make_data_loader<samplers::SequentialSampler>(numbers(4), DataLoaderOptions(1).workers(1));
  auto at = loader->begin();
  for (int left = 3; left > 0; --left, ++at)
    CHECK(has(message([&] { loader->begin(); }), "an earlier pass over the batches is not at its end"));
  CHECK(at->target.item<std::int64_t>() == 3);  // the refused calls took no batch
  CHECK(pass(loader).size() == 4);              // the last was given out
  CHECK(pass(loader).size() == 4);
}

TEST_CASE("a const dataset can be mapped") {
  const LabeledDataset examples(arange(0, 3, kFloat32), arange(3));
  auto loader = make_data_loader<samplers::SequentialSampler>(examples.map(transforms::Stack<>()), 2);
  CHECK(pass(loader) == std::vector<Values>{{0, 1}, {2}});
}
