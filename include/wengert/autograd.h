// Automatic differentiation: a table of contents.
#pragma once
#include "wengert/autograd/backward.h"
#include "wengert/autograd/mode.h"
#include "wengert/autograd/node.h"
#include "wengert/tools/function.h"
#include "wengert/tools/gradcheck.h"
#include "wengert/tools/graph.h"
