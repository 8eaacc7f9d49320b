#include "wengert/base/scalar.h"

#include "base/fail.h"

namespace wengert {

void Scalar::fail_to_fit(double value, const char* type) { fail("Scalar: {} does not fit {}", value, type); }
void Scalar::fail_to_fit(std::int64_t value, const char* type) {
  fail("Scalar: {} does not fit {}", value, type);
}

}  // namespace wengert
