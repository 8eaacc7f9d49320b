// Embedding: a vector to be learnt for each number.
#pragma once
#include "wengert/base/arg.h"
#include "wengert/nn/holder.h"

namespace wengert::nn {

// Not covered: max_norm (with norm_type), scale_grad_by_freq and sparse. They are there so that programs
// compile; asking for one is an Error.

struct EmbeddingOptions {
  EmbeddingOptions(std::int64_t num_embeddings, std::int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  static constexpr int printed = 3;  // of the fields, as in libtorch
  WENGERT_FIELDS((std::int64_t, num_embeddings), (std::int64_t, embedding_dim),
                 /// A row that starts at 0 and gets no gradient; negative counts from the end.
                 (optional<std::int64_t>, padding_idx, nullopt), (optional<double>, max_norm, nullopt),
                 (double, norm_type, 2.0), (bool, scale_grad_by_freq, false), (bool, sparse, false),
                 /// The table to start with [num_embeddings, embedding_dim], instead of random numbers.
                 (Tensor, _weight, {}));
};

struct EmbeddingFromPretrainedOptions {
  WENGERT_FIELDS(
      /// The table is not trained.
      (bool, freeze, true), (optional<std::int64_t>, padding_idx, nullopt),
      (optional<double>, max_norm, nullopt), (double, norm_type, 2.0), (bool, scale_grad_by_freq, false),
      (bool, sparse, false));
};

namespace functional {

struct EmbeddingFuncOptions {
  WENGERT_FIELDS((optional<std::int64_t>, padding_idx, nullopt), (optional<double>, max_norm, nullopt),
                 (double, norm_type, 2.0), (bool, scale_grad_by_freq, false), (bool, sparse, false));
};

/// The rows of weight [n, d] that are named by indices: ops/embedding.h. (The order of the arguments is the
/// other way round there.)
Tensor embedding(const Tensor& indices, const Tensor& weight, const EmbeddingFuncOptions& options = {});

}  // namespace functional

/// y [..., embedding_dim] = weight[indices [...]]; weight [num_embeddings, embedding_dim] starts normal with
/// mean 0 and deviation 1. Errors: negative sizes; padding_idx outside the table; a _weight of another shape.
class EmbeddingImpl : public Cloneable<EmbeddingImpl> {
 public:
  EmbeddingImpl(std::int64_t num_embeddings, std::int64_t embedding_dim)
      : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingImpl(EmbeddingOptions options);

  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& out) const override;
  Tensor forward(const Tensor& indices);

  EmbeddingOptions options;
  Tensor weight;
};

class Embedding : public ModuleHolder<EmbeddingImpl> {
 public:
  using ModuleHolder<EmbeddingImpl>::ModuleHolder;
  using Impl [[maybe_unused]] = EmbeddingImpl;

  /// A table that was learnt elsewhere, shared, not copied. Error: not two dimensions.
  static Embedding from_pretrained(const Tensor& embeddings,
                                   const EmbeddingFromPretrainedOptions& options = {});
};
WENGERT_INSTANTIATED(Embedding);

}  // namespace wengert::nn
