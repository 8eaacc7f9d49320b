#include "wengert/optim/no_decay.h"

#include <algorithm>
#include <ostream>
#include <set>

#include "optim/update.h"
#include "wengert/base/fmt.h"
#include "wengert/nn/conditional_batch_norm.h"
#include "wengert/nn/normalization.h"

namespace wengert::optim {
namespace {

bool decays(const nn::Module& owner, const std::string& name, const Tensor& p) {
  const bool norm = owner.as<nn::LayerNormImpl>() || owner.as<nn::RMSNormImpl>();
  return !norm && !name.ends_with("bias") && p.dim() >= 2;
}

/// The tables of scales and shifts that belong to a ConditionalBatchNorm.
template <class Norm>
void note_tables(const nn::Module& owner, std::set<const nn::Module*>& tables) {
  const auto* norm = owner.as<Norm>();
  if (!norm || !norm->options.num_classes()) return;
  for (const nn::AnyModule& table : {norm->gamma, norm->beta}) tables.insert(table.ptr().get());
}

OptimizerParamGroup group_of(const std::vector<Tensor>& parameters, double weight_decay) {
  OptimizerParamGroup group(parameters);
  group.set_weight_decay(weight_decay);
  return group;
}

}  // namespace

DecayGroups param_groups_no_decay(const nn::Module& module, double weight_decay) {
  check_not_negative("param_groups_no_decay", "weight_decay", weight_decay);
  DecayGroups result{weight_decay, {}, {}, {}};
  std::vector<Tensor> decayed, others;
  std::set<const TensorImpl*> seen;
  std::set<const nn::Module*> tables;
  module.apply([&](const std::string& path, const nn::Module& owner) {
    note_tables<nn::ConditionalBatchNorm1dImpl>(owner, tables);
    note_tables<nn::ConditionalBatchNorm2dImpl>(owner, tables);
    for (const auto& item : owner.named_parameters(/*recurse=*/false)) {
      if (!seen.insert(item.value().impl()).second) continue;
      const bool decay = decays(owner, item.key(), item.value()) && !tables.contains(&owner);
      (decay ? decayed : others).push_back(item.value());
      (decay ? result.decayed : result.not_decayed)
          .push_back(path.empty() ? item.key() : path + "." + item.key());
    }
  });
  result.groups = {group_of(decayed, weight_decay), group_of(others, 0)};
  return result;
}

std::ostream& operator<<(std::ostream& out, const DecayGroups& groups) {
  std::string text;
  const auto add = [&](double decay, const std::vector<std::string>& names,
                       const OptimizerParamGroup& group) {
    text += fmt::format("weight decay {}: {} parameters\n", decay, names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
      text += fmt::format("  {} {}\n", names[i], group.params()[i].sizes());
  };
  add(groups.weight_decay, groups.decayed, groups.groups[0]);
  add(0, groups.not_decayed, groups.groups[1]);
  return out << text;
}

}  // namespace wengert::optim
