#include "support/gradient_table.h"

using namespace wengert;
using namespace wengert::indexing;

namespace {

const bool rows = testing::add_gradients({
    {{"index_select", "index_select_backward"},
     [](const TensorList& in) {
       return TensorList{in[0].index_select(1, tensor({2, 0, 2}))};
     },
     {{{2, 3}}, {{0, 3}}, {{2, 3, 2}}}},
    {{"index_select"},
     [](const TensorList& in) {
       return TensorList{in[0].index({tensor({0, 1, 1}), Slice(), tensor({1, 0, 0})}),
                         in[0].index({Slice(), tensor({{0}, {1}}), tensor({-1, 0})})};
     },
     {{{2, 3, 2}}}},
    {{"index_select"},
     [](const TensorList& in) {
       return TensorList{in[0].masked_select(tensor({true, false, true}))};
     },
     {{{2, 3}}, {{3}}}},
    {{"index_add"},
     [](const TensorList& in) {
       return TensorList{in[0].index_add(0, tensor({2, 0, 2}), in[1], 3)};
     },
     {{{3, 2}, {3, 2}}}},
    {{"index_copy"},
     [](const TensorList& in) {
       return TensorList{index_copy(in[0], 1, tensor({2, 0}), in[1])};
     },
     {{{2, 3}, {2, 2}}}},
    {{"index_put_"},
     [](const TensorList& in) {
       const Tensor y = in[0] * 1;
       y.index_put_({tensor({0, 1}), Slice(), tensor({1, 0})}, in[1]);
       index_put_(y, {Slice(), tensor({0, 0})}, in[1].unsqueeze(1), true);
       return TensorList{y};
     },
     {{{2, 2, 2}, {2, 1}}}},
    {{"gather", "gather_backward"},
     [](const TensorList& in) {
       return TensorList{in[0].gather(1, tensor({{2, 2}, {0, 1}}))};
     },
     {{{2, 3}}, {{3, 3}}}},
    {{"scatter"},
     [](const TensorList& in) {
       return TensorList{in[0].scatter(1, tensor({{2, 1}, {0, 1}}), in[1])};
     },
     {{{2, 3}, {2, 2}}, {{3, 3}, {2, 4}}}},
    {{"scatter_add"},
     [](const TensorList& in) {
       return TensorList{in[0].scatter_add(1, tensor({{2, 2}, {0, 1}}), in[1])};
     },
     {{{2, 3}, {2, 2}}, {{3, 3}, {2, 4}}}},
    {{"tril"}, [](const TensorList& in) { return TensorList{in[0].tril(1)}; }, {{{3, 4}}, {{2, 3, 3}}}},
    {{"triu"}, [](const TensorList& in) { return TensorList{in[0].triu(-1)}; }, {{{4, 3}}, {{0, 3}}}},
    {{"gather"},
     [](const TensorList& in) {
       return TensorList{std::get<0>(in[0].sort(1, true)), std::get<0>(in[0].topk(2))};
     },
     {{{3, 4}}}},
});

}  // namespace
