// Everything for building models.
#pragma once
#include "wengert/nn/activation.h"
#include "wengert/nn/any.h"
#include "wengert/nn/batch_norm.h"
#include "wengert/nn/containers.h"
#include "wengert/nn/functional.h"
#include "wengert/nn/init.h"
#include "wengert/nn/linear.h"
#include "wengert/nn/module.h"
#include "wengert/nn/normalization.h"
#include "wengert/nn/report.h"
#include "wengert/nn/sequential.h"
#include "wengert/nn/utils.h"
