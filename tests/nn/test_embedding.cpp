#include <doctest/doctest.h>

#include <sstream>

#include "support/helpers.h"

using namespace wengert;
using namespace wengert::testing;

TEST_CASE("Embedding starts with libtorch's numbers, the padding at 0") {
  manual_seed(3);
  nn::Embedding plain(4, 3);
  const Values wanted = {0.80327606, 0.17483339, 0.08897810,  -0.61371803, 0.04618245, -1.36825919,
                         0.33749509, 1.01111591, -1.43517935, 0.97743177,  0.52204996, 1.23791671};
  const Values have = list(plain->weight);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(have[i] == doctest::Approx(wanted[i]).epsilon(1e-6));
  manual_seed(3);
  nn::Embedding padded(nn::EmbeddingOptions(4, 3).padding_idx(-3));
  CHECK(list(padded->weight[1]) == Values{0, 0, 0});
  CHECK(padded->weight[2].equal(plain->weight[2]));
  std::ostringstream out;
  out << plain << padded;
  CHECK(has(out.str(), "Embedding(num_embeddings=4, embedding_dim=3)"));
  CHECK(has(out.str(), "Embedding(num_embeddings=4, embedding_dim=3, padding_idx=1)"));
}

TEST_CASE("Embedding: rows by number; gradients of a row add up, the padding gets none") {
  nn::Embedding table(nn::EmbeddingOptions(4, 2).padding_idx(1));
  const Tensor ids = tensor({{3, 1, 3}, {0, 1, 1}});
  const Tensor y = table(ids);
  CHECK(y.sizes() == IntArrayRef({2, 3, 2}));
  CHECK(y[0][2].equal(table->weight[3]));
  (y * arange(12.0).view({2, 3, 2})).sum().backward();
  CHECK(list(table->weight.grad()) == Values{6, 7, 0, 0, 0, 0, 0 + 4, 1 + 5});
  CHECK(table(tensor(2)).sizes() == IntArrayRef({2}));
  CHECK(table(zeros({0, 3}, kLong)).sizes() == IntArrayRef({0, 3, 2}));
  CHECK(nn::functional::embedding(ids, table->weight).equal(y));
}

TEST_CASE("Embedding from a table learnt elsewhere") {
  const Tensor table = arange(6.0).view({3, 2});
  auto frozen = nn::Embedding::from_pretrained(table);
  CHECK(!frozen->weight.requires_grad());
  CHECK(list(frozen(tensor({2}))) == Values{4, 5});
  auto trained = nn::Embedding::from_pretrained(
      table, nn::EmbeddingFromPretrainedOptions().freeze(false).padding_idx(0));
  trained(tensor({0, 1})).sum().backward();
  CHECK(list(trained->weight.grad()) == Values{0, 0, 1, 1, 0, 0});
  CHECK(list(trained->weight[0]) == Values{0, 1});  // what is given is kept
  CHECK_THROWS_AS(nn::Embedding::from_pretrained(zeros({3})), Error);
  const auto copy = std::dynamic_pointer_cast<nn::EmbeddingImpl>(trained->clone());
  copy->weight.detach().zero_();
  CHECK(list(table) == Values{0, 1, 2, 3, 4, 5});
}

TEST_CASE("Embedding: bad input") {
  nn::Embedding table(4, 2);
  CHECK(message([&] {
          table(tensor({0, 4}));
        }) == "embedding: index 4 is out of range for dimension 0, which has size 4");
  CHECK_THROWS_AS(table(tensor({-1})), IndexError);
  CHECK_THROWS_AS(table(tensor({1.f})), Error);
  CHECK_THROWS_AS(nn::Embedding(-1, 2), Error);
  CHECK(has(message([] { nn::Embedding(nn::EmbeddingOptions(4, 2).padding_idx(4)); }), "padding_idx 4"));
  CHECK(has(message([] { nn::Embedding(nn::EmbeddingOptions(4, 2).max_norm(1)); }), "max_norm is not cover"));
  CHECK(has(message([] {
              nn::Embedding(nn::EmbeddingOptions(4, 2)._weight(zeros({2, 2})));
            }),
            "wants [4, 2]"));
  CHECK_THROWS_AS(nn::functional::embedding(tensor({0}), zeros({3})), Error);
}
