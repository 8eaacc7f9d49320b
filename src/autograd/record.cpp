// What an operation saves for its gradient.
#include "autograd/record.h"

#include "autograd/backward_pass.h"
#include "tensor/accumulate.h"
#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert::autograd {

Saved::Saved(const Tensor& x, std::span<const Tensor>) {
  if (!x.defined()) return;
  value_ = x;
  version_ = x.impl()->storage->version();
  if (Edge edge; connect(x, edge) && edge && edge.node->position() != 0) {
    value_ = make_alias(x);
    set_history(value_, std::move(edge.node), edge.output);
  }
}

Saved::Saved(const OwnResult& result, std::span<const Tensor> results) {
  output_ = 0;
  while (!results[std::size_t(output_)].is_same(result.y)) ++output_;
  value_ = make_alias(result.y);
  version_ = result.y.impl()->storage->version();
}

Tensor Saved::unpack() const {
  if (!value_.defined()) return {};
  const Storage& storage = *value_.impl()->storage;
  if (storage.version() != version_)
    fail(
        "backward: '{}' saved {} {}, which '{}' has since changed in place (saved at version {}, now {}); "
        "write into a clone(), or use the operation that makes a new tensor",
        running_node() ? running_node()->op() : "?", output_ >= 0 ? "its result" : "its input",
        wengert::describe(value_), storage.writer(), version_, storage.version());
  if (output_ < 0 || !modes.record || !is_floating(value_.dtype())) return value_;
  Tensor y = make_alias(value_);
  set_history(y, wengert::detail::Ref<Node>(running_node()), std::uint32_t(output_));
  return y;
}

std::string Saved::describe() const {
  return value_.defined() ? (output_ >= 0 ? "result " : "") + wengert::describe(value_) : "nothing";
}

void check_forward(const char* name, std::span<const Tensor> results, std::span<const Input> inputs) {
  for (const Input& input : inputs)
    if (has_nan(*input.tensor)) return;
  for (const Tensor& y : results)
    if (has_nan(y))
      fail("anomaly: '{}' made a NaN (result {}) from inputs without one", name, wengert::describe(y));
}

}  // namespace wengert::autograd
