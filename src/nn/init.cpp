#include "wengert/nn/init.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tensor/check.h"
#include "wengert/autograd/mode.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/matmul.h"
#include "wengert/ops/rand.h"

namespace wengert::nn::init {
namespace {

void check_dims(const char* op, const Tensor& x, std::int64_t least, std::int64_t most) {
  check_defined(op, "the tensor", x);
  if (x.dim() < least || x.dim() > most)
    fail("{}: the tensor is {}, but must have {} dimensions", op, describe(x),
         least == most      ? fmt::format("{}", least)
         : most == kMaxDims ? fmt::format("at least {}", least)
                            : fmt::format("{} to {}", least, most));
}

void check_floating(const char* op, const Tensor& x) {
  if (!x.is_floating_point()) fail("{}: the tensor is {}, but must be floating-point", op, describe(x));
}

std::vector<double> row_major(const Tensor& x) {
  const Tensor y = x.to(kDouble).contiguous();
  return {y.data_ptr<double>(), y.data_ptr<double>() + y.numel()};
}

/// x with the elements values[i], i counting in row-major order.
Tensor assigned(const Tensor& x, const std::vector<double>& values) {
  const NoGradGuard no_grad;
  const Tensor all = empty(x.sizes(), kDouble);
  std::copy(values.begin(), values.end(), all.data_ptr<double>());
  return x.copy_(all);
}

struct Fans {
  double in, out;
};
Fans fans(const char* op, const Tensor& x) {
  check_dims(op, x, 2, kMaxDims);
  double receptive_field = 1;
  for (std::int64_t d = 2; d < x.dim(); ++d) receptive_field *= double(x.size(d));
  return {double(x.size(1)) * receptive_field, double(x.size(0)) * receptive_field};
}

double kaiming_std(const char* op, const Tensor& x, double a, FanModeType mode,
                   NonlinearityType nonlinearity) {
  const Fans fan = fans(op, x);
  return calculate_gain(nonlinearity, a) /
         std::sqrt(std::holds_alternative<enumtype::kFanIn>(mode) ? fan.in : fan.out);
}

double xavier_std(const char* op, const Tensor& x, double gain) {
  const Fans fan = fans(op, x);
  return gain * std::sqrt(2 / (fan.in + fan.out));
}

/// Uniform with this standard deviation.
Tensor uniform_of_std(const Tensor& x, double std) {
  const double bound = std::sqrt(3.0) * std;
  return uniform_(x, -bound, bound);
}

}  // namespace

double calculate_gain(NonlinearityType nonlinearity, double param) {
  if (std::holds_alternative<enumtype::kTanh>(nonlinearity)) return 5.0 / 3;
  if (std::holds_alternative<enumtype::kReLU>(nonlinearity)) return std::sqrt(2.0);
  if (std::holds_alternative<enumtype::kLeakyReLU>(nonlinearity)) return std::sqrt(2 / (1 + param * param));
  return 1;
}

std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor) {
  const Fans fan = fans("_calculate_fan_in_and_fan_out", tensor);
  return {std::int64_t(fan.in), std::int64_t(fan.out)};
}

Tensor constant_(Tensor tensor, Scalar value) {
  const NoGradGuard no_grad;
  return tensor.fill_(value);
}
Tensor ones_(Tensor tensor) { return constant_(tensor, 1); }
Tensor zeros_(Tensor tensor) { return constant_(tensor, 0); }

Tensor eye_(Tensor matrix) {
  check_dims("eye_", matrix, 2, 2);
  const std::int64_t rows = matrix.size(0), cols = matrix.size(1);
  std::vector<double> values(std::size_t(matrix.numel()), 0);
  for (std::int64_t i = 0; i < std::min(rows, cols); ++i) values[std::size_t(i * cols + i)] = 1;
  return assigned(matrix, values);
}

