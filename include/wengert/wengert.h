// All of wengert, and the standard headers that programs written for libtorch take for granted.
#pragma once
#include <cmath>
#include <iostream>

#include "wengert/autograd.h"
#include "wengert/base/allocator.h"
#include "wengert/base/threads.h"
#include "wengert/data.h"
#include "wengert/io.h"
#include "wengert/nn.h"
#include "wengert/ops.h"
#include "wengert/optim.h"
#include "wengert/tensor/print.h"
