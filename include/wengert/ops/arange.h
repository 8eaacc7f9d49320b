// Numbers at equal distances.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// start, start + step, ... before end: ceil((end - start) / step) elements. int64 if all three are whole
/// numbers, else the default floating type, unless options say otherwise.
/// Errors: step = 0, or one that leads away from end; a bound that is not finite.
Tensor arange(const Scalar& end, const TensorOptions& options = {});
Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options = {});
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, const TensorOptions& options = {});
/// `steps` numbers at equal distances from start to end, both included.
Tensor linspace(const Scalar& start, const Scalar& end, std::int64_t steps,
                const TensorOptions& options = {});
/// base to the power of linspace's numbers.
Tensor logspace(const Scalar& start, const Scalar& end, std::int64_t steps, double base = 10,
                const TensorOptions& options = {});

}  // namespace wengert