Tensor dirac_(Tensor tensor) {
  check_dims("dirac_", tensor, 3, 5);
  std::vector<double> values(std::size_t(tensor.numel()), 0);
  std::int64_t field = 1, middle = 0;  // elements of the receptive field, and its middle one
  for (std::int64_t d = 2; d < tensor.dim(); ++d) {
    field *= tensor.size(d);
    middle = middle * tensor.size(d) + tensor.size(d) / 2;
  }
  const std::int64_t out = tensor.size(0), in = tensor.size(1);
  for (std::int64_t i = 0; i < std::min(out, in) && field > 0; ++i)
    values[std::size_t((i * in + i) * field + middle)] = 1;
  return assigned(tensor, values);
}

Tensor uniform_(Tensor tensor, double low, double high) {
  const NoGradGuard no_grad;
  return tensor.uniform_(low, high);
}

Tensor normal_(Tensor tensor, double mean, double std) {
  const NoGradGuard no_grad;
  return tensor.normal_(mean, std);
}

Tensor xavier_uniform_(Tensor tensor, double gain) {
  return uniform_of_std(tensor, xavier_std("xavier_uniform_", tensor, gain));
}
Tensor xavier_normal_(Tensor tensor, double gain) {
  return normal_(tensor, 0, xavier_std("xavier_normal_", tensor, gain));
}

Tensor kaiming_uniform_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  return uniform_of_std(tensor, kaiming_std("kaiming_uniform_", tensor, a, mode, nonlinearity));
}
Tensor kaiming_normal_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  return normal_(tensor, 0, kaiming_std("kaiming_normal_", tensor, a, mode, nonlinearity));
}

Tensor orthogonal_(Tensor tensor, double gain) {
  check_dims("orthogonal_", tensor, 2, kMaxDims);
  check_floating("orthogonal_", tensor);
  if (!std::isfinite(gain)) fail("orthogonal_: gain is {}, but must be finite", gain);
  if (tensor.numel() == 0) return tensor;
  const NoGradGuard no_grad;
  const std::int64_t rows = tensor.size(0), cols = tensor.numel() / rows;
  std::vector<double> q = row_major(randn({rows, cols}));
  // The QR decomposition whose R has a positive diagonal is unique, and Gram-Schmidt finds it; done twice, it
  // is as orthogonal as Householder's. The vectors are the columns, or the rows where those are fewer.
  const bool by_rows = rows < cols;
  const std::int64_t count = by_rows ? rows : cols, length = by_rows ? cols : rows;
  const auto at = [&](std::int64_t vector, std::int64_t i) -> double& {
    return q[std::size_t(by_rows ? vector * cols + i : i * cols + vector)];
  };
  const auto dot = [&](std::int64_t u, std::int64_t v) {
    double sum = 0;
    for (std::int64_t i = 0; i < length; ++i) sum += at(u, i) * at(v, i);
    return sum;
  };
  for (std::int64_t v = 0; v < count; ++v) {
    for (int pass = 0; pass < 2; ++pass)
      for (std::int64_t u = 0; u < v; ++u) {
        const double along = dot(u, v);
        for (std::int64_t i = 0; i < length; ++i) at(v, i) -= along * at(u, i);
      }
    const double norm = std::sqrt(dot(v, v));
    for (std::int64_t i = 0; i < length; ++i) at(v, i) /= norm;
  }
  for (double& x : q) x *= gain;
  return assigned(tensor, q);
}

Tensor sparse_(Tensor tensor, double sparsity, double std) {
  check_dims("sparse_", tensor, 2, 2);
  check_floating("sparse_", tensor);
  if (!(sparsity >= 0 && sparsity <= 1)) fail("sparse_: sparsity is {}, but must lie in [0, 1]", sparsity);
  const NoGradGuard no_grad;
  const std::int64_t rows = tensor.size(0), cols = tensor.size(1);
  const std::int64_t zeros = std::int64_t(std::ceil(sparsity * double(rows)));
  tensor.normal_(0, std);
  std::vector<double> values = row_major(tensor);
  for (std::int64_t c = 0; c < cols; ++c) {
    const Tensor order = randperm(rows);
    for (std::int64_t i = 0; i < zeros; ++i)
      values[std::size_t(order.data_ptr<std::int64_t>()[i] * cols + c)] = 0;
  }
  return assigned(tensor, values);
}

}  // namespace wengert::nn::init
