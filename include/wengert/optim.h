// Optimisers, and schedules for their learning rates. Of libtorch's optimisers LBFGS is not covered.
#pragma once
#include "wengert/optim/adagrad.h"
#include "wengert/optim/adam.h"
#include "wengert/optim/adamw.h"
#include "wengert/optim/no_decay.h"
#include "wengert/optim/rmsprop.h"
#include "wengert/optim/schedulers/cosine_annealing_lr.h"
#include "wengert/optim/schedulers/lambda_lr.h"
#include "wengert/optim/schedulers/linear_lr.h"
#include "wengert/optim/schedulers/reduce_lr_on_plateau.h"
#include "wengert/optim/schedulers/sequential_lr.h"
#include "wengert/optim/schedulers/step_lr.h"
#include "wengert/optim/sgd.h"
