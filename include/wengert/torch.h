// For programs written for libtorch: its names for what is here.
#pragma once
#include "wengert/wengert.h"

namespace torch = wengert;

namespace at {
using wengert::IntArrayRef;
using wengert::Scalar;
using wengert::ScalarType;
using wengert::Tensor;
using wengert::TensorList;
using wengert::TensorOptions;
}  // namespace at

namespace c10 {
using wengert::Error;
using wengert::IndexError;
using wengert::IntArrayRef;
using wengert::nullopt;
using wengert::optional;
using wengert::Scalar;
using wengert::ScalarType;
}  // namespace c10

#define TORCH_MODULE(Name) WENGERT_MODULE(Name)
#define TORCH_MODULE_IMPL(Name, ImplType) WENGERT_MODULE_IMPL(Name, ImplType)
#define TORCH_ARG(T, name) WENGERT_ARG(T, name)
