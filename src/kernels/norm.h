// The normalisation family on contiguous memory: layer norm, RMS norm, batch norm, and their gradients.
//
// T: float, double. A weight, bias or output pointer that is documented as optional may be null; statistics
// are kept in T. In float32 the mean is carried with a correction (mean_hi + mean_lo) inside each call, also
// in the gradients, so that rows with mean 1e4 and deviation 1e-2 keep all that their storage holds; constant
// rows give exactly 0 (plus bias).
#pragma once
#include <cstdint>

namespace wengert::kernels {

/// Layer norm of each row of x[rows, cols] (Ba et al. 2016):
///   y = (x - mean) rstd weight + bias,  rstd = 1 / sqrt(mean((x - mean)^2) + eps)
/// weight[cols], bias[cols], mean[rows], rstd[rows] are optional.
template <class T>
void layer_norm(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, const T* bias, double eps,
                T* y, T* mean, T* rstd);

/// With xhat = (x - mean) rstd and g = dy weight:
///   dx = rstd (g - mean(g) - xhat mean(g xhat)),  dweight = sum_rows dy xhat,  dbias = sum_rows dy
/// mean and rstd are those that layer_norm gave. weight, dx, dweight, dbias are optional. dx may be dy.
template <class T>
void layer_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                         std::int64_t rows, std::int64_t cols, T* dx, T* dweight, T* dbias);

/// RMS norm of each row of x[rows, cols] (Zhang and Sennrich 2019):
///   y = x rstd weight,  rstd = 1 / sqrt(mean(x^2) + eps), or 1 / max(sqrt(mean(x^2)), eps) if clamp
/// weight[cols] and rstd[rows] are optional.
template <class T>
void rms_norm(const T* x, std::int64_t rows, std::int64_t cols, const T* weight, double eps, bool clamp, T* y,
              T* rstd);

/// With xhat = x rstd and g = dy weight:
///   dx = rstd (g - xhat mean(g xhat)),  dweight = sum_rows dy xhat
/// In rows whose rstd is `fixed` (NaN: none) it does not depend on x, and dx = rstd g. weight, dx, dweight
/// are optional. dx may be dy.
template <class T>
void rms_norm_backward(const T* dy, const T* x, const T* rstd, T fixed, const T* weight, std::int64_t rows,
                       std::int64_t cols, T* dx, T* dweight);

/// The layout of batch norm's input x[n, channels, inner]: inner = 1 for [N, C], L for [N, C, L], H W for
/// images.
struct Planes {
  std::int64_t n = 1, channels = 1, inner = 1;
  std::int64_t size() const { return n * channels * inner; }
  std::int64_t count() const { return n * inner; }  // values per channel
};

/// y = (x - mean) rstd weight + bias with given statistics per channel (evaluation). weight, bias optional.
template <class T>
void batch_norm_eval(const T* x, Planes shape, const T* mean, const T* rstd, const T* weight, const T* bias,
                     T* y);

/// Batch norm in training (Ioffe and Szegedy 2015): statistics of this batch, then as above. mean[channels],
/// var[channels] (biased) and rstd[channels] = 1 / sqrt(var + eps) are results (var optional); weight, bias
/// are optional.
template <class T>
void batch_norm(const T* x, Planes shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd);

/// With xhat = (x - mean) rstd, all means over a channel's values:
///   dx = weight rstd (dy - mean(dy) - xhat mean(dy xhat)),  dweight = sum dy xhat,  dbias = sum dy
/// mean and rstd are those that batch_norm gave. weight, dx, dweight, dbias are optional. dx may be dy.
template <class T>
void batch_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Planes shape,
                         T* dx, T* dweight, T* dbias);

/// The same when mean and rstd are constants (evaluation): dx = dy weight rstd; dweight and dbias as above.
template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight,
                              Planes shape, T* dx, T* dweight, T* dbias);

/// Group norm's input: x[n, channels, inner] whose channels are cut into groups of equal size.
struct Groups {
  std::int64_t n = 1, channels = 1, inner = 1, groups = 1;
  std::int64_t rows() const { return n * groups; }
  std::int64_t cols() const { return channels / groups * inner; }  // values per row
};

/// Group norm (Wu and He 2018): each of x's rows() has its own mean and var, each channel its own weight and
/// bias. mean, var (biased) and rstd [rows()] are results. weight, bias, var are optional. cols() must be at
/// least 1.
template <class T>
void group_norm(const T* x, Groups shape, const T* weight, const T* bias, double eps, T* y, T* mean, T* var,
                T* rstd);

/// With g = dy weight, and means over a row:
///   dx = rstd (g - mean(g) - xhat mean(g xhat)),  dweight = sum dy xhat,  dbias = sum dy
/// weight, dx, dweight, dbias are optional. dx may be dy.
template <class T>
void group_norm_backward(const T* dy, const T* x, const T* mean, const T* rstd, const T* weight, Groups shape,
                         T* dx, T* dweight, T* dbias);

}  // namespace wengert::kernels
