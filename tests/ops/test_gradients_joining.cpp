#include "support/gradient_table.h"

using namespace wengert;

namespace {

const bool rows = testing::add_gradients({
    {{"cat"},
     [](const TensorList& in) {
       return TensorList{cat({in[0], in[1], in[0]}, 1)};
     },
     {{{2, 3}, {2, 1}}, {{2, 0}, {2, 1}}}},
    {{"cat"},
     [](const TensorList& in) {
       return TensorList{stack({in[0], in[1]}, -1)};
     },
     {{{2, 3}, {2, 3}}}},
    {{"cat"},
     [](const TensorList& in) {
       return TensorList{hstack({in[0], in[1] * in[0]})};
     },
     {{{3}, {3}}}},
});

}  // namespace
