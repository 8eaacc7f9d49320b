// What a program written for libtorch includes when it is built against wengert::torch_compat.
#pragma once
#include <wengert/torch.h>
