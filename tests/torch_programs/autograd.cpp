// A walk through automatic differentiation: graphs, gradients, a function of one's own, second derivatives.
#include <torch/torch.h>

#include <cstdlib>
#include <iostream>

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;
using torch::autograd::variable_list;

// x W^T + b, with its gradient by hand; b may be left out.
struct Affine : Function<Affine> {
  static torch::Tensor forward(AutogradContext* ctx, torch::Tensor x, torch::Tensor w, torch::Tensor b = {}) {
    ctx->save_for_backward({x, w, b});
    auto y = x.mm(w.t());
    if (b.defined()) y += b.expand_as(y);
    return y;
  }
  static variable_list backward(AutogradContext* ctx, variable_list dy) {
    const auto saved = ctx->get_saved_variables();
    return {dy[0].mm(saved[1]), dy[0].t().mm(saved[0]), saved[2].defined() ? dy[0].sum(0) : torch::Tensor()};
  }
};

// c x, for a number c that is kept beside the tensors.
struct Scale : Function<Scale> {
  static torch::Tensor forward(AutogradContext* ctx, torch::Tensor x, double c) {
    ctx->saved_data["c"] = c;
    return x * c;
  }
  static tensor_list backward(AutogradContext* ctx, tensor_list dy) {
    return {dy[0] * ctx->saved_data["c"].toDouble(), torch::Tensor()};
  }
};

void check(bool ok, const char* what) {
  std::cout << (ok ? "ok    " : "WRONG ") << what << '\n';
  if (!ok) std::exit(1);
}

int main() {
  torch::manual_seed(0);
  auto x = torch::ones({2, 2}, torch::requires_grad());
  auto y = x + 2;
  auto z = y * y * 3;
  std::cout << y.grad_fn()->name() << ", " << z.grad_fn()->name() << '\n';
  z.mean().backward();
  check(torch::allclose(x.grad(), torch::full({2, 2}, 4.5)), "d mean(3 (x + 2)^2) = 6 (x + 2) / 4");

  auto plain = torch::randn({2, 2});
  check(!((plain * 3) / (plain - 1)).requires_grad(), "nothing is recorded of tensors without a wish");
  plain.requires_grad_(true);
  check((plain * plain).sum().requires_grad(), "and it is of those with one");

  auto v = torch::tensor({0.1, 1.0, 0.0001}, torch::kFloat);
  auto u = torch::randn(3, torch::requires_grad());
  (u * 8).backward(v);
  check(torch::allclose(u.grad(), v * 8), "a vector times the Jacobian");
  {
    torch::NoGradGuard no_grad;
    check(!u.pow(2).requires_grad(), "no history under NoGradGuard");
  }
  check(u.eq(u.detach()).all().item<bool>() && !u.detach().requires_grad(), "detach keeps the values alone");

  // The norm of a gradient as a term of the loss.
  auto model = torch::nn::Linear(4, 3);
  auto input = torch::randn({3, 4}).requires_grad_(true);
  auto output = model(input);
  auto loss = torch::nn::MSELoss()(output, torch::randn({3, 3}));
  auto grad = torch::autograd::grad({loss}, {input}, /*grad_outputs=*/{torch::ones_like(loss)},
                                    /*retain_graph=*/true, /*create_graph=*/true);
  auto penalty = torch::pow((grad[0].norm(2, /*dim=*/1) - 1), 2).mean();
  (loss + penalty).backward();
  check(input.grad().defined() && model->weight.grad().isfinite().all().item<bool>(),
        "a gradient's gradient");

  auto a = torch::randn({2, 3}).requires_grad_(), w = torch::randn({4, 3}).requires_grad_();
  auto b = torch::randn({4}).requires_grad_();
  (Affine::apply(a, w, b) + Affine::apply(a, w)).sum().backward();
  auto by_hand = a.grad().clone();
  a.mutable_grad() = torch::Tensor();
  (torch::nn::functional::linear(a, w, b) * 2).sum().backward();
  check(torch::allclose(a.grad(), by_hand), "a function of one's own agrees with the library's");

  auto c = torch::ones({2}, torch::requires_grad());
  Scale::apply(c, 5.5).sum().backward();
  check(torch::allclose(c.grad(), torch::full({2}, 5.5)), "a number kept for backward");
}
