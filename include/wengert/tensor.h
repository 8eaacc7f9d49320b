// The Tensor: a handle to elements of one type in a box of up to eight dimensions.
//
// This page is the table of contents of what a tensor can do. Most methods are free functions too, with the tensor as
// their first argument; wengert/ops.h says which header documents each.
#pragma once
#include <concepts>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "wengert/base/callback.h"
#include "wengert/base/dtype.h"
#include "wengert/base/error.h"
#include "wengert/base/generator.h"
#include "wengert/base/scalar.h"
#include "wengert/base/shape.h"
#include "wengert/base/tensor_options.h"
#include "wengert/tensor/accessor.h"
#include "wengert/tensor/tensor_impl.h"

namespace wengert {

class Tensor;
using TensorList = std::vector<Tensor>;
namespace indexing {
class TensorIndex;
}

class Tensor {
 public:
  /// An undefined tensor: no shape, no elements. Every operation refuses it.
  Tensor() = default;
  explicit Tensor(detail::Ref<TensorImpl> impl) : impl_(std::move(impl)) {}
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) noexcept = default;
  /// A name is made to stand for another tensor: t = x leaves the elements that t named as they were.
  Tensor& operator=(const Tensor& x) & = default;
  Tensor& operator=(Tensor&& x) & noexcept = default;
  /// What has no name is written to: x[i] = y and x.slice(0, 1, 3) = 0 are copy_ and fill_ on the view.
  Tensor& operator=(const Tensor& y) && { return copy_(y); }
  Tensor& operator=(Tensor&& y) && { return copy_(y); }
  Tensor& operator=(const Scalar& y) && { return fill_(y); }

