#include "support/gradient_table.h"

using namespace wengert;

namespace {

const bool rows = testing::add_gradients({
    {{"view"},
     [](const TensorList& in) {
       return TensorList{in[0].reshape({-1, 2})};
     },
     {{{2, 3, 2}}, {{0, 2}}}},
    {{"view"}, [](const TensorList& in) { return TensorList{in[0].squeeze().unsqueeze(-1)}; }, {{{2, 1, 3}}}},
    {{"permute"},
     [](const TensorList& in) {
       return TensorList{in[0].permute({2, 0, 1})};
     },
     {{{2, 3, 4}}}},
    {{"transpose"},
     [](const TensorList& in) { return TensorList{in[0].transpose(0, -1)}; },
     {{{2, 3}}, {{}}}},
    {{"expand"},
     [](const TensorList& in) {
       return TensorList{in[0].expand({2, 3, -1}) * in[0]};
     },
     {{{3, 4}}, {{1, 4}}, {{0}}}},
    {{"as_strided", "embed"},
     [](const TensorList& in) {
       return TensorList{(in[0] * 1).as_strided({2, 2}, {1, 2}, 1)};
     },
     {{{3, 2}}}},
    {{"slice"}, [](const TensorList& in) { return TensorList{in[0].slice(-1, 1, nullopt, 2)}; }, {{{2, 5}}}},
    {{"slice"}, [](const TensorList& in) { return TensorList{in[0].narrow(0, 1, 2)}; }, {{{3, 2}}}},
    {{"select"}, [](const TensorList& in) { return TensorList{in[0].select(1, -1)}; }, {{{2, 3}}, {{0, 2}}}},
    {{"select"}, [](const TensorList& in) { return TensorList{in[0][1].slice(1, 1).t()[0]}; }, {{{2, 3, 3}}}},
    {{"diagonal"}, [](const TensorList& in) { return TensorList{in[0].diagonal(1, 0, 2)}; }, {{{2, 3, 4}}}},
    {{"split"}, [](const TensorList& in) { return in[0].split(2, 1); }, {{{2, 5}}}},
    {{"split"},  // a piece that nobody uses
     [](const TensorList& in) {
       const TensorList p = in[0].split({1, 2, 2});
       return TensorList{p[0] * p[2]};
     },
     {{{5, 2}}}},
    {{"unbind"},
     [](const TensorList& in) {
       const TensorList p = in[0].unbind(1);
       return TensorList{p[0] * p[2]};
     },
     {{{2, 3}}}},
    {{"expand"},
     [](const TensorList& in) {
       return TensorList{in[0].repeat({2, 1, 3})};
     },
     {{{2, 2}}}},
    {{"flip"},
     [](const TensorList& in) {
       return TensorList{in[0].flip({0, 2})};
     },
     {{{2, 3, 2}}, {{0, 1, 1}}}},
    {{"cat"},
     [](const TensorList& in) {
       return TensorList{in[0].roll({1, -1}, {0, 1})};
     },
     {{{3, 2}}}},
    // In place: through a view, and the tensor's own shape.
    {{"clear", "copy_"},
     [](const TensorList& in) {
       const Tensor y = in[0] * 1;
       y.select(0, 1).copy_(in[1]);
       y.slice(1, 1).mul_(in[1].slice(0, 1));
       return TensorList{y};
     },
     {{{2, 3}, {3}}}},
    {{"transpose"},
     [](const TensorList& in) {
       const Tensor y = in[0] * 1;
       y.t_().unsqueeze_(0);
       return TensorList{y * in[1]};
     },
     {{{2, 3}, {3, 2}}}},
    {{"fill_"},
     [](const TensorList& in) {
       const Tensor y = in[0] * 1;
       y[0].fill_(in[1]);
       y[1].fill_(3).add_(in[0][0]);
       return TensorList{y};
     },
     {{{3, 2}, {}}}},
    {{"clone"}, [](const TensorList& in) { return TensorList{in[0].clone()}; }, {{{2, 3}}, {{}}}},
    {{"contiguous"}, [](const TensorList& in) { return TensorList{in[0].t().contiguous()}; }, {{{2, 3}}}},
    {{"to"}, [](const TensorList& in) { return TensorList{in[0].to(kFloat64)}; }, {{{2, 3}}}},
});

}  // namespace
