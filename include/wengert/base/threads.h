// How many threads the operations may use.
#pragma once

namespace wengert {

/// Lets loops over large tensors and large matrix products run on n threads (below 1 means 1). The default is
/// 1: small models gain nothing, and on a machine that others use as well, waiting threads cost more than
/// they bring. Results have the same bits for every n. OpenBLAS itself stays on one thread; with OpenMP's
/// OMP_WAIT_POLICY=passive idle threads sleep.
///
/// OpenMP's threads do not survive fork(): the child of a process that has used several stays on one, and says
/// so in a warning when n is greater. Fork before the first work on several threads, or exec() in the child.
void set_num_threads(int n);
int get_num_threads();

}  // namespace wengert
