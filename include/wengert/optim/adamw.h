// AdamW, which is Adam but for one line.
#pragma once
#include "wengert/optim/adam.h"
