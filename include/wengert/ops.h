// All operations on tensors: where each of them is declared.
#pragma once

// Functions of one element
#include "wengert/ops/activation.h"
#include "wengert/ops/clamp.h"
#include "wengert/ops/unary.h"

// Arithmetic of two tensors, or a tensor and a number
#include "wengert/ops/addcmul.h"
#include "wengert/ops/arithmetic.h"
#include "wengert/ops/atan2.h"
#include "wengert/ops/division.h"
#include "wengert/ops/lerp.h"
#include "wengert/ops/maximum.h"
#include "wengert/ops/pow.h"

// Comparison and choice
#include "wengert/ops/bitwise.h"
#include "wengert/ops/comparison.h"
#include "wengert/ops/where.h"

// New tensors
#include "wengert/ops/arange.h"
#include "wengert/ops/clone.h"
#include "wengert/ops/creation.h"
#include "wengert/ops/eye.h"
#include "wengert/ops/fill.h"
#include "wengert/ops/from_blob.h"
#include "wengert/ops/tensor.h"

// Random tensors
#include "wengert/ops/bernoulli.h"
#include "wengert/ops/multinomial.h"
#include "wengert/ops/normal.h"
#include "wengert/ops/rand.h"

// Reductions
#include "wengert/ops/any.h"
#include "wengert/ops/cumsum.h"
#include "wengert/ops/logsumexp.h"
#include "wengert/ops/max.h"
#include "wengert/ops/median.h"
#include "wengert/ops/norm.h"
#include "wengert/ops/prod.h"
#include "wengert/ops/softmax.h"
#include "wengert/ops/sum.h"
#include "wengert/ops/var.h"

// The same elements in another shape
#include "wengert/ops/as_strided.h"
#include "wengert/ops/expand.h"
#include "wengert/ops/squeeze.h"
#include "wengert/ops/transpose.h"
#include "wengert/ops/view.h"

// Parts of a tensor
#include "wengert/ops/diagonal.h"
#include "wengert/ops/gather.h"
#include "wengert/ops/index.h"
#include "wengert/ops/index_select.h"
#include "wengert/ops/masked_select.h"
#include "wengert/ops/slice.h"
#include "wengert/ops/split.h"
#include "wengert/ops/take.h"
#include "wengert/ops/tril.h"

// Order and place
#include "wengert/ops/nonzero.h"
#include "wengert/ops/one_hot.h"
#include "wengert/ops/sort.h"

// Joining and rearranging
#include "wengert/ops/cat.h"
#include "wengert/ops/flip.h"
#include "wengert/ops/repeat.h"
#include "wengert/ops/roll.h"

// Matrix products
#include "wengert/ops/addmm.h"
#include "wengert/ops/linear.h"
#include "wengert/ops/matmul.h"

// Layers
#include "wengert/ops/avg_pool.h"
#include "wengert/ops/conv.h"
#include "wengert/ops/conv_transpose.h"
#include "wengert/ops/dropout.h"
#include "wengert/ops/embedding.h"
#include "wengert/ops/max_pool.h"
#include "wengert/ops/upsample.h"

// Normalisation
#include "wengert/ops/batch_norm.h"
#include "wengert/ops/group_norm.h"
#include "wengert/ops/instance_norm.h"
#include "wengert/ops/layer_norm.h"
#include "wengert/ops/rms_norm.h"

// Losses
#include "wengert/ops/binary_cross_entropy.h"
#include "wengert/ops/cross_entropy.h"
#include "wengert/ops/kl_div.h"
#include "wengert/ops/l1_loss.h"
#include "wengert/ops/loss_reduction.h"
#include "wengert/ops/mse_loss.h"
