// Matrix products: against sums written out, for every combination of shapes, layouts and types; errors.
#include <doctest/doctest.h>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// The product of two matrices by multiplication and sum.
Tensor by_hand(const Tensor& a, const Tensor& b) { return (a.unsqueeze(-1) * b.unsqueeze(-3)).sum(-2); }

Tensor integers(IntArrayRef sizes) {
  Tensor x = zeros(sizes, kLong);
  for (std::int64_t i = 0; i < x.numel(); ++i) x.data_ptr<std::int64_t>()[i] = i * 5 % 7 - 3;
  return x;
}

}  // namespace

TEST_CASE("matmul broadcasts batches and takes vectors, for every type") {
  for (ScalarType t : {kLong, kFloat, kDouble}) {
    const auto make = [&](IntArrayRef sizes) { return integers(sizes).to(t); };
    const Tensor m = make({3, 4}), n = make({4, 2}), v = make({4});
    CHECK(matmul(m, n).equal(by_hand(m, n)));
    CHECK(matmul(m, v).equal((m * v).sum(-1)));
    CHECK(matmul(v, n).equal((v.unsqueeze(-1) * n).sum(0)));
    CHECK(matmul(v, v).equal((v * v).sum()));
    CHECK(outer(v, v).equal(v.unsqueeze(1) * v));
    for (const auto& [a, b] : {std::pair{make({2, 3, 4}), n},
                               {m, make({5, 4, 2})},
                               {make({2, 1, 3, 4}), make({5, 4, 2})},
                               {make({2, 5, 3, 4}), make({2, 1, 4, 2})},
                               {make({2, 0, 3, 4}), make({1, 4, 2})}}) {
      CHECK(matmul(a, b).equal(by_hand(a, b)));
      CHECK(matmul(a.mT().contiguous().mT(), b.mT().contiguous().mT()).equal(by_hand(a, b)));
    }
    CHECK(matmul(make({2, 3, 4}), v).equal((make({2, 3, 4}) * v).sum(-1)));
    CHECK(matmul(v, make({2, 4, 3})).equal((v.unsqueeze(-1) * make({2, 4, 3})).sum(-2)));
    CHECK(bmm(make({2, 3, 4}), make({2, 4, 2})).equal(by_hand(make({2, 3, 4}), make({2, 4, 2}))));
    CHECK(mm(m.slice(1, 0, 4, 2), n.slice(0, 0, 4, 2))
              .equal(by_hand(m.slice(1, 0, 4, 2), n.slice(0, 0, 4, 2))));
    CHECK(mm(make({1, 4}).expand({3, 4}), n).equal(by_hand(make({1, 4}).expand({3, 4}), n)));
    CHECK(addmm(make({2}), m, n, 2, 3).equal(make({2}) * 2 + by_hand(m, n) * 3));
    CHECK(baddbmm(make({3, 2}), make({2, 3, 4}), make({2, 4, 2}))
              .equal(make({3, 2}) + by_hand(make({2, 3, 4}), make({2, 4, 2}))));
    CHECK(linear(make({2, 3, 4}), make({5, 4}), make({5}))
              .equal(by_hand(make({2, 3, 4}), make({5, 4}).t()) + make({5})));
    CHECK(linear(m.t().contiguous().t(), make({4, 5}).t()).equal(by_hand(m, make({4, 5}))));
  }
}

TEST_CASE("a sum over nothing is 0") {
  CHECK(mm(zeros({2, 0}), zeros({0, 3})).equal(zeros({2, 3})));
  CHECK(linear(zeros({2, 0}), zeros({3, 0}), ones({3})).equal(ones({2, 3})));
  CHECK(dot(zeros({0}), zeros({0})).item<float>() == 0);
  CHECK(linear(zeros({0, 4}), zeros({3, 4})).sizes() == IntArrayRef({0, 3}));
}

TEST_CASE("beta 0 ignores what is there, and addmm_ writes in place") {
  const Tensor bad = full({2, 2}, std::numeric_limits<double>::quiet_NaN());
  CHECK(addmm(bad, ones({2, 3}), ones({3, 2}), 0).equal(full({2, 2}, 3.0)));
  Tensor x = ones({2, 2});
  x.addmm_(ones({2, 3}), ones({3, 2}), 2, 0.5);
  CHECK(x.equal(full({2, 2}, 3.5)));
}

TEST_CASE("shapes and types that do not fit are errors") {
  const Tensor m = zeros({3, 4}), v = zeros({4});
  CHECK(has(message([&] { mm(m, m); }), "mm: [3, 4] times [3, 4]: sizes 4 and 3"));
  CHECK(has(message([&] { mm(m, v); }), "mm: got shapes [3, 4] and [4], wants 2 and 2 dimensions"));
  CHECK(has(message([&] { mv(m, zeros({3})); }), "mv: "));
  CHECK(has(message([&] { dot(v, zeros({3})); }), "dot: the vectors have 4 and 3 elements"));
  CHECK(has(message([&] { bmm(zeros({2, 3, 4}), zeros({1, 4, 3})); }), "bmm: "));
  CHECK(has(message([&] { matmul(zeros({}), m); }), "matmul: got shapes []"));
  CHECK(has(message([&] {
              matmul(zeros({2, 3, 4}), zeros({3, 4, 2}));
            }),
            "matmul: shapes [2] and [3] do not broadcast"));
  CHECK(has(message([&] {
              mm(m, zeros({4, 2}, kDouble));
            }),
            "mm: the factors are float32[3, 4] and float64[4, 2]"));
  CHECK(has(message([&] { mm(m > 0, m > 0); }), "mm: not defined for bool"));
  CHECK(has(message([&] {
              linear(zeros({32, 10}), zeros({64, 20}));
            }),
            "linear: input [32, 10] has 10 features, but weight [64, 20] takes 20"));
  CHECK(has(message([&] { linear(m, zeros({5, 4}), zeros({4})); }), "linear: bias has shape [4], wants [5]"));
  CHECK(has(message([&] { addmm(zeros({3}), m, zeros({4, 2})); }), "addmm: shape"));
}
