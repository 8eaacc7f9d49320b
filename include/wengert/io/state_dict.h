// A module's state as names and tensors, and back.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "wengert/io/safetensors.h"
#include "wengert/nn/module.h"

namespace wengert {

/// What did not fit when a state was loaded into a module.
struct LoadReport {
  /// Names that the module has and the file has not.
  std::vector<std::string> missing;
  /// Names that the file has and the module has not.
  std::vector<std::string> unexpected;
  /// "fc.weight: float32[2, 3] there, float32[4, 3] here": another shape, or a type of another kind.
  std::vector<std::string> mismatched;

  bool complete() const { return missing.empty() && unexpected.empty() && mismatched.empty(); }
  /// One line: "2 missing (fc.weight, fc.bias), 1 unexpected (w)", or "everything fits".
  std::string str() const;
};
std::ostream& operator<<(std::ostream& out, const LoadReport& report);

/// Parameters and buffers under PyTorch's names ("0.weight", "norm.running_mean"). The tensors are the
/// module's own elements, without history: clone them to keep them as they are.
///
/// One name is not PyTorch's: a norm whose statistics are frozen adds "<norm>.stats_frozen", bool[], and only
/// then. (PyTorch loads such a file with strict=False.)
TensorMap state_dict(const nn::Module& module);

/// Copies the tensors into the parameters and buffers of these names. Shapes must be equal; float32 and
/// float64 convert into each other. A norm of which the dict does not say stats_frozen stays as frozen as it
/// is.
///
/// strict: whatever does not fit is an Error with the report, and nothing is changed. Not strict: what fits
/// is loaded, the rest stays as it is, and the report says what that was.
LoadReport load_state_dict(nn::Module& module, const TensorMap& dict, bool strict = true);

}  // namespace wengert
