// One run of the experiment: a deep model, one batch, loss = sum of outputs, and what passes through.
#pragma once
#include "common/deep_model.h"

enum class Init { standard, xavier, kaiming };

struct Setup {
  std::int64_t depth = 20, width = 64, batch = 32;
  std::uint64_t seed = 0;
  Init init = Init::standard;
};

/// Entry l = 0 is the input, entry l = 1 ... depth the output of block l.
struct Profile {
  /// |dL/dy_l|
  std::vector<double> gradient;
  /// Root mean square, and standard deviation, of y_l.
  std::vector<double> rms, std;
  /// What block l does to vectors (jacobian.h); empty unless asked for, entry 0 has no meaning.
  std::vector<double> typical, largest;
};

/// Seeds the stream, draws the weights, then the batch from a normal distribution.
Profile run_experiment(Norm norm, const Setup& setup, bool with_jacobians = false);

/// The same over the seeds setup.seed, setup.seed + 1, ...
std::vector<Profile> run_seeds(Norm norm, const Setup& setup, std::int64_t seeds,
                               bool with_jacobians = false);

struct Summary {
  /// The geometric mean, since the values differ by decades; 0 when one of them is.
  double mean;
  /// 10^(standard deviation of the decimal logarithms): most values lie within mean / spread ... mean * spread.
  double spread;
  double min, max;
};
Summary summarize(const std::vector<double>& values);
/// The gradient at layer l in every run.
Summary gradient_at(std::size_t l, const std::vector<Profile>& runs);
