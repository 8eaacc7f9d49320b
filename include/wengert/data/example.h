// One example: what goes into a model, and what should come out.
#pragma once
#include "wengert/tensor.h"

namespace wengert::data {

namespace example {
using NoTarget = void;
}

template <class Data = Tensor, class Target = Tensor>
struct Example {
  using DataType = Data;
  using TargetType = Target;

  Example() = default;
  Example(Data d, Target t) : data(std::move(d)), target(std::move(t)) {}

  Data data;
  Target target;
};

/// Without a target: stands for its data.
template <class Data>
struct Example<Data, example::NoTarget> {
  using DataType = Data;
  using TargetType = example::NoTarget;

  Example() = default;
  Example(Data d) : data(std::move(d)) {}
  operator Data&() { return data; }
  operator const Data&() const { return data; }

  Data data;
};

using TensorExample = Example<Tensor, example::NoTarget>;

}  // namespace wengert::data
