// What a tensor says about its gradient and its history.
#include "autograd/history.h"

#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::Hooks;
using autograd::Leaf;
using autograd::Output;

bool Tensor::requires_grad() const {
  if (!impl_) undefined();
  autograd::sync(*impl_);
  return impl_->requires_grad;
}

const Tensor& Tensor::set_requires_grad(bool wanted) const {
  if (wanted && !is_floating_point())
    fail("set_requires_grad: only floating-point tensors have gradients, this one is {}", dtype());
  if (!is_leaf()) {
    if (!wanted)
      fail(
          "set_requires_grad: this is the result of '{}', which requires a gradient because an input does; "
          "use "
          "detach() for the value alone",
          impl_->node->op());
    return *this;
  }
  impl_->requires_grad = wanted;
  if (wanted) {
    autograd::leaf_of(*impl_);
    impl_->base = nullptr;  // a leaf has no history to take from a base
  }
  return *this;
}

Tensor& Tensor::requires_grad_(bool wanted) const {
  set_requires_grad(wanted);
  return const_cast<Tensor&>(*this);
}

bool Tensor::is_leaf() const { return !requires_grad() || autograd::is_leaf(*impl_); }

detail::Ref<autograd::Node> Tensor::grad_fn() const { return is_leaf() ? nullptr : impl_->node; }

std::int64_t Tensor::output_nr() const { return get().output; }

namespace {

Output& output_of(const TensorImpl& t) { return t.node->outputs()[t.output]; }

Hooks& hooks_of(const TensorImpl& t) {
  Output& output = output_of(t);
  if (!output.hooks) output.hooks = std::make_unique<Hooks>();
  return *output.hooks;
}

}  // namespace

Tensor& Tensor::mutable_grad() const {
  if (!impl_) undefined();
  if (is_leaf()) return autograd::leaf_of(*impl_).grad;
  return hooks_of(*impl_).retained;
}

const Tensor& Tensor::grad() const {
  static const Tensor none;
  if (!impl_) undefined();
  if (is_leaf()) return impl_->node ? autograd::leaf_of(*impl_).grad : none;
  const Output& output = output_of(*impl_);
  return output.hooks ? output.hooks->retained : none;
}

unsigned Tensor::register_hook(Callback<Tensor(Tensor)> hook) const {
  if (!requires_grad()) fail("register_hook: this tensor requires no gradient");
  if (!hook) fail("register_hook: the hook is null");
  Hooks& hooks = hooks_of(*impl_);
  hooks.list.push_back({hooks.next_number, std::move(hook)});
  return hooks.next_number++;
}

void Tensor::remove_hook(unsigned number) const {
  if (requires_grad())
    if (const auto& hooks = output_of(*impl_).hooks)
      if (std::erase_if(hooks->list, [=](const Hooks::Hook& h) { return h.number == number; })) return;
  fail("remove_hook: there is no hook number {}", number);
}

void Tensor::retain_grad() const {
  if (!requires_grad()) fail("retain_grad: this tensor requires no gradient");
  if (is_leaf() || retains_grad()) return;
  Hooks& hooks = hooks_of(*impl_);
  hooks.retains = true;
  register_hook([&hooks](Tensor g) {  // lives in what it refers to
    hooks.retained = hooks.retained.defined() ? hooks.retained + g : g;
    return Tensor();
  });
}

bool Tensor::retains_grad() const {
  if (is_leaf()) return false;
  const auto& hooks = output_of(*impl_).hooks;
  return hooks && hooks->retains;
}

Tensor Tensor::detach() const {
  if (!impl_) undefined();
  return make_alias(*this);
}

Tensor& Tensor::detach_() const {
  if (!impl_) undefined();
  if (impl_->base) fail("detach_: this is a view; detach() gives a tensor without history");
  impl_->node = nullptr;
  impl_->output = 0;
  impl_->requires_grad = false;
  ++impl_->history;
  return const_cast<Tensor&>(*this);
}

}  // namespace wengert
