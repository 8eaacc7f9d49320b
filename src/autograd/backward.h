// What gradient functions may ask the backward that is running.
#pragma once
#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"

namespace wengert::autograd {

/// The operation whose gradient is being computed on this thread; null and "?" outside of backward.
wengert::detail::Ref<Node> running_node();
const char* running_operation();

/// The checks of anomaly mode use operations themselves, unchecked.
struct AnomalyPause {
  bool before = std::exchange(modes.anomaly, false);
  ~AnomalyPause() { modes.anomaly = before; }
};

}  // namespace wengert::autograd
