#include <doctest/doctest.h>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

struct Run {
  nn::Linear net{3, 2};
  optim::Adam opt{net->parameters(), 0.1};
  optim::StepLR schedule{opt, 2};
  TensorMap counters{{"step", full({}, 0)}};
  Generator generator = make_generator(1);
  io::Checkpoint checkpoint;
  Run() {
    checkpoint.add("model", net)
        .add("optimizer", opt)
        .add("schedule", schedule)
        .add("counters", counters)
        .add("generator", generator);
  }
  void train() {
    opt.zero_grad();
    net(randn({4, 3}, generator)).square().sum().backward();
    opt.step();
    schedule.step();
    counters["step"] = counters["step"] + 1;
  }
};

bool same(const TensorMap& a, const TensorMap& b) {
  bool equal = a.size() == b.size();
  for (const auto& [name, x] : a) equal = equal && b.contains(name) && b.at(name).equal(x);
  return equal;
}

}  // namespace

TEST_CASE("a checkpoint brings back every part, and training goes on with the same bits") {
  const Folder folder;
  Run a, b;
  for (int i = 0; i < 3; ++i) a.train();
  a.checkpoint.save(folder / "run");
  b.train();
  b.checkpoint.load(folder / "run");
  CHECK(same(a.checkpoint.state_dict(), b.checkpoint.state_dict()));
  CHECK(b.counters.at("step").item<int>() == 3);
  a.train();
  b.train();
  CHECK(same(a.checkpoint.state_dict(), b.checkpoint.state_dict()));
}

TEST_CASE("a checkpoint that does not fit leaves every part as it was") {
  Run run;
  run.train();
  TensorMap before;
  for (const auto& [name, x] : run.checkpoint.state_dict()) before[name] = x.clone();
  Run other;
  for (int i = 0; i < 2; ++i) other.train();
  const auto why = [&](const std::function<void(TensorMap&)>& damage) {
    TensorMap dict;
    for (const auto& [name, x] : other.checkpoint.state_dict()) dict[name] = x.clone();
    damage(dict);
    const std::string text = message([&] { run.checkpoint.load_state_dict(dict); });
    CHECK(same(run.checkpoint.state_dict(), before));
    return text;
  };
  CHECK(has(why([](TensorMap& d) { d.erase("generator.state"); }), "part 'generator'"));
  CHECK(has(why([](TensorMap& d) { d["generator.state"] = zeros({632}, kInt64); }), "part 'generator'"));
  CHECK(has(why([](TensorMap& d) { d.erase("schedule.step_count"); }), "part 'schedule'"));
  CHECK(has(why([](TensorMap& d) { d.erase("model.weight"); }), "1 missing (weight)"));
  CHECK(has(why([](TensorMap& d) { d["more.x"] = ones({1}); }), "a part 'more'"));
  CHECK(has(why([](TensorMap& d) { d["model"] = ones({1}); }), "part 'model'"));
}

TEST_CASE("a checkpoint loads one part alone") {
  const Folder folder;
  Run a, b;
  for (int i = 0; i < 3; ++i) a.train();
  b.train();
  a.checkpoint.save(folder / "run");
  const TensorMap saved = a.checkpoint.state_dict();
  TensorMap before;
  for (const auto& [name, x] : b.checkpoint.state_dict()) before[name] = x.clone();
  b.checkpoint.load_part("model", folder / "run");
  for (const auto& [name, x] : b.checkpoint.state_dict())
    CHECK(x.equal(name.starts_with("model.") ? saved.at(name) : before.at(name)));
  const auto loading = [&](const char* part) {
    return message([&] { b.checkpoint.load_part(part, folder / "run"); });
  };
  CHECK(has(loading("mode"), "there is no part 'mode'"));
  TensorMap other{{"x", ones({1})}};
  b.checkpoint.add("more", other);
  CHECK(has(loading("more"), "the file has no part 'more'"));
}

TEST_CASE("a checkpoint's parts have names of their own") {
  nn::Linear net(1, 1);
  io::Checkpoint checkpoint;
  checkpoint.add("model", net).add("generator");
  CHECK(has(message([&] { checkpoint.add("model", net); }), "already"));
  CHECK(has(message([&] { checkpoint.add("a.b", net); }), "has a dot"));
  CHECK(has(message([&] { checkpoint.add("", net); }), "empty"));
}
