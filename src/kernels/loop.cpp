#include "kernels/loop.h"

#include "kernels/parallel.h"

namespace wengert::kernels {
namespace {

/// Whether dimension a should lie inside b: the first operand that moves along both and differently decides,
/// which is the output if it can.
bool inside(const std::int64_t* a, const std::int64_t* b, int operands) {
  for (int k = 0; k < operands; ++k)
    if (a[k] != 0 && b[k] != 0 && a[k] != b[k]) return a[k] < b[k];
  return false;
}

/// Whether dimension b continues a (of this size) in every operand.
bool continues(const std::int64_t* a, std::int64_t size, const std::int64_t* b, int operands) {
  for (int k = 0; k < operands; ++k)
    if (b[k] != size * a[k]) return false;
  return true;
}

void move(const std::int64_t* from, std::int64_t* to, int operands) {
  for (int k = 0; k < operands; ++k) to[k] = from[k];
}

/// Elements [begin, end) of the box, counted with dimension 0 running fastest.
void walk(const Loop& loop, RunFunction f, void* const* data, const int* bytes, const double* params,
          std::int64_t begin, std::int64_t end) {
  std::int64_t index[kMaxDims];
  char* at[Loop::kMaxOperands];
  for (int k = 0; k < loop.operands; ++k) at[k] = static_cast<char*>(data[k]);
  std::int64_t rest = begin;
  for (int d = 0; d < loop.ndim; ++d) {
    index[d] = rest % loop.size[d];
    rest /= loop.size[d];
    for (int k = 0; k < loop.operands; ++k) at[k] += index[d] * loop.stride[d][k] * bytes[k];
  }
  while (begin < end) {
    const std::int64_t row = loop.size[0] - index[0];
    const std::int64_t n = row < end - begin ? row : end - begin;
    f(at, loop.stride[0], n, params);
    begin += n;
    if (begin == end) return;
    // The run reached the end of its row: back to the row's start, and on to the next one.
    for (int k = 0; k < loop.operands; ++k) at[k] -= index[0] * loop.stride[0][k] * bytes[k];
    index[0] = 0;
    for (int d = 1; d < loop.ndim; ++d) {
      for (int k = 0; k < loop.operands; ++k) at[k] += loop.stride[d][k] * bytes[k];
      if (++index[d] < loop.size[d]) break;
      for (int k = 0; k < loop.operands; ++k) at[k] -= loop.size[d] * loop.stride[d][k] * bytes[k];
      index[d] = 0;
    }
  }
}

}  // namespace

Loop::Loop(IntArrayRef sizes, std::initializer_list<IntArrayRef> strides) {
  operands = static_cast<int>(strides.size());
  numel = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    numel *= sizes[i];
    if (sizes[i] == 1) continue;
    std::int64_t now[kMaxOperands];
    int k = 0;
    for (const IntArrayRef& s : strides) now[k++] = s[i];
    int d = ndim++;
    for (; d > 0 && inside(now, stride[d - 1], operands); --d) {
      size[d] = size[d - 1];
      move(stride[d - 1], stride[d], operands);
    }
    size[d] = sizes[i];
    move(now, stride[d], operands);
  }
  if (numel == 0) ndim = 0;
  int last = 0;
  for (int d = 1; d < ndim; ++d) {
    if (continues(stride[last], size[last], stride[d], operands)) {
      size[last] *= size[d];
    } else if (++last != d) {
      size[last] = size[d];
      move(stride[d], stride[last], operands);
    }
  }
  if (ndim > 0) {
    ndim = last + 1;
  } else {  // one element, or none
    ndim = 1;
    size[0] = numel;
    for (int k = 0; k < operands; ++k) stride[0][k] = 1;
  }
}

void run(const Loop& loop, RunFunction f, void* const* data, const int* bytes, const double* params,
         std::int64_t grain) {
  parallel_for(loop.numel, grain,
               [&](std::int64_t begin, std::int64_t end) { walk(loop, f, data, bytes, params, begin, end); });
}

}  // namespace wengert::kernels
