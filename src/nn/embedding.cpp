#include "wengert/nn/embedding.h"

#include "nn/print.h"
#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/nn/init.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/embedding.h"

namespace wengert::nn {
namespace {

template <class Options>
void check_covered(const char* op, const Options& o) {
  const char* missing = o.max_norm()             ? "max_norm"
                        : o.scale_grad_by_freq() ? "scale_grad_by_freq"
                        : o.sparse()             ? "sparse"
                                                 : nullptr;
  if (missing) fail("{}: the option {} is not covered", op, missing);
}

/// The padding row of a table, counted from the front; -1 without one.
std::int64_t padding_row(const char* op, const optional<std::int64_t>& padding_idx, std::int64_t rows) {
  if (!padding_idx) return -1;
  if (*padding_idx < -rows || *padding_idx >= rows)
    fail("{}: padding_idx {} is outside the table of {} rows", op, *padding_idx, rows);
  return *padding_idx < 0 ? *padding_idx + rows : *padding_idx;
}

}  // namespace

Tensor functional::embedding(const Tensor& indices, const Tensor& weight, const EmbeddingFuncOptions& o) {
  check_covered("embedding", o);
  check_defined("embedding", "the weight", weight);
  return wengert::embedding(weight, indices,
                            padding_row("embedding", o.padding_idx(), weight.dim() ? weight.sizes()[0] : 0));
}

EmbeddingImpl::EmbeddingImpl(EmbeddingOptions o) : options(std::move(o)) {
  check_covered("Embedding", options);
  if (options.num_embeddings() < 0 || options.embedding_dim() < 0)
    fail("Embedding: num_embeddings {} and embedding_dim {} must not be negative", options.num_embeddings(),
         options.embedding_dim());
  if (options.padding_idx())
    options.padding_idx(padding_row("Embedding", options.padding_idx(), options.num_embeddings()));
  EmbeddingImpl::reset();
}

void EmbeddingImpl::reset() {
  const Tensor& given = options._weight();
  if (!given.defined()) {
    weight = register_parameter("weight", empty({options.num_embeddings(), options.embedding_dim()}));
    reset_parameters();
    return;
  }
  if (!(given.sizes() == IntArrayRef({options.num_embeddings(), options.embedding_dim()})))
    fail("Embedding: _weight has shape {}, wants [{}, {}]", given.sizes(), options.num_embeddings(),
         options.embedding_dim());
  weight = register_parameter("weight", given.detach());
}

void EmbeddingImpl::reset_parameters() {
  init::normal_(weight);
  const NoGradGuard quiet;
  if (options.padding_idx()) weight.select(0, *options.padding_idx()).zero_();
}

void EmbeddingImpl::pretty_print(std::ostream& out) const {
  print_layer(out, typeid(EmbeddingImpl), options);
}

Tensor EmbeddingImpl::forward(const Tensor& indices) {
  return embedding(weight, indices, options.padding_idx().value_or(-1));
}

Embedding Embedding::from_pretrained(const Tensor& embeddings, const EmbeddingFromPretrainedOptions& o) {
  check_defined("Embedding::from_pretrained", "the table", embeddings);
  if (embeddings.dim() != 2)
    fail("Embedding::from_pretrained: the table has shape {}, wants two dimensions", embeddings.sizes());
  Embedding made(EmbeddingOptions(embeddings.sizes()[0], embeddings.sizes()[1])
                     ._weight(embeddings)
                     .padding_idx(o.padding_idx())
                     .max_norm(o.max_norm())
                     .norm_type(o.norm_type())
                     .scale_grad_by_freq(o.scale_grad_by_freq())
                     .sparse(o.sparse()));
  made->weight.set_requires_grad(!o.freeze());
  return made;
}

}  // namespace wengert::nn
