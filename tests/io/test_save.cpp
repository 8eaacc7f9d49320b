#include <doctest/doctest.h>

#include <sstream>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

struct Net : nn::Module {
  Net() { fc = register_module("fc", nn::Linear(3, 2)); }
  nn::Linear fc{nullptr};
};
struct HolderImpl : Net {};
WENGERT_MODULE(Holder);

}  // namespace

TEST_CASE("save and load: tensors, lists and maps of them") {
  const Folder folder;
  const Tensor x = randn({2, 3});
  Tensor y;
  save(x, folder / "x");
  load(y, folder / "x");
  CHECK(y.equal(x));

  Tensor z = zeros({1});
  const Tensor other = z;
  load(z, folder / "x", kCPU);
  CHECK(other.equal(x));

  std::vector<Tensor> many, back;
  for (int i = 0; i < 12; ++i) many.push_back(full({1}, i));
  save(many, folder / "many");
  load(back, folder / "many");
  REQUIRE(back.size() == 12);
  for (int i = 0; i < 12; ++i) CHECK(back[std::size_t(i)].item<int>() == i);
  CHECK(has(message([&] { load(back, folder / "x"); }), "no list of tensors"));
  CHECK(back.size() == 12);
  CHECK(has(message([&] { load(y, folder / "many"); }), "got one with 12"));
  CHECK(y.equal(x));

  TensorMap map;
  load(map, folder / "x");
  CHECK(map.at("tensor").equal(x));
}

TEST_CASE("save and load: modules by value, holder and shared_ptr, to a path and to a stream") {
  const Folder folder;
  Net net;
  save(net, folder / "net");
  Net second;
  load(second, folder / "net");
  CHECK(second.fc->weight.equal(net.fc->weight));

  Holder holder;
  std::stringstream stream;
  save(holder, stream);
  auto shared = std::make_shared<Net>();
  load(shared, stream);
  CHECK(shared->fc->weight.equal(holder->fc->weight));
  std::ostringstream again;
  save(shared, again);
  CHECK(again.str() == stream.str());

  nn::Linear fc(3, 2);
  CHECK_THROWS_AS(load(fc, folder / "net"), Error);
  CHECK(load(fc, folder / "net", false).missing.size() == 2);
  nn::Linear empty{nullptr};
  CHECK_THROWS_AS(load(empty, folder / "net"), Error);
  CHECK_THROWS_AS(save(empty, folder / "net"), Error);
}

TEST_CASE("save and load: an optimiser, a schedule, a stream of random numbers") {
  const Folder folder;
  const auto make = [] { return std::vector<Tensor>{ones({3}).requires_grad_()}; };
  auto p = make(), q = make();
  optim::Adam a(p, 0.1), b(q, 0.5);
  p[0].square().sum().backward();
  a.step();
  save(a, folder / "opt");
  load(b, folder / "opt");
  CHECK(b.state_dict().at("state.0.exp_avg").equal(a.state_dict().at("state.0.exp_avg")));

  optim::StepLR slow(a, 3), slow2(b, 3);
  slow.step();
  save(slow, folder / "schedule");
  load(slow2, folder / "schedule");
  CHECK(slow2.state_dict().at("step_count").equal(slow.state_dict().at("step_count")));
  CHECK(has(message([&] { load(b, folder / "schedule"); }), "load_state_dict"));

  Generator generator = make_generator(5);
  randn({1}, generator, kFloat64);  // leaves a second normal value over
  save(generator, folder / "generator");
  const Tensor expected = randn({5}, generator, kFloat64);
  Generator third = make_generator(6);
  load(third, folder / "generator");
  CHECK(randn({5}, third, kFloat64).equal(expected));
  CHECK(
      has(message([&] { io::set_generator_state(third, zeros({632}, kInt64)); }), "not a generator's state"));
  CHECK(has(message([&] { io::set_generator_state(third, zeros({632})); }), "float32[632]"));
}

TEST_CASE("save: a stream that fails is an error") {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  CHECK(has(message([&] { save(ones({1}), out); }), "writing to the stream failed"));
  std::istringstream in;
  Tensor x;
  CHECK(has(message([&] { load(x, in); }), "empty"));
  in.setstate(std::ios::badbit);
  CHECK(has(message([&] { load(x, in); }), "failed state"));
}
