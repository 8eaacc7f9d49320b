// Opt-in: fmt::print("{}", x) for tensors, shapes and element types, where a program uses fmt.
#pragma once
#include <fmt/ostream.h>

#include "wengert/base/fmt.h"
#include "wengert/tensor.h"

/// As `<<` prints it. Takes no format specification.
template <>
struct fmt::formatter<wengert::Tensor> : fmt::ostream_formatter {};
