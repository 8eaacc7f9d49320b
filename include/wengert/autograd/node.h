// One entry of the tape: an operation that was run, what it needs to find its gradient, and where that goes.
//
// R. E. Wengert, "A simple automatic derivative evaluation program", CACM 7(8), 1964.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "wengert/base/callback.h"
#include "wengert/tensor.h"

namespace wengert::autograd {

class Node;

/// Where a gradient goes: result number `output` of `node`. Empty when nobody wants it.
struct Edge {
  detail::Ref<Node> node;
  std::uint32_t output = 0;
  explicit operator bool() const { return bool(node); }
};

/// What users hung on one result with register_hook and retain_grad, in that order.
struct Hooks {
  struct Hook {
    unsigned number;
    Callback<Tensor(Tensor)> call;  // empty: the place of retain_grad in the order
  };
  std::vector<Hook> list;
  unsigned next_number = 0;
  bool retains = false;
  Tensor retained;  // the gradient that retain_grad keeps
};

/// One result of an operation: the shape and type that its gradient must have.
struct Output {
  Shape sizes;
  ScalarType dtype = ScalarType::Float;
  std::unique_ptr<Hooks> hooks;
};

/// An operation on the tape. Positions only grow, so an operation comes after all that made its inputs:
/// descending position is an order in which gradients can be computed. A node does not change while backward
/// passes go over it, but for release_saved.
class Node : public History {
 public:
  /// The name of the operation: "layer_norm".
  std::string name() const { return name_; }
  const char* op() const { return name_; }
  /// The place on the tape, from 1. A leaf has position 0: backward comes to it last.
  std::uint64_t position() const { return position_; }
  std::span<const Edge> edges() const { return edges_; }
  std::span<Edge> edges() { return edges_; }
  std::span<Output> outputs() { return outputs_; }
  std::span<const Output> outputs() const { return outputs_; }

  /// From the gradients of the results (undefined where none came) to those of the inputs; dx[i] may stay
  /// undefined, which means zero, and must be computed only where needs(i).
  virtual void differentiate(std::span<Tensor> dy, std::span<Tensor> dx) = 0;
  /// Drops what was saved; differentiate can't be called again, unless nothing was saved.
  virtual void release_saved() {}
  virtual bool released() const { return false; }
  /// What is saved now, for the graph printer: "input float32[2, 3]".
  virtual std::vector<std::string> saved() const { return {}; }

  /// True when the backward pass that runs on this thread wants the gradient of input i; false for an input
  /// that the operation does not have.
  bool needs(std::size_t i) const;

 protected:
  Node(const char* name, std::uint64_t position) : name_(name), position_(position) {}
  void place(std::span<Edge> edges, std::span<Output> outputs) {
    edges_ = edges;
    outputs_ = outputs;
  }
  /// Nodes free each other through a queue, so that a chain of a million does not recurse.
  void dispose() noexcept override;

 private:
  const char* name_;
  std::uint64_t position_;
  std::span<Edge> edges_;
  std::span<Output> outputs_;
  Node* next_doomed_ = nullptr;
};

}  // namespace wengert::autograd