  // What it is
  bool defined() const { return bool(impl_); }
  /// Lets go of the tensor; this handle is undefined then.
  void reset() { impl_ = {}; }
  std::int64_t dim() const { return get().sizes.size(); }
  std::int64_t ndimension() const { return dim(); }
  IntArrayRef sizes() const { return get().sizes; }
  IntArrayRef strides() const { return get().strides; }
  /// The size of dimension d; d < 0 counts from the end. Throws IndexError when there is no such dimension.
  std::int64_t size(std::int64_t d) const;
  std::int64_t stride(std::int64_t d) const;
  std::int64_t numel() const { return get().numel; }
  std::int64_t storage_offset() const { return get().offset; }
  ScalarType dtype() const { return get().dtype; }
  ScalarType scalar_type() const { return dtype(); }
  std::int64_t element_size() const { return size_of(dtype()); }
  std::int64_t itemsize() const { return element_size(); }
  std::int64_t nbytes() const { return numel() * element_size(); }
  Device device() const { return kCPU; }
  bool is_cuda() const { return false; }
  TensorOptions options() const { return TensorOptions(dtype()); }
  bool is_floating_point() const { return is_floating(dtype()); }
  bool is_contiguous() const { return get().contiguous; }
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }

  // Its elements
  /// The address of the first element. Throws Error unless T is the tensor's element type.
  template <class T>
  T* data_ptr() const {
    return static_cast<T*>(checked_data(dtype_of<T>()));
  }
  void* data_ptr() const { return get().data(); }
  /// The one element of a tensor that has one, converted to T.
  template <class T>
  T item() const {
    return item().to<T>();
  }
  Scalar item() const;
  /// Fast unchecked indexing, a[i][j], of a tensor with N dimensions and elements T; the tensor must stay
  /// alive.
  template <class T, std::size_t N>
  TensorAccessor<T, N> accessor() const {
    check_accessor(dtype_of<T>(), std::int64_t(N));
    return {data_ptr<T>(), get().sizes.data(), get().strides.data()};
  }

  // Its gradient
  bool requires_grad() const;
  /// Says whether gradients are wanted. Throws Error on integers, and when a result is told not to want them.
  const Tensor& set_requires_grad(bool requires_grad) const;
  Tensor& requires_grad_(bool requires_grad = true) const;
  /// True for tensors that no recorded operation made.
  bool is_leaf() const;
  /// The gradient that backward left here, or an undefined tensor.
  const Tensor& grad() const;
  /// The same, to be assigned to: x.mutable_grad() = Tensor() drops it.
  Tensor& mutable_grad() const;
  /// The operation that made this tensor, or null for a leaf.
  detail::Ref<autograd::Node> grad_fn() const;
  /// The number of the operation's result that this is.
  std::int64_t output_nr() const;
  /// Computes d(this)/d(leaf) for every leaf below and adds it to the leaf's grad().
  ///
  /// gradient: d(something)/d(this), needed unless this has one element (then it is 1).
  /// retain_graph: keep what the operations saved, so that backward can be called again; default
  /// create_graph. create_graph: record the backward pass too, so that the gradients have gradients. inputs:
  /// when given, only these tensors gather their gradient. Throws Error when nothing is recorded, when the
  /// gradient's shape differs, when inputs are given but none, and on a tape already freed.
  void backward(const Tensor& gradient = {}, optional<bool> retain_graph = nullopt, bool create_graph = false,
                optional<TensorList> inputs = nullopt) const;
  /// Keeps the gradient of a result, which is otherwise only passed on; must come before backward.
  void retain_grad() const;
  bool retains_grad() const;
  /// Calls hook with this tensor's gradient when backward has it whole. What a hook returns replaces the
  /// gradient. Returns a number for remove_hook. Throws Error when the tensor requires no gradient.
  unsigned register_hook(Callback<Tensor(Tensor)> hook) const;
  template <class F>
  requires std::is_void_v<std::invoke_result_t<F&, Tensor>>
  unsigned register_hook(F hook) const {
    return register_hook(Callback<Tensor(Tensor)>([hook](Tensor g) mutable {
      hook(g);
      return Tensor();
    }));
  }
  void remove_hook(unsigned number) const;
  /// The same elements without the history.
  Tensor detach() const;
  Tensor& detach_() const;
  /// How often the elements were written in place.
  std::int64_t _version() const { return get().storage->version(); }

  // Conversion and copies

  Tensor to(ScalarType dtype) const;
  Tensor to(Device device) const;
  Tensor to(DeviceType device) const;
  Tensor to(Device device, ScalarType dtype) const;
  Tensor to(const TensorOptions& options) const;
  Tensor to(const Tensor& other) const;
  /// With copy, a new tensor even when nothing changes. non_blocking changes nothing on the CPU.
  Tensor to(ScalarType dtype, bool non_blocking, bool copy = false) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking, bool copy = false) const;
  Tensor to(const TensorOptions& options, bool non_blocking, bool copy = false) const;
  Tensor to(const Tensor& other, bool non_blocking, bool copy = false) const;
  Tensor type_as(const Tensor& other) const;
  Tensor cpu() const;
  Tensor clone() const;
  Tensor contiguous() const;
  Tensor& copy_(const Tensor& source) const;
  Tensor& fill_(const Scalar& value) const;
  Tensor& fill_(const Tensor& value) const;
  Tensor& zero_() const;
  Tensor& set_data(const Tensor& other) const;
  Tensor data() const { return detach(); }
  Tensor new_empty(IntArrayRef sizes, const TensorOptions& options = {}) const;
  Tensor new_zeros(IntArrayRef sizes, const TensorOptions& options = {}) const;
  Tensor new_ones(IntArrayRef sizes, const TensorOptions& options = {}) const;
  Tensor new_full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options = {}) const;

  // Views

  Tensor view(IntArrayRef sizes) const;
  Tensor view_as(const Tensor& other) const;
  Tensor reshape(IntArrayRef sizes) const;
  Tensor reshape_as(const Tensor& other) const;
  Tensor flatten(std::int64_t start_dim = 0, std::int64_t end_dim = -1) const;
  Tensor unflatten(std::int64_t d, IntArrayRef sizes) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor transpose(std::int64_t dim0, std::int64_t dim1) const;
  Tensor movedim(std::int64_t source, std::int64_t destination) const;
  Tensor t() const;
  Tensor mT() const;
  Tensor squeeze() const;
  Tensor squeeze(std::int64_t d) const;
  Tensor unsqueeze(std::int64_t d) const;
  Tensor& squeeze_() const;
  Tensor& squeeze_(std::int64_t d) const;
  Tensor& unsqueeze_(std::int64_t d) const;
  Tensor& t_() const;
  Tensor& transpose_(std::int64_t dim0, std::int64_t dim1) const;
  Tensor expand(IntArrayRef sizes) const;
  Tensor expand_as(const Tensor& other) const;
  Tensor as_strided(IntArrayRef sizes, IntArrayRef strides, optional<std::int64_t> offset = nullopt) const;
  Tensor slice(std::int64_t d = 0, optional<std::int64_t> start = nullopt,
               optional<std::int64_t> end = nullopt, std::int64_t step = 1) const;
  Tensor select(std::int64_t d, std::int64_t index) const;
  Tensor narrow(std::int64_t d, std::int64_t start, std::int64_t length) const;
  TensorList split(std::int64_t size, std::int64_t d = 0) const;
  TensorList split(IntArrayRef sizes, std::int64_t d = 0) const;
  TensorList split_with_sizes(IntArrayRef sizes, std::int64_t d = 0) const;
  TensorList chunk(std::int64_t chunks, std::int64_t d = 0) const;
  TensorList unbind(std::int64_t d = 0) const;
  Tensor diagonal(std::int64_t offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1) const;
  Tensor repeat(IntArrayRef repeats) const;
  Tensor flip(IntArrayRef dims) const;
  Tensor roll(IntArrayRef shifts, IntArrayRef dims = {}) const;

  // Indexing

  Tensor operator[](std::int64_t index) const;
  Tensor operator[](const Tensor& index) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor index(const std::vector<indexing::TensorIndex>& indices) const;
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor& value) const;
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar& value) const;
  Tensor& index_put_(const std::vector<indexing::TensorIndex>& indices, const Tensor& value) const;
  Tensor& index_put_(const std::vector<indexing::TensorIndex>& indices, const Scalar& value) const;
  Tensor index_select(std::int64_t d, const Tensor& index) const;
  Tensor index_add(std::int64_t d, const Tensor& index, const Tensor& source, const Scalar& alpha = 1) const;
  Tensor& index_add_(std::int64_t d, const Tensor& index, const Tensor& source,
                     const Scalar& alpha = 1) const;
  Tensor gather(std::int64_t d, const Tensor& index) const;
  Tensor scatter(std::int64_t d, const Tensor& index, const Tensor& source) const;
  Tensor scatter(std::int64_t d, const Tensor& index, const Scalar& value) const;
  Tensor& scatter_(std::int64_t d, const Tensor& index, const Tensor& source) const;
  Tensor& scatter_(std::int64_t d, const Tensor& index, const Scalar& value) const;
  Tensor scatter_add(std::int64_t d, const Tensor& index, const Tensor& source) const;
  Tensor& scatter_add_(std::int64_t d, const Tensor& index, const Tensor& source) const;
  Tensor masked_fill(const Tensor& mask, const Scalar& value) const;
  Tensor masked_fill(const Tensor& mask, const Tensor& value) const;
  Tensor& masked_fill_(const Tensor& mask, const Scalar& value) const;
  Tensor& masked_fill_(const Tensor& mask, const Tensor& value) const;
  Tensor masked_select(const Tensor& mask) const;
  Tensor nonzero() const;
  Tensor where(const Tensor& condition, const Tensor& other) const;
  Tensor tril(std::int64_t diagonal = 0) const;
  Tensor triu(std::int64_t diagonal = 0) const;
  Tensor& tril_(std::int64_t diagonal = 0) const;
  Tensor& triu_(std::int64_t diagonal = 0) const;
  std::tuple<Tensor, Tensor> sort(std::int64_t d = -1, bool descending = false) const;
  std::tuple<Tensor, Tensor> sort(optional<bool> stable, std::int64_t d, bool descending) const;
  Tensor argsort(std::int64_t d = -1, bool descending = false) const;
  template <std::same_as<bool> Bool>
  Tensor argsort(Bool /*stable: it always is*/, std::int64_t d = -1, bool descending = false) const {
    return argsort(d, descending);
  }
  std::tuple<Tensor, Tensor> topk(std::int64_t k, std::int64_t d = -1, bool largest = true,
                                  bool sorted = true) const;

  // Arithmetic

  Tensor add(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor add(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor sub(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor sub(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor mul(const Tensor& other) const;
  Tensor mul(const Scalar& other) const;
  Tensor div(const Tensor& other) const;
  Tensor div(const Scalar& other) const;
  Tensor div(const Tensor& other, optional<std::string> rounding_mode) const;
  Tensor div(const Scalar& other, optional<std::string> rounding_mode) const;
  Tensor floor_divide(const Tensor& other) const;
  Tensor floor_divide(const Scalar& other) const;
  Tensor remainder(const Tensor& other) const;
  Tensor remainder(const Scalar& other) const;
  Tensor fmod(const Tensor& other) const;
  Tensor fmod(const Scalar& other) const;
  Tensor pow(const Tensor& exponent) const;
  Tensor pow(const Scalar& exponent) const;
  Tensor maximum(const Tensor& other) const;
  Tensor minimum(const Tensor& other) const;
  Tensor atan2(const Tensor& other) const;
  Tensor addcmul(const Tensor& a, const Tensor& b, const Scalar& value = 1) const;
  Tensor addcdiv(const Tensor& a, const Tensor& b, const Scalar& value = 1) const;
  Tensor lerp(const Tensor& end, const Scalar& weight) const;
  Tensor lerp(const Tensor& end, const Tensor& weight) const;
  Tensor& add_(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor& add_(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor& sub_(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor& sub_(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor& mul_(const Tensor& other) const;
  Tensor& mul_(const Scalar& other) const;
  Tensor& div_(const Tensor& other) const;
  Tensor& div_(const Scalar& other) const;
  Tensor& floor_divide_(const Tensor& other) const;
  Tensor& floor_divide_(const Scalar& other) const;
  Tensor& remainder_(const Tensor& other) const;
  Tensor& remainder_(const Scalar& other) const;
  Tensor& fmod_(const Tensor& other) const;
  Tensor& fmod_(const Scalar& other) const;
  Tensor& pow_(const Tensor& exponent) const;
  Tensor& pow_(const Scalar& exponent) const;
  Tensor& addcmul_(const Tensor& a, const Tensor& b, const Scalar& value = 1) const;
  Tensor& addcdiv_(const Tensor& a, const Tensor& b, const Scalar& value = 1) const;
  Tensor& lerp_(const Tensor& end, const Scalar& weight) const;
  Tensor& lerp_(const Tensor& end, const Tensor& weight) const;
  Tensor& operator+=(const Tensor& other) const { return add_(other); }
  Tensor& operator+=(const Scalar& other) const { return add_(other); }
  Tensor& operator-=(const Tensor& other) const { return sub_(other); }
  Tensor& operator-=(const Scalar& other) const { return sub_(other); }
  Tensor& operator*=(const Tensor& other) const { return mul_(other); }
  Tensor& operator*=(const Scalar& other) const { return mul_(other); }
  Tensor& operator/=(const Tensor& other) const { return div_(other); }
  Tensor& operator/=(const Scalar& other) const { return div_(other); }

  // Functions of one element

  Tensor neg() const;
  Tensor operator-() const { return neg(); }
  Tensor abs() const;
  Tensor sign() const;
  Tensor square() const;
  Tensor sqrt() const;
  Tensor rsqrt() const;
  Tensor reciprocal() const;
  Tensor exp() const;
  Tensor exp2() const;
  Tensor expm1() const;
  Tensor log() const;
  Tensor log1p() const;
  Tensor log2() const;
  Tensor log10() const;
  Tensor sin() const;
  Tensor cos() const;
  Tensor tan() const;
  Tensor asin() const;
  Tensor acos() const;
  Tensor atan() const;
  Tensor sinh() const;
  Tensor cosh() const;
  Tensor tanh() const;
  Tensor sigmoid() const;
  Tensor relu() const;
  Tensor erf() const;
  Tensor erfc() const;
  Tensor floor() const;
  Tensor ceil() const;
  Tensor round() const;
  Tensor trunc() const;
  Tensor clamp(const optional<Scalar>& min = nullopt, const optional<Scalar>& max = nullopt) const;
  Tensor clamp(const optional<Tensor>& min, const optional<Tensor>& max = nullopt) const;
  Tensor clamp_min(const Scalar& min) const;
  Tensor clamp_min(const Tensor& min) const;
  Tensor clamp_max(const Scalar& max) const;
  Tensor clamp_max(const Tensor& max) const;
  Tensor& neg_() const;
  Tensor& abs_() const;
  Tensor& sign_() const;
  Tensor& square_() const;
  Tensor& sqrt_() const;
  Tensor& rsqrt_() const;
  Tensor& reciprocal_() const;
  Tensor& exp_() const;
  Tensor& expm1_() const;
  Tensor& log_() const;
  Tensor& log1p_() const;
  Tensor& log2_() const;
  Tensor& log10_() const;
  Tensor& sin_() const;
  Tensor& cos_() const;
  Tensor& tan_() const;
  Tensor& tanh_() const;
  Tensor& sigmoid_() const;
  Tensor& relu_() const;
  Tensor& erf_() const;
  Tensor& floor_() const;
  Tensor& ceil_() const;
  Tensor& round_() const;
  Tensor& trunc_() const;
  Tensor& clamp_(const optional<Scalar>& min = nullopt, const optional<Scalar>& max = nullopt) const;
  Tensor& clamp_(const optional<Tensor>& min, const optional<Tensor>& max = nullopt) const;
  Tensor& clamp_min_(const Scalar& min) const;
  Tensor& clamp_max_(const Scalar& max) const;

  // Comparison and logic

  Tensor eq(const Tensor& other) const;
  Tensor eq(const Scalar& other) const;
  Tensor ne(const Tensor& other) const;
  Tensor ne(const Scalar& other) const;
  Tensor lt(const Tensor& other) const;
  Tensor lt(const Scalar& other) const;
  Tensor le(const Tensor& other) const;
  Tensor le(const Scalar& other) const;
  Tensor gt(const Tensor& other) const;
  Tensor gt(const Scalar& other) const;
  Tensor ge(const Tensor& other) const;
  Tensor ge(const Scalar& other) const;
  Tensor logical_not() const;
  Tensor logical_and(const Tensor& other) const;
  Tensor logical_or(const Tensor& other) const;
  Tensor logical_xor(const Tensor& other) const;
  Tensor bitwise_not() const;
  Tensor bitwise_and(const Tensor& other) const;
  Tensor bitwise_or(const Tensor& other) const;
  Tensor bitwise_xor(const Tensor& other) const;
  Tensor operator~() const { return bitwise_not(); }
  Tensor operator!() const { return logical_not(); }
  Tensor isnan() const;
  Tensor isinf() const;
  Tensor isfinite() const;
  Tensor isclose(const Tensor& other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  bool allclose(const Tensor& other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  bool equal(const Tensor& other) const;
  /// True when the one element is not zero.
  bool is_nonzero() const;

  // Reductions

  Tensor sum(optional<ScalarType> dtype = nullopt) const;
  Tensor sum(IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt) const;
  Tensor mean(optional<ScalarType> dtype = nullopt) const;
  Tensor mean(IntArrayRef dims, bool keepdim = false, optional<ScalarType> dtype = nullopt) const;
  Tensor var(IntArrayRef dims = {}, bool unbiased = true, bool keepdim = false) const;
  template <std::same_as<bool> Bool>
  Tensor var(Bool unbiased) const {
    return var(IntArrayRef(), unbiased);
  }
  Tensor std(IntArrayRef dims = {}, bool unbiased = true, bool keepdim = false) const;
  template <std::same_as<bool> Bool>
  Tensor std(Bool unbiased) const {
    return std(IntArrayRef(), unbiased);
  }
  Tensor prod(optional<ScalarType> dtype = nullopt) const;
  Tensor prod(std::int64_t d, bool keepdim = false, optional<ScalarType> dtype = nullopt) const;
  Tensor(max)() const;
  std::tuple<Tensor, Tensor>(max)(std::int64_t d, bool keepdim = false) const;
  Tensor(max)(const Tensor& other) const;
  Tensor(min)() const;
  std::tuple<Tensor, Tensor>(min)(std::int64_t d, bool keepdim = false) const;
  Tensor(min)(const Tensor& other) const;
  Tensor median() const;
  std::tuple<Tensor, Tensor> median(std::int64_t d, bool keepdim = false) const;
  Tensor amax(IntArrayRef dims = {}, bool keepdim = false) const;
  Tensor amin(IntArrayRef dims = {}, bool keepdim = false) const;
  Tensor argmax(optional<std::int64_t> d = nullopt, bool keepdim = false) const;
  Tensor argmin(optional<std::int64_t> d = nullopt, bool keepdim = false) const;
  Tensor any() const;
  Tensor any(std::int64_t d, bool keepdim = false) const;
  Tensor all() const;
  Tensor all(std::int64_t d, bool keepdim = false) const;
  Tensor norm(const Scalar& p = 2) const;
  Tensor norm(const optional<Scalar>& p, IntArrayRef dims, bool keepdim = false) const;
  Tensor logsumexp(IntArrayRef dims, bool keepdim = false) const;
  Tensor cumsum(std::int64_t d, optional<ScalarType> dtype = nullopt) const;
  Tensor cumprod(std::int64_t d, optional<ScalarType> dtype = nullopt) const;
  Tensor count_nonzero(optional<std::int64_t> d = nullopt) const;
  Tensor softmax(std::int64_t d, optional<ScalarType> dtype = nullopt) const;
  Tensor log_softmax(std::int64_t d, optional<ScalarType> dtype = nullopt) const;
  Tensor sum_to_size(IntArrayRef sizes) const;

  // Matrix products
  Tensor matmul(const Tensor& other) const;
  Tensor mm(const Tensor& other) const;
  Tensor bmm(const Tensor& other) const;
  Tensor mv(const Tensor& vector) const;
  Tensor dot(const Tensor& other) const;
  Tensor outer(const Tensor& other) const;
  Tensor addmm(const Tensor& a, const Tensor& b, const Scalar& beta = 1, const Scalar& alpha = 1) const;
  Tensor& addmm_(const Tensor& a, const Tensor& b, const Scalar& beta = 1, const Scalar& alpha = 1) const;

  // Random numbers

  Tensor& uniform_(double from = 0, double to = 1, optional<Generator> generator = nullopt) const;
  Tensor& normal_(double mean = 0, double std = 1, optional<Generator> generator = nullopt) const;
  Tensor& bernoulli_(double p = 0.5, optional<Generator> generator = nullopt) const;
  Tensor& bernoulli_(const Tensor& p, optional<Generator> generator = nullopt) const;
  Tensor bernoulli(optional<Generator> generator = nullopt) const;
  Tensor bernoulli(double p, optional<Generator> generator = nullopt) const;
  Tensor& random_(optional<Generator> generator = nullopt) const;
  Tensor& random_(std::int64_t to, optional<Generator> generator = nullopt) const;
  Tensor& random_(std::int64_t from, optional<std::int64_t> to,
                  optional<Generator> generator = nullopt) const;
  Tensor& exponential_(double lambd = 1, optional<Generator> generator = nullopt) const;
  /// e^z, z normal.
  Tensor& log_normal_(double mean = 1, double std = 2, optional<Generator> generator = nullopt) const;
  Tensor& cauchy_(double median = 0, double sigma = 1, optional<Generator> generator = nullopt) const;
  /// The number of trials up to the first success, each of probability p.
  Tensor& geometric_(double p, optional<Generator> generator = nullopt) const;
  Tensor multinomial(std::int64_t samples, bool replacement = false,
                     optional<Generator> generator = nullopt) const;

  // For the library's own rooms

  TensorImpl* impl() const { return impl_.get(); }

 private:
  const TensorImpl& get() const {
    if (!impl_) undefined();
    return *impl_;
  }
  [[noreturn]] static void undefined();
  void* checked_data(ScalarType wanted) const;
  void check_accessor(ScalarType wanted, std::int64_t dims) const;

  detail::Ref<TensorImpl> impl_;
};

// Operators
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator+(const Tensor& a, const Scalar& b);
Tensor operator+(const Scalar& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Scalar& b);
Tensor operator-(const Scalar& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Scalar& b);
Tensor operator*(const Scalar& a, const Tensor& b);
Tensor operator/(const Tensor& a, const Tensor& b);
Tensor operator/(const Tensor& a, const Scalar& b);
Tensor operator/(const Scalar& a, const Tensor& b);
Tensor operator%(const Tensor& a, const Tensor& b);
Tensor operator%(const Tensor& a, const Scalar& b);
Tensor operator%(const Scalar& a, const Tensor& b);

Tensor operator==(const Tensor& a, const Tensor& b);
Tensor operator==(const Tensor& a, const Scalar& b);
Tensor operator==(const Scalar& a, const Tensor& b);
Tensor operator!=(const Tensor& a, const Tensor& b);
Tensor operator!=(const Tensor& a, const Scalar& b);
Tensor operator!=(const Scalar& a, const Tensor& b);
Tensor operator<(const Tensor& a, const Tensor& b);
Tensor operator<(const Tensor& a, const Scalar& b);
Tensor operator<(const Scalar& a, const Tensor& b);
Tensor operator<=(const Tensor& a, const Tensor& b);
Tensor operator<=(const Tensor& a, const Scalar& b);
Tensor operator<=(const Scalar& a, const Tensor& b);
Tensor operator>(const Tensor& a, const Tensor& b);
Tensor operator>(const Tensor& a, const Scalar& b);
Tensor operator>(const Scalar& a, const Tensor& b);
Tensor operator>=(const Tensor& a, const Tensor& b);
Tensor operator>=(const Tensor& a, const Scalar& b);
Tensor operator>=(const Scalar& a, const Tensor& b);
Tensor operator&&(const Tensor& a, const Tensor& b);
Tensor operator||(const Tensor& a, const Tensor& b);
Tensor operator&(const Tensor& a, const Tensor& b);
Tensor operator&(const Tensor& a, const Scalar& b);
Tensor operator&(const Scalar& a, const Tensor& b);
Tensor operator|(const Tensor& a, const Tensor& b);
Tensor operator|(const Tensor& a, const Scalar& b);
Tensor operator|(const Scalar& a, const Tensor& b);
Tensor operator^(const Tensor& a, const Tensor& b);
Tensor operator^(const Tensor& a, const Scalar& b);
Tensor operator^(const Scalar& a, const Tensor& b);

/// Prints the elements so that a person can read them, long ones shortened, then dtype and shape.
std::ostream& operator<<(std::ostream& out, const Tensor& x);

}  // namespace wengert
