// All operations on tensors, by family.
#pragma once
#include "wengert/ops/activation.h"
#include "wengert/ops/arithmetic.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/joining.h"
#include "wengert/ops/linalg.h"
#include "wengert/ops/normalization.h"
#include "wengert/ops/pointwise.h"
#include "wengert/ops/random.h"
#include "wengert/ops/reduction.h"
#include "wengert/ops/softmax.h"
#include "wengert/ops/views.h"
