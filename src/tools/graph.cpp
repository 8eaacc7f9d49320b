#include "wengert/tools/graph.h"

#include <algorithm>
#include <ostream>
#include <unordered_map>
#include <unordered_set>

#include "autograd/history.h"
#include "tensor/check.h"
#include "wengert/base/fmt.h"

namespace wengert::autograd {
namespace {

/// Every node that x was computed by, highest position first; leaves last, in the order they are met.
std::vector<const Node*> operations_below(const Tensor& x) {
  std::vector<const Node*> order;
  std::unordered_set<const Node*> seen;
  auto reach = [&](const Edge& edge) {
    if (edge && seen.insert(edge.node.get()).second) order.push_back(edge.node.get());
  };
  reach(edge_to(x));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Edge& edge : order[i]->edges()) reach(edge);
  std::stable_sort(order.begin(), order.end(),
                   [](const Node* a, const Node* b) { return a->position() > b->position(); });
  return order;
}

}  // namespace

std::string graph_to_string(const Tensor& x) {
  check_defined("graph_to_string", "the tensor", x);
  if (!x.requires_grad()) return "nothing is recorded: the tensor requires no gradient\n";
  const std::vector<const Node*> nodes = operations_below(x);

  // Positions count all operations since the program began; a reader wants 1, 2, 3.
  std::unordered_map<const Node*, std::string> label;
  std::size_t operations = 0, leaves = 0;
  for (const Node* node : nodes) operations += node->position() != 0;
  std::size_t next = operations;
  for (const Node* node : nodes)
    label[node] =
        node->position() ? fmt::format("{}", next--) : fmt::format("leaf {}", char('a' + leaves++ % 26));

  struct Line {
    std::string position, name, result, from, saved;
  };
  std::vector<Line> lines = {{"position", "operation", "result", "inputs", "saved"}};
  for (const Node* node : nodes) {
    Line line{label[node], node->name(), "", "", ""};
    for (const Output& output : node->outputs())
      line.result += fmt::format("{}{}{}", line.result.empty() ? "" : ", ", output.dtype, output.sizes);
    for (const Edge& edge : node->edges())
      line.from += fmt::format("{}{}", line.from.empty() ? "" : ", ", edge ? label[edge.node.get()] : "-");
    for (const std::string& saved : node->saved())
      line.saved += fmt::format("{}{}", line.saved.empty() ? "" : ", ", saved);
    if (node->released()) line.saved = "(freed)";
    lines.push_back(std::move(line));
  }
  Line width;
  auto widen = [](std::string& w, const std::string& s) {
    if (s.size() > w.size()) w.assign(s.size(), ' ');
  };
  for (const Line& l : lines) {
    widen(width.position, l.position);
    widen(width.name, l.name);
    widen(width.result, l.result);
    widen(width.from, l.from);
  }
  std::string text;
  for (const Line& l : lines) {
    std::string row =
        fmt::format("{:>{}}  {:<{}}  {:<{}}  {:<{}}  {}", l.position, width.position.size(), l.name,
                    width.name.size(), l.result, width.result.size(), l.from, width.from.size(), l.saved);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

void print_graph(const Tensor& x, std::ostream& out) { out << graph_to_string(x); }

}  // namespace wengert::autograd
