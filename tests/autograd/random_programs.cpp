// Programs drawn at random, of views, writes in place, broadcasting, reductions, norms, masks and hooks: is the
// gradient that backward gives the one that differences give, and is the second derivative?
//
//   random_programs COUNT [FIRST]    programs FIRST, FIRST + 1, ...; prints those that are wrong
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "wengert/wengert.h"

using namespace wengert;

namespace {

/// Runs program number `seed` on x and w [3, 4]; its lines go to `text`, if there is one.
class Program {
 public:
  Program(unsigned seed, const Tensor& x, const Tensor& w, std::string* text)
      : draw_(seed), w_(w), text_(text) {
    live_.push_back(x * 1.5);
    live_.push_back(below(2) ? w * 0.5 : constant());
    if (below(3) == 0) live_.push_back((x * 2).t().contiguous());
    if (below(3) == 0) live_.push_back(constant().t());
  }

  Tensor loss() {
    for (unsigned i = 3 + below(8); i > 0; --i) {
      step();
      if (live_.size() > 8) live_.resize(8);
    }
    for (std::size_t i = 0; i < live_.size(); ++i) use(live_[i], 0.1 * double(i + 1));
    return loss_;
  }

 private:
  unsigned below(std::size_t n) { return unsigned(draw_() % n); }
  static Tensor constant() { return full({3, 4}, 0.75, kFloat64); }
  void use(const Tensor& t, double weight) { loss_ = loss_ + (t * t * weight).sum(); }

  void step() {
    const std::size_t at = below(live_.size());
    Tensor t = live_[at];
    const auto say = [&](const char* what) {
      if (text_) *text_ += "  " + std::string(what) + " " + std::to_string(at) + "\n";
    };
    const bool any = t.numel() > 0;
    const std::int64_t d = t.dim() > 0 ? below(std::size_t(t.dim())) : 0;
    switch (below(18)) {
      case 0:
        if (t.dim() == 0 || t.size(d) == 0) return;
        say("select");
        return live_.push_back(t.select(d, below(std::size_t(t.size(d)))));
      case 1:
        if (t.dim() == 0) return;
        say("slice");
        return live_.push_back(t.slice(d, below(2), nullopt, 1 + below(2)));
      case 2:
        if (t.dim() != 2) return;
        say("t");
        return live_.push_back(t.t());
      case 3:
        if (!t.is_contiguous()) return;
        say("view");
        return live_.push_back(t.view(-1));
      case 4:
        say("mul_ number");
        t.mul_(1.25);
        return;
      case 5:
        say("mul_ element of w");
        t.mul_(w_.select(0, 0).select(0, 1));
        return;
      case 6:
        if (t.dim() != 2) return;
        say("t_");
        t.t_();
        return;
      case 7:
        say("add_ square");
        t.add_(t.clone().square() * 0.1);
        return;
      case 8: {
        if (!t.is_contiguous()) return;
        say("view made without recording, mul_");
        Tensor v;
        {
          NoGradGuard quiet;
          v = t.view(-1);
        }
        v.mul_(w_.select(0, 1).select(0, 0));
        return live_.push_back(v);
      }
      case 9:
        say("use");
        return use(t.clone(), 0.3);
      case 10: {
        const Tensor& other = live_[below(live_.size())];
        if (!(other.sizes() == t.sizes())) return;
        say("copy_");
        t.copy_(other * 0.7);
        return;
      }
      case 11:
        if (t.dim() == 0) return;
        say("chunk");
        for (const Tensor& part : t.chunk(2, 0)) live_.push_back(part);
        return;
      case 12:
        if (t.dim() == 0) return;
        say("sub_ mean, which broadcasts");
        t.sub_(t.mean(d, true) * 0.5);
        return;
      case 13:
        if (t.dim() == 0 || t.size(-1) < 2) return;
        say("layer_norm");
        return live_.push_back(layer_norm(t.clone(), {t.size(-1)}, {}, {}, 0.1));
      case 14:
        if (!any) return;
        say("masked_fill_");
        t.masked_fill_(arange(t.numel()).view(t.sizes()).remainder(3) == 0, 0.25);
        return;
      case 15:
        if (t.dim() == 0) return;
        say("softmax");
        return live_.push_back(softmax(t, d).clone());
      case 16:
        if (!t.requires_grad()) return;
        say("hook");
        t.register_hook([](const Tensor& g) { return g * 1.0; });
        return;
      case 17:
        if (t.dim() == 0 || t.size(0) == 0) return;
        say("assign to a row");
        t[0] = w_[1].sum() * 0.2;
        return;
    }
  }

