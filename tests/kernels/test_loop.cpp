// Boxes of any strides against plain nested loops.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/elementwise.h"
#include "kernels/isas.h"
#include "kernels/parallel.h"
#include "wengert/base/threads.h"

using namespace wengert;
using namespace wengert::kernels;

namespace {

using Ints = std::vector<std::int64_t>;

/// Row-major strides.
Ints dense(const Ints& sizes) {
  Ints s(sizes.size());
  std::int64_t n = 1;
  for (std::size_t i = sizes.size(); i-- > 0; n *= sizes[i]) s[i] = n;
  return s;
}

std::int64_t count(const Ints& sizes) {
  std::int64_t n = 1;
  for (std::int64_t s : sizes) n *= s;
  return n;
}

/// f(offsets) for every element, by counting.
template <class F>
void each(const Ints& sizes, const std::vector<Ints>& strides, F f) {
  for (std::int64_t i = 0; i < count(sizes); ++i) {
    Ints at(strides.size(), 0);
    std::int64_t rest = i;
    for (std::size_t d = sizes.size(); d-- > 0; rest /= sizes[d])
      for (std::size_t k = 0; k < strides.size(); ++k) at[k] += rest % sizes[d] * strides[k][d];
    f(at);
  }
}

}  // namespace

TEST_CASE("a loop has as few dimensions as its strides allow") {
  const Loop rows({2, 3, 4}, {IntArrayRef{12, 4, 1}, IntArrayRef{12, 4, 1}});
  CHECK(rows.ndim == 1);
  CHECK(rows.size[0] == 24);
  CHECK(rows.dense());
  const Loop permuted({2, 3, 4}, {IntArrayRef{1, 8, 2}, IntArrayRef{1, 8, 2}});
  CHECK(permuted.ndim == 1);
  CHECK(permuted.dense());
  const Loop bias({32, 64}, {IntArrayRef{64, 1}, IntArrayRef{64, 1}, IntArrayRef{0, 1}});
  CHECK(bias.ndim == 2);
  CHECK(bias.size[0] == 64);
  CHECK(bias.stride[1][2] == 0);
  const Loop scalar({2, 3}, {IntArrayRef{3, 1}, IntArrayRef{0, 0}});
  CHECK(scalar.ndim == 1);
  CHECK(scalar.stride[0][1] == 0);
  const Loop ones({1, 5, 1}, {IntArrayRef{77, 1, 99}, IntArrayRef{0, 1, 3}});
  CHECK(ones.ndim == 1);
  CHECK(ones.dense());
  const Loop none({}, {IntArrayRef{}});
  CHECK(none.numel == 1);
  const Loop empty({3, 0}, {IntArrayRef{0, 1}});
  CHECK(empty.numel == 0);
}

TEST_CASE("random boxes: padded, permuted, broadcast") {
  std::mt19937 random(7);
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % std::uint64_t(n)); };
  for (int round = 0; round < 300; ++round) {
    const std::size_t ndim = random() % 6;
    Ints sizes;
    for (std::size_t d = 0; d < ndim; ++d)
      sizes.push_back(random() % 12 == 0 ? 0 : 1 + below(d + 1 == ndim ? 70 : 5));
    std::vector<Ints> strides;
    for (int k = 0; k < 3; ++k) {
      // A dense box with room to spare, its dimensions in random order.
      Ints room = sizes, order;
      for (std::size_t d = 0; d < ndim; ++d) {
        room[d] += below(2);
        order.insert(order.begin() + below(std::int64_t(d) + 1), std::int64_t(d));
      }
      Ints s(ndim);
      std::int64_t n = 1;
      for (std::int64_t d : order) {
        s[std::size_t(d)] = n;
        n *= room[std::size_t(d)];
      }
      for (std::size_t d = 0; d < ndim; ++d)
        if (k > 0 && random() % 4 == 0) s[d] = 0;
      strides.push_back(s);
    }
    std::vector<std::vector<float>> data(3, std::vector<float>(70 * 6 * 6 * 6 * 6 + 1));
    for (auto& v : data)
      for (float& x : v) x = static_cast<float>(below(1000));
    std::vector<float> want = data[0];
    each(sizes, strides, [&](const Ints& at) {
      want[std::size_t(at[0])] = data[1][std::size_t(at[1])] - data[2][std::size_t(at[2])];
    });
    binary(Binary::sub, kFloat, Loop(sizes, {strides[0], strides[1], strides[2]}), data[0].data(),
           data[1].data(), data[2].data());
    CHECK(data[0] == want);

    std::vector<float> copied(data[0].size(), -1), expected = copied;
    each(sizes, strides, [&](const Ints& at) { expected[std::size_t(at[0])] = data[1][std::size_t(at[1])]; });
    copy(kFloat, Loop(sizes, {strides[0], strides[1]}), copied.data(), data[1].data());
    CHECK(copied == expected);

    const float value = 3;
    each(sizes, strides, [&](const Ints& at) { expected[std::size_t(at[0])] = value; });
    fill(kFloat, Loop(sizes, {strides[0]}), copied.data(), &value);
    CHECK(copied == expected);
  }
}

TEST_CASE("large boxes are the same on one thread and on three") {
  const Ints sizes = {37, 5, 701};
  const std::vector<Ints> strides = {dense(sizes), {701, 701 * 37, 1}, {0, 1, 5}};
  std::vector<double> a(37 * 5 * 701), b(5 * 701);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i * 7919 % 10007);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i);
  std::vector<double> want(a.size()), y(a.size());
  each(sizes, strides,
       [&](const Ints& at) { want[std::size_t(at[0])] = a[std::size_t(at[1])] + b[std::size_t(at[2])]; });
  for (int threads : {1, 3}) {
    set_num_threads(threads);
    std::fill(y.begin(), y.end(), 0);
    binary(Binary::add, kDouble, Loop(sizes, {strides[0], strides[1], strides[2]}), y.data(), a.data(),
           b.data());
    CHECK(y == want);
  }
  set_num_threads(1);
}

TEST_CASE("parallel_for covers the range once, in blocks that do not depend on the threads") {
  CHECK(get_num_threads() == 1);
  for (int threads : {1, 2, 5}) {
    set_num_threads(threads);
    for (std::int64_t n : {0, 1, 9, 10, 11, 95}) {
      std::vector<std::int64_t> end(96, -1);
      parallel_for(n, 10, [&](std::int64_t b, std::int64_t e) { end[std::size_t(b)] = e; });
      for (std::int64_t b = 0; b < 96; ++b) {
        const bool starts = b < n && b % 10 == 0;
        CHECK(end[std::size_t(b)] == (starts ? (b + 10 < n ? b + 10 : n) : -1));
      }
    }
  }
  set_num_threads(0);
  CHECK(get_num_threads() == 1);
}
