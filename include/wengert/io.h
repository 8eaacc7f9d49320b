// Reading and writing: checkpoints in safetensors, single tensors in .npy.
#pragma once
#include "wengert/io/checkpoint.h"
#include "wengert/io/npy.h"
#include "wengert/io/safetensors.h"
#include "wengert/io/save.h"
#include "wengert/io/state_dict.h"
