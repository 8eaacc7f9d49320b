// Which parameters weight decay is for.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "wengert/nn/module.h"
#include "wengert/optim/optimizer.h"

namespace wengert::optim {

/// Two groups for an optimiser, and who is in which. Printing it gives one parameter a line.
struct DecayGroups {
  double weight_decay;
  std::vector<std::string> decayed, not_decayed;  // names, in the order of the groups' parameters
  std::vector<OptimizerParamGroup> groups;        // the decayed, the others

  operator std::vector<OptimizerParamGroup>() const { return groups; }
};

/// A module's parameters in two groups: matrices and filters, which decay by weight_decay, and biases and the
/// parameters of norms, which do not. All else comes from the optimiser's defaults:
///   optim::AdamW opt(optim::param_groups_no_decay(net, 0.05), optim::AdamWOptions(1e-3));
///
/// Not decayed are: parameters named "bias" (also in_proj_bias, ...); those of LayerNorm and RMSNorm whatever
/// their shape; ConditionalBatchNorm's tables, a row of which is a norm's weight or bias; and all with fewer
/// than two dimensions, which takes in the other norms, single gains, and those of modules of one's own. A
/// shared parameter goes by its first name. Error: weight_decay negative or NaN.
DecayGroups param_groups_no_decay(const nn::Module& module, double weight_decay);

std::ostream& operator<<(std::ostream& out, const DecayGroups& groups);

}  // namespace wengert::optim
