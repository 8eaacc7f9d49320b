// Whether operations are recorded, for this thread and until the end of a scope.
#pragma once
#include <cstdint>

namespace wengert {

namespace autograd {
/// What this thread is doing.
struct Modes {
  bool record = true;          // put operations on the tape
  bool anomaly = false;        // stop at the first NaN
  std::uint64_t position = 0;  // on the tape: where this thread recorded last
};
inline thread_local constinit Modes modes;
}  // namespace autograd

/// True when operations on tensors that require gradients are recorded.
struct GradMode {
  static bool is_enabled() { return autograd::modes.record; }
  static void set_enabled(bool enabled) { autograd::modes.record = enabled; }
};

/// Sets the mode for a scope.
class AutoGradMode {
 public:
  explicit AutoGradMode(bool enabled) : before_(GradMode::is_enabled()) { GradMode::set_enabled(enabled); }
  ~AutoGradMode() { GradMode::set_enabled(before_); }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;

 private:
  bool before_;
};

/// Nothing is recorded in its scope.
struct NoGradGuard : AutoGradMode {
  NoGradGuard() : AutoGradMode(false) {}
};

/// libtorch's stricter relative; here the same as NoGradGuard.
struct InferenceMode : AutoGradMode {
  explicit InferenceMode(bool enabled = true) : AutoGradMode(!enabled && GradMode::is_enabled()) {}
};

namespace autograd {

/// In its scope, forward and backward stop with an Error at the first operation that makes a NaN out of
/// inputs that have none, and name it. Costs one more pass over every result.
class DetectAnomalyGuard {
 public:
  explicit DetectAnomalyGuard(bool enabled = true) : before_(modes.anomaly) { modes.anomaly = enabled; }
  ~DetectAnomalyGuard() { modes.anomaly = before_; }
  DetectAnomalyGuard(const DetectAnomalyGuard&) = delete;
  DetectAnomalyGuard& operator=(const DetectAnomalyGuard&) = delete;

 private:
  bool before_;
};

/// The same until switched off again.
inline void set_detect_anomaly(bool enabled) { modes.anomaly = enabled; }

}  // namespace autograd
}  // namespace wengert
