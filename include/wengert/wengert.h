// All of wengert.
#pragma once
#include "wengert/autograd.h"
#include "wengert/data.h"
#include "wengert/io.h"
#include "wengert/nn.h"
#include "wengert/ops.h"
#include "wengert/optim.h"