  std::mt19937 draw_;
  const Tensor& w_;
  std::string* text_;
  std::vector<Tensor> live_;
  Tensor loss_ = zeros({}, kFloat64);
};

bool near(double a, double b) { return std::abs(a - b) <= 1e-4 * (1 + std::abs(a) + std::abs(b)); }

/// f at p with its element i moved by -h and +h: the difference over 2 h.
template <class F>
double slope(const Tensor& p, std::int64_t i, F f) {
  constexpr double h = 1e-5;
  double& element = p.data_ptr<double>()[i];
  const double old = element;
  element = old + h;
  const double up = f();
  element = old - h;
  const double down = f();
  element = old;
  return (up - down) / (2 * h);
}

bool is_right(unsigned seed, std::string& text) {
  manual_seed(seed);
  const Tensor x = randn({3, 4}, kFloat64), w = randn({3, 4}, kFloat64);
  const auto leaves = [&] {
    return std::vector<Tensor>{x.clone().requires_grad_(), w.clone().requires_grad_()};
  };
  const auto value = [&] {
    NoGradGuard quiet;
    return Program(seed, x, w, nullptr).loss().item<double>();
  };
  // the derivative of the loss along the vector of all 0.1, and of that once more
  const auto along = [&](const std::vector<Tensor>& p) {
    const Tensor loss = Program(seed, p[0], p[1], nullptr).loss();
    const auto g = autograd::grad({loss}, p, {}, true, true, true);
    Tensor sum = zeros({}, kFloat64);
    for (const Tensor& part : g)
      if (part.defined()) sum = sum + (part * 0.1).sum();
    return sum;
  };

  const std::vector<Tensor> p = leaves();
  Program(seed, p[0], p[1], &text).loss().backward();
  std::vector<Tensor> second(2);
  const std::vector<Tensor> q = leaves();
  const bool twice = seed % 4 == 0;
  if (const Tensor a = twice ? along(q) : Tensor(); a.defined() && a.requires_grad())
    second = autograd::grad({a}, q, {}, nullopt, false, true);
  for (std::size_t k = 0; k < 2; ++k)
    for (std::int64_t i = std::int64_t(seed % 5); i < 12; i += 5) {
      const Tensor& moved = k == 0 ? x : w;
      const Tensor g = p[k].grad();
      if (!near(slope(moved, i, value), g.defined() ? g.data_ptr<double>()[i] : 0)) return false;
      if (!twice) continue;
      const double expected = slope(moved, i, [&] { return along(leaves()).item<double>(); });
      if (!near(expected, second[k].defined() ? second[k].contiguous().data_ptr<double>()[i] : 0))
        return false;
    }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned count = argc > 1 ? unsigned(std::atoi(argv[1])) : 1000;
  const unsigned first = argc > 2 ? unsigned(std::atoi(argv[2])) : 0;
  int wrong = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    std::string text;
    try {
      if (is_right(seed, text)) continue;
    } catch (const Error& e) {
      text += std::string("  ") + e.what() + "\n";
    }
    if (++wrong <= 5) std::printf("program %u:\n%s", seed, text.c_str());
  }
  std::printf("%u programs, %d wrong\n", count, wrong);
  return wrong == 0 ? 0 : 1;
}
