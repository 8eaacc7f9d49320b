#pragma once
#include "wengert/io/state_dict.h"

namespace wengert {

/// state_dict with stats_frozen of every norm, also where it is false: what a checkpoint needs, which loads to
/// exactly what was saved.
TensorMap complete_state(const nn::Module& module);

}  // namespace wengert
