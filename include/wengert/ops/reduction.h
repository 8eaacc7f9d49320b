// Folding dimensions: sums and means, extremes, norms.
#pragma once
#include "wengert/tensor.h"

namespace wengert {

/// The sum over all elements, or over `dims` (all when empty), which disappear, or stay as 1 with keepdim.
/// bool and int64 give int64; `dtype` converts first. float32 sums are accurate to all but their last bits
/// for any length, and do not depend on the number of threads.
Tensor sum(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor sum(const Tensor& x, IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt);

/// The mean over all elements, or over `dims`. An empty fold gives NaN. Errors: int64 and bool, unless
/// `dtype` converts them first.
Tensor mean(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor mean(const Tensor& x, IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt);

/// The variance sum (x - mean)^2 / (n - 1), or / n when not unbiased, from two passes, so that a large mean
/// costs no digits; and its square root. Too few elements give NaN. The gradient of std is 0 where std is 0.
/// As in libtorch, var(x, 1) means var(x, true), over everything: name the dimension as var(x, 1, true).
Tensor var(const Tensor& x, bool unbiased = true);
Tensor var(const Tensor& x, IntArrayRef dims, bool unbiased = true, bool keepdim = false);
Tensor std(const Tensor& x, bool unbiased = true);
Tensor std(const Tensor& x, IntArrayRef dims, bool unbiased = true, bool keepdim = false);
/// Both: (variance or standard deviation, mean).
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, bool unbiased = true);
std::tuple<Tensor, Tensor> var_mean(const Tensor& x, IntArrayRef dims, bool unbiased = true,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, bool unbiased = true);
std::tuple<Tensor, Tensor> std_mean(const Tensor& x, IntArrayRef dims, bool unbiased = true,
                                    bool keepdim = false);

/// The product of all elements, or along dimension d. bool gives int64. An empty fold gives 1.
Tensor prod(const Tensor& x, optional<ScalarType> dtype = nullopt);
Tensor prod(const Tensor& x, std::int64_t d, bool keepdim = false, optional<ScalarType> dtype = nullopt);

/// The largest (smallest) element; NaN if there is one. Elements that tie share the gradient. Errors: an
/// empty tensor.
Tensor max(const Tensor& x);
Tensor min(const Tensor& x);
/// The same along dimension d, with the index of its first occurrence, to which the gradient goes.
std::tuple<Tensor, Tensor> max(const Tensor& x, std::int64_t d, bool keepdim = false);
std::tuple<Tensor, Tensor> min(const Tensor& x, std::int64_t d, bool keepdim = false);
/// The element in the middle (of an even number, the smaller of the two); NaN if there is one. Elements that
/// equal it share the gradient. Along dimension d, with its index, to which the gradient goes. Errors:
/// nothing to choose from; bool.
Tensor median(const Tensor& x);
std::tuple<Tensor, Tensor> median(const Tensor& x, std::int64_t d, bool keepdim = false);
/// maximum(a, b) and minimum(a, b).
Tensor max(const Tensor& a, const Tensor& b);
Tensor min(const Tensor& a, const Tensor& b);
/// The largest (smallest) element over several dimensions (all when empty); ties share the gradient.
Tensor amax(const Tensor& x, IntArrayRef dims = {}, bool keepdim = false);
Tensor amin(const Tensor& x, IntArrayRef dims = {}, bool keepdim = false);
/// The index of the largest (smallest) element's first occurrence along d, or among all elements in row-major
/// order. int64. Errors: nothing to choose from.
Tensor argmax(const Tensor& x, optional<std::int64_t> d = nullopt, bool keepdim = false);
Tensor argmin(const Tensor& x, optional<std::int64_t> d = nullopt, bool keepdim = false);

/// Whether any (all) elements differ from 0; NaN does. bool.
Tensor any(const Tensor& x);
Tensor any(const Tensor& x, std::int64_t d, bool keepdim = false);
Tensor all(const Tensor& x);
Tensor all(const Tensor& x, std::int64_t d, bool keepdim = false);
/// How many elements differ from 0. int64.
Tensor count_nonzero(const Tensor& x, optional<std::int64_t> d = nullopt);

/// (sum |x|^p)^(1/p) over all elements or `dims`; p = inf (-inf): the largest (smallest) |x|; p = 0: how many
/// differ from 0; nullopt: 2. The gradient is 0 where the norm is 0.
Tensor norm(const Tensor& x, const Scalar& p = 2);
Tensor norm(const Tensor& x, const optional<Scalar>& p, IntArrayRef dims, bool keepdim = false);

/// log sum exp(x) over dims (all when empty), without overflow. -inf where there is nothing.
Tensor logsumexp(const Tensor& x, IntArrayRef dims, bool keepdim = false);

/// Running sums (products) along d: y_i = x_0 + ... + x_i. bool gives int64.
Tensor cumsum(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);
Tensor cumprod(const Tensor& x, std::int64_t d, optional<ScalarType> dtype = nullopt);

/// The sum of x over what broadcasting from `sizes` to x's shape would repeat: the gradient of broadcasting.
Tensor sum_to_size(const Tensor& x, IntArrayRef sizes);

}  // namespace wengert
