// Gradients of pooling and resizing for the table. Max pools get a ramp added, so that no two elements are
// near a tie.
#include "support/gradient_table.h"

using namespace wengert;

namespace {

/// x + 100 times its place in the order 0, 5, 10, ... modulo its size: far from ties, and not sorted.
Tensor apart(const Tensor& x) {
  Tensor ramp = zeros(x.sizes(), kFloat64);
  for (std::int64_t i = 0; i < x.numel(); ++i)
    ramp.data_ptr<double>()[i] = 100 * double(i * 5 % (x.numel() | 1));
  return x + ramp;
}

[[maybe_unused]] const bool rows = testing::add_gradients({
    {{"max_pool2d", "max_pool_backward"},
     [](const TensorList& v) { return TensorList{max_pool2d(apart(v[0]), 2)}; },
     {{{1, 2, 2, 4}}, {{1, 3, 4}}, {{0, 1, 2, 2}}}},
    {{"max_pool2d", "max_pool_backward"},  // windows that overlap, dilation, padding
     [](const TensorList& v) {
       return TensorList{max_pool2d(apart(v[0]), {2, 3}, {1, 2}, 1, {2, 1}, true)};
     },
     {{{1, 1, 4, 4}}}},
    {{"max_pool1d", "max_pool_backward"},
     [](const TensorList& v) { return TensorList{max_pool1d(apart(v[0]), 3, 2, 1)}; },
     {{{2, 1, 5}}, {{1, 4}}}},
    {{"avg_pool2d", "avg_pool2d_backward"},
     [](const TensorList& v) { return TensorList{avg_pool2d(v[0], 2)}; },
     {{{1, 2, 2, 4}}, {{1, 3, 3}}, {{0, 1, 2, 2}}}},
    {{"avg_pool2d", "avg_pool2d_backward"},
     [](const TensorList& v) {
       return TensorList{avg_pool2d(v[0], {3, 2}, 2, 1, true, false)};
     },
     {{{1, 1, 4, 3}}}},
    {{"avg_pool2d", "avg_pool2d_backward"},
     [](const TensorList& v) { return TensorList{avg_pool2d(v[0], 3, 1, 1, false, true, 5)}; },
     {{{1, 3, 3}}}},
    {{"avg_pool1d", "avg_pool1d_backward"},
     [](const TensorList& v) { return TensorList{avg_pool1d(v[0], 3, 2, 1)}; },
     {{{2, 1, 5}}}},
    {{"adaptive_avg_pool2d", "adaptive_avg_pool2d_backward"},
     [](const TensorList& v) {
       return TensorList{adaptive_avg_pool2d(v[0], {2, 3})};
     },
     {{{1, 1, 3, 4}}, {{1, 1, 1}}}},
    {{"adaptive_avg_pool1d", "adaptive_avg_pool1d_backward"},
     [](const TensorList& v) { return TensorList{adaptive_avg_pool1d(v[0], 2)}; },
     {{{1, 2, 3}}}},
    {{"upsample_nearest2d", "upsample_nearest2d_backward"},
     [](const TensorList& v) {
       return TensorList{upsample_nearest2d(v[0], {3, 4})};
     },
     {{{1, 1, 2, 3}}, {{0, 1, 2, 2}}}},
    {{"upsample_nearest1d", "upsample_nearest1d_backward"},
     [](const TensorList& v) { return TensorList{upsample_nearest1d(v[0], 5, 1.5)}; },
     {{{1, 2, 3}}}},
    {{"upsample_bilinear2d", "upsample_bilinear2d_backward"},
     [](const TensorList& v) {
       return TensorList{upsample_bilinear2d(v[0], {3, 4}, false), upsample_bilinear2d(v[0], {4, 1}, true)};
     },
     {{{1, 1, 2, 3}}, {{1, 1, 1, 1}}}},
    {{"upsample_linear1d", "upsample_linear1d_backward"},
     [](const TensorList& v) { return TensorList{upsample_linear1d(v[0], 5, false, 1.7)}; },
     {{{1, 2, 3}}}},
});

}  // namespace
