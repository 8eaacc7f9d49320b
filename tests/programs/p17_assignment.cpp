// Assignment to views, and what the modes do to views and writes in place.
#include "lookalike.h"

using namespace torch::indexing;

#define TENSORS          \
  Tensors all = fresh(); \
  [[maybe_unused]] Tensor &x = all.x, &y = all.y, &i = all.i, &w = all.w

#define SHOW(...) run(#__VA_ARGS__, [&]() -> decltype(auto) { return __VA_ARGS__; })

int main() {
  WRITE(x[1] = w);
  WRITE(x[1] = 3);
  WRITE(x[1] = 2.5);
  WRITE(x[1][2] = 7);
  WRITE(x[1][2] = w[0]);
  WRITE(x.select(1, 0) = 0);
  WRITE(x.slice(0, 0, 2) = w);
  WRITE(x.slice(1, 0, 4, 2) = 1.5);
  WRITE(x.narrow(1, 1, 2) = torch::ones({3, 1}));
  WRITE(x.index({0}) = w);
  WRITE(x.index({Slice(), 1}) = 9);
  WRITE(x.index({Slice(1, None), Slice(None, None, 2)}) = torch::zeros({2}));
  WRITE(x.index({b}) = 1);
  WRITE(x.index({n}) = 0);
  WRITE(x.t() = x.t().contiguous() + 1);
  WRITE(x.view({-1}) = torch::arange(12));
  WRITE(x.view({2, 6})[0] = torch::arange(6).to(torch::kDouble));
  WRITE(x[0] = x[1]);
  WRITE(x[0] = x[2] + x[1]);
  WRITE(x[0] = true);
  WRITE(x[0] = torch::tensor(4));
  WRITE(x[0] = torch::ones({1, 4}));
  WRITE(x[0] = torch::ones({1, 1, 4}));
  WRITE(x[0] = torch::ones(3));
  WRITE(x[0] = torch::ones({2, 4}));
  WRITE(x.diagonal() = 0);
  WRITE(x.flatten() = 2);
  WRITE(x.detach() = 5);
  WRITE(x.data() = 6);
  WRITE(x + 1 = w);
  WRITE(x.unsqueeze(0) = 1);
  WRITE(x.squeeze() = w);
  WRITE(x.transpose(0, 1)[0] = 4);
  WRITE(x.unbind(0)[1] = w);
  WRITE(x.clone() = 1);
  WRITE(x[1] = Tensor(w));
  WRITE(Tensor v = x[1]; v = w);
  WRITE(auto v = x[1]; std::move(v) = w);
  WRITE(x = w);
  WRITE(x = x[0]);
  WRITE(x[0] += w);
  WRITE(x[0] -= 1);
  WRITE(x[0] *= 2);
  WRITE(x[1] /= w + 1);
  WRITE(x.slice(1, 0, 2) += 1);
  WRITE(x.index({Slice(), 0}) += 10);
  WRITE(x.index({b}) += 10);
  WRITE(x[0][0] += 1);
  WRITE(x.select(0, 1) *= z);
  WRITE((x[0] = w)[1] = 8);
  WRITE(x[0] = x[1] = 0);
  WRITE(for (auto& v : x.unbind()) v = w);
  WRITE(for (auto v : x.unbind()) v.fill_(1));
  WRITE(x.to(torch::kFloat)[0] = 1);
  WRITE(x.to(torch::kDouble)[0] = 1);
  WRITE(x.contiguous()[0] = 1);
  WRITE(x.reshape({-1})[0] = 9);
  WRITE(x.permute({1, 0}).reshape({-1})[0] = 9);
  WRITE(x[torch::tensor(1)] = 4);
  WRITE(x.as_strided({2}, {5}) = 1);
  WRITE(x.movedim(0, 1)[1] = 2);
  WRITE(x.unflatten(1, {2, 2}).select(1, 0) = 3);
  WRITE(std::get<0>(std::make_tuple(x)) = w);
  WRITE(x.set_requires_grad(true)[0] = 1);
  WRITE(x.slice(0) = Tensor());
  WRITE(x[5] = 1);
  WRITE(x.view_as(x)[2] = -1);
  // with gradients
  {
    TENSORS;
    w.requires_grad_();
    auto base = torch::zeros({3, 4});
    base[1] = w * 2;
    base.slice(0, 2, 3) = w * w;
    base[0][1] = 5;
    run("grad of assigned", [&] {
      (base * x).sum().backward();
      return w.grad();
    });
    SHOW(base);
    SHOW(base.requires_grad());
  }
  {
    TENSORS;
    x.requires_grad_();
    auto a = x * 2;
    a[1] = w;
    a.index({Slice(), 0}) = 0;
    run("grad of overwritten", [&] {
      (a * a).sum().backward();
      return x.grad();
    });
  }
  {
    TENSORS;
    x.requires_grad_();
    auto a = x * 2;
    a[1] += w;
    a[0] *= w;
    run("grad of compound", [&] {
      (a * a).sum().backward();
      return x.grad();
    });
  }
  {
    TENSORS;
    w.requires_grad_();
    auto a = torch::zeros({2, 4});
    {
      torch::NoGradGuard g;
      a[0] = w;
    }
    run("under no_grad", [&] { return a.requires_grad(); });
    a[1] = w;
    run("after", [&] {
      a.sum().backward();
      return w.grad();
    });
  }
  {
    TENSORS;
    x.requires_grad_();
    run("leaf", [&] {
      x[0] = 1;
      return x;
    });
    torch::NoGradGuard g;
    run("leaf quiet", [&] {
      x[0] = 1;
      return x;
    });
  }
  // grad_mode: views and in-place
  {
    TENSORS;
    x.requires_grad_();
    Tensor v, r, t, a, s, q, k, e, f;
    {
      torch::NoGradGuard g;
      v = x.view({4, 3});
      r = x.reshape({-1});
      t = x.t();
      a = x * 2;
      s = x[0];
      q = x.slice(0, 1);
      k = x.detach();
      e = x.permute({1, 0}).reshape({-1});
      f = x.contiguous();
    }
    SHOW(v.requires_grad());
    SHOW(r.requires_grad());
    SHOW(t.requires_grad());
    SHOW(a.requires_grad());
    SHOW(s.requires_grad());
    SHOW(q.requires_grad());
    SHOW(k.requires_grad());
    SHOW(e.requires_grad());
    SHOW(f.requires_grad());
    SHOW(v.is_leaf());
    SHOW(s.is_leaf());
    SHOW(v.grad_fn() == nullptr);
    SHOW(f.is_leaf());
    run("view of leaf, backward", [&] {
      v.sum().backward();
      return x.grad();
    });
    run("its own grad", [&] { return v.grad(); });
    run("in place on a view of a leaf made quietly", [&] {
      v.mul_(2);
      return v.requires_grad();
    });
    run("quiet in place", [&] {
      torch::NoGradGuard g;
      v.mul_(2);
      return v.requires_grad();
    });
    run("select in place", [&] {
      s.mul_(2);
      return s;
    });
  }
  {
    TENSORS;
    x.requires_grad_();
    auto a = x * 2;
    Tensor v;
    {
      torch::NoGradGuard g;
      v = a.view({-1});
    }
    SHOW(v.requires_grad());
    SHOW(v.is_leaf());
    run("backward through a view of a result made quietly", [&] {
      v.sum().backward();
      return x.grad();
    });
  }
  {
    TENSORS;
    w.requires_grad_();
    Tensor v = x.view({-1});
    run("write w into view", [&] {
      v.slice(0, 0, 4).copy_(w);
      return x.requires_grad();
    });
    SHOW(v.requires_grad());
    SHOW(x.is_leaf());
  }
  {
    TENSORS;
    w.requires_grad_();
    auto a = w * 1;
    {
      torch::NoGradGuard g;
      a.mul_(3);
    }
    run("quiet in place keeps the history", [&] {
      a.sum().backward();
      return w.grad();
    });
  }
  {
    TENSORS;
    x.requires_grad_();
    Tensor l;
    {
      torch::NoGradGuard g;
      l = x.unbind()[0];
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.split(2)[0];
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.chunk(2)[0];
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.expand({2, 3, 4});
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.clone();
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.index({Slice()});
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.diagonal();
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.squeeze();
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.to(torch::kFloat);
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.to(torch::kDouble);
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.flatten();
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.data();
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = torch::zeros({2}, torch::requires_grad());
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.view_as(x);
      l.requires_grad_(false);
    }
    SHOW(l.requires_grad());
    SHOW(x.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.as_strided({2}, {1});
    }
    SHOW(l.requires_grad());
    {
      torch::NoGradGuard g;
      l = x.unsqueeze(0);
      l.set_requires_grad(false);
    }
    SHOW(l.requires_grad());
  }
  {
    TENSORS;
    run("requires_grad_ on a view", [&] {
      auto v = x[0];
      v.requires_grad_();
      v.sum().backward();
      return v.grad();
    });
    SHOW(x.requires_grad());
  }
  {
    TENSORS;
    x.requires_grad_();
    run("detach_ on a view", [&] {
      auto v = x[0];
      v.detach_();
      return v.requires_grad();
    });
    run("detach_ on a result", [&] {
      auto v = x * 2;
      v.detach_();
      return v.requires_grad();
    });
    run("int requires_grad", [&] { return i.requires_grad_(); });
    run("tensor int requires",
        [&] { return torch::zeros({2}, torch::dtype(torch::kLong).requires_grad(true)); });
    run("full", [&] { return torch::full({2}, 1, torch::requires_grad()); });
  }
  {
    TENSORS;
    x.requires_grad_();
    run("detach then write", [&] {
      x.detach()[0] = 1;
      return x;
    });
    run("data then write", [&] {
      x.data().fill_(2);
      return x;
    });
    auto p = x * x;
    x.detach().fill_(7);
    run("detach tells the version", [&] {
      p.sum().backward();
      return x.grad();
    });
  }
  // backward arguments
  {
    TENSORS;
    x.requires_grad_();
    SHOW(x.sum().backward({}));
    SHOW((x * 2).backward(y));
    SHOW((x * 2).backward());
    SHOW(x.grad());
    SHOW((x * x).sum().backward({}, true));
    SHOW((x * x).sum().backward({}, false));
    SHOW(torch::autograd::grad({x.sum()}, {x}));
    SHOW(torch::autograd::grad({(x * x).sum()}, {x}, {}, true));
    SHOW(torch::autograd::grad({x * x}, {x}, {y}));
    SHOW(torch::autograd::grad({x.sum()}, {w}));
    SHOW(torch::autograd::backward({x.sum()}));
    SHOW(torch::autograd::backward({x * 2}, {y}));
    SHOW(torch::autograd::backward({x * 2}, {Tensor()}));
    SHOW(x.grad());
  }
}
