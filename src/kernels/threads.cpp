#include "wengert/base/threads.h"

#include "kernels/parallel.h"

namespace wengert {

void set_num_threads(int n) { kernels::set_num_threads(n); }
int get_num_threads() { return kernels::num_threads(); }

}  // namespace wengert
