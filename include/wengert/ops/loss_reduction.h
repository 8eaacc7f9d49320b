// Losses: how far a model's output x is from the target t.
//
// Each is computed for every element, or every row of classes, and then reduced: to the mean over all of
// them (Reduction::Mean), the sum (Reduction::Sum), or not at all (Reduction::None). The mean over nothing is
// NaN, the sum 0. x and t have a floating dtype and one shape; where the text says "broadcast", shapes that
// broadcast are taken too, with a warning on std::cerr, because (N, 1) against (N) gives N x N differences
// and is nearly always a mistake.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

namespace Reduction {
enum Reduction : std::int64_t { None, Mean, Sum };
}

}  // namespace wengert
