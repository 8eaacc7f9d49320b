#include "wengert/nn/residual.h"

#include <ostream>

#include "tensor/check.h"
#include "wengert/ops/norm.h"

namespace wengert::nn {

const char* name_of(Placement placement) {
  switch (placement) {
    case Placement::pre:
      return "pre";
    case Placement::post:
      return "post";
    case Placement::branch:
      return "branch";
    default:
      return "none";
  }
}

Placement placement_of(const std::string& name) {
  for (Placement p : {Placement::pre, Placement::post, Placement::branch, Placement::none})
    if (name == name_of(p)) return p;
  fail("placement_of: '{}' is no placement, wants pre, post, branch or none", name);
}

ResidualImpl::ResidualImpl(AnyModule f) : sublayer(std::move(f)) {
  register_module("sublayer", sublayer.ptr());
}

ResidualImpl::ResidualImpl(Placement where, AnyModule n, AnyModule f)
    : placement(where), norm(std::move(n)), sublayer(std::move(f)) {
  if (placement == Placement::none) fail("Residual: placement none takes no norm");
  register_module("norm", norm.ptr());
  register_module("sublayer", sublayer.ptr());
}

std::shared_ptr<Module> ResidualImpl::clone(const optional<Device>& device) const {
  const detail::CloneScope scope(*this);
  auto copy = std::make_shared<ResidualImpl>(*this);
  copy->children_.clear();
  if (!norm.is_empty()) {
    copy->norm = norm.clone(device);
    copy->register_module("norm", copy->norm.ptr());
  }
  copy->sublayer = sublayer.clone(device);
  copy->register_module("sublayer", copy->sublayer.ptr());
  return copy;
}

void ResidualImpl::pretty_print(std::ostream& out) const {
  out << "Residual(placement=" << name_of(placement) << ')';
}

Tensor ResidualImpl::forward(const Tensor& x) {
  return residual(
      placement, x, [&](const Tensor& h) { return norm.forward(h); },
      [&](const Tensor& h) { return sublayer.forward(h); });
}

}  // namespace wengert::nn
