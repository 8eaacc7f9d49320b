// The backward pass: the tape, from its end to its beginning.
//
// Positions on the tape only grow, so an operation comes after all that made its inputs. From the loss, take
// the reached operation with the highest position: everything that uses its results comes after it and has
// been passed, so its gradient is whole. Compute the gradients of its inputs, hand them on, repeat.
#pragma once
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "autograd/gradients.h"
#include "tensor/accumulate.h"
#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// What a pass works with. Each thread keeps one for its next pass; a pass inside a hook makes its own.
struct Workspace {
  Gradients gradients;
  std::vector<Node*> reached;  // a heap, highest position first
  std::vector<Tensor> dy, dx;  // room for those of the operation at hand

  static std::unique_ptr<Workspace> take();
  static void give_back(std::unique_ptr<Workspace> space);
};

class BackwardPass {
 public:
  BackwardPass(bool retain_graph, bool create_graph)
      : retain_graph_(retain_graph), create_graph_(create_graph) {}
  ~BackwardPass() { Workspace::give_back(std::move(space_)); }

  /// Gathers the gradients of these edges only, instead of adding them to the leaves.
  void restrict_to(std::vector<Edge> targets, const std::vector<Edge>& roots);
  /// One gradient for each target; undefined where no path leads.
  std::vector<Tensor> take_gathered() { return std::move(gathered_); }

  /// g is (a part of) the gradient for edge, computed by `from`.
  void add(const Edge& edge, Tensor g, const char* from);
  void run();

  bool wants(const Edge& edge) const { return edge && (!restricted_ || wanted_.contains(edge.node.get())); }
  /// The sum so far for edge, where a gradient may be added to it in place.
  Tensor* sum_in_place(const Edge& edge) {
    if (modes.record || modes.anomaly) return nullptr;
    Tensor* sum = gradients_.find(edge.node.get(), edge.output);
    return sum && sole_owner(*sum) ? sum : nullptr;
  }

  Node* node = nullptr;  // the operation at hand
  static thread_local constinit BackwardPass* current;

 private:
  static bool earlier(const Node* a, const Node* b) { return a->position() < b->position(); }
  Node& pop();
  void run_hooks(Node& at, std::uint32_t output, Tensor& g);
  void gather(std::span<const Tensor> dy);
  void check_anomaly(std::span<const Tensor> dy, std::span<const Tensor> dx) const;

  const bool retain_graph_, create_graph_;
  std::unique_ptr<Workspace> space_ = Workspace::take();
  Gradients& gradients_ = space_->gradients;
  std::vector<Node*>& reached_ = space_->reached;
  std::vector<Tensor>&dy_ = space_->dy, &dx_ = space_->dx;

  bool restricted_ = false;
  std::unordered_set<const Node*> wanted_;
  std::vector<Edge> targets_;
  std::unordered_multimap<const Node*, std::size_t> target_of_;
  std::vector<Tensor> gathered_;
};

/// Adds g to what the grad() of a result keeps.
void keep(Tensor& kept, const Tensor& g);

/// The operation whose gradient is being computed on this thread; null outside of backward.
Node* running_node();

}  // namespace wengert::autograd
