// What a tensor says about its gradient and its history.
#include "autograd/history.h"

#include "tensor/check.h"
#include "tensor/tensor.h"

namespace wengert {

using autograd::Hooks;
using autograd::Output;

namespace autograd {

Leaf& leaf_of(TensorImpl& t) {
  if (!t.node) t.node = wengert::detail::Ref<History>(new Leaf(t.sizes, t.dtype));
  return static_cast<Leaf&>(*t.node);
}

void refresh(TensorImpl& view) {
  // Two threads that use one view may both come here.
  struct Turn {
    std::atomic_flag& taken;
    explicit Turn(std::atomic_flag& f) : taken(f) {
      while (taken.test_and_set(std::memory_order_acquire)) taken.wait(true);
    }
    ~Turn() {
      taken.clear(std::memory_order_release);
      taken.notify_one();
    }
  } turn(view.refreshing);
  const std::uint32_t newest = view.base->history;
  if (view.seen.load(std::memory_order_relaxed) == newest) return;
  view.refresh_view(view);
  view.seen.store(newest, std::memory_order_release);
}

void take_history(TensorImpl& t, const Tensor& recorded) {
  const TensorImpl& r = *recorded.impl();
  if (Hooks* before = t.node ? node_of(t)->outputs()[t.output].hooks.get() : nullptr;
      before && before->retains && r.node) {
    Output& now = node_of(r)->outputs()[r.output];
    if (!now.hooks) now.hooks = std::make_unique<Hooks>();
    now.hooks->retains = std::exchange(before->retains, false);
    now.hooks->retained = std::move(before->retained);
    std::erase_if(before->list, [](const Hooks::Hook& h) { return !h.call; });
    now.hooks->list.push_back({now.hooks->next_number++, nullptr});
  }
  t.node = r.node;
  t.output = r.output;
  t.requires_grad = r.requires_grad;
  ++t.history;
}

}  // namespace autograd

bool Tensor::requires_grad() const {
  if (!impl_) undefined();
  return autograd::requires_grad(*impl_);
}

const Tensor& Tensor::set_requires_grad(bool wanted) const {
  if (wanted && !is_floating_point())
    fail("set_requires_grad: only floating-point tensors have gradients, this one is {}", dtype());
  if (!is_leaf()) {
    if (!wanted)
      fail(
          "set_requires_grad: this is the result of '{}', which requires a gradient because an input does; "
          "use detach() for the value alone",
          autograd::node_of(*impl_)->op());
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

detail::Ref<autograd::Node> Tensor::grad_fn() const {
  return detail::Ref<autograd::Node>(is_leaf() ? nullptr : autograd::node_of(*impl_));
}

std::int64_t Tensor::output_nr() const { return get().output; }

namespace {

Output& output_of(const TensorImpl& t) { return autograd::node_of(t)->outputs()[t.output]; }

Hooks& hooks_of(const Tensor& x, const char* op) {
  if (!x.requires_grad()) fail("{}: this tensor requires no gradient", op);
  if (!x.impl()->node) fail("{}: this view was made under NoGradGuard; no gradient comes to it", op);
  Output& output = output_of(*x.impl());
  if (!output.hooks) output.hooks = std::make_unique<Hooks>();
  return *output.hooks;
}

}  // namespace

Tensor& Tensor::mutable_grad() const {
  if (!impl_) undefined();
  if (is_leaf()) return autograd::leaf_of(*impl_).grad;
  return hooks_of(*this, "mutable_grad").retained;
}

const Tensor& Tensor::grad() const {
  static const Tensor& none = *new Tensor;  // never destroyed
  if (!impl_) undefined();
  if (is_leaf()) return impl_->node ? autograd::leaf_of(*impl_).grad : none;
  const Output& output = output_of(*impl_);
  return output.hooks ? output.hooks->retained : none;
}

unsigned Tensor::register_hook(Callback<Tensor(Tensor)> hook) const {
  Hooks& hooks = hooks_of(*this, "register_hook");
  if (!hook) fail("register_hook: the hook is null");
  hooks.list.push_back({hooks.next_number, std::move(hook)});
  return hooks.next_number++;
}

void Tensor::remove_hook(unsigned number) const {
  if (requires_grad() && impl_->node)
    if (const auto& hooks = output_of(*impl_).hooks)
      if (std::erase_if(hooks->list, [=](const Hooks::Hook& h) { return h.number == number && h.call; }))
        return;
  fail("remove_hook: there is no hook number {}", number);
}

void Tensor::retain_grad() const {
  Hooks& hooks = hooks_of(*this, "retain_grad");
  if (is_leaf() || hooks.retains) return;
  hooks.retains = true;
  hooks.list.push_back({hooks.next_number++, nullptr});
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
