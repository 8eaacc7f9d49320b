#include <doctest/doctest.h>

#include <sstream>

#include "wengert/base/arg.h"

namespace {

using pair_t = std::pair<int, int>;

struct Options {
  explicit Options(int required) : required_(required) {}
  WENGERT_FIELDS((int, required), (double, rate, 0.5),
                 /// A default with a comma.
                 (pair_t, both, {1, 2}));
  int plain = 7;
};

}  // namespace

TEST_CASE("WENGERT_FIELDS gives setters, getters and a visit of every field in order") {
  Options o(3);
  CHECK(o.rate() == 0.5);
  CHECK(o.both() == pair_t(1, 2));
  CHECK(&o.rate(2).both({5, 6}) == &o);
  CHECK(o.plain == 7);

  std::ostringstream seen;
  const auto write = [&](const char* name, const auto& value) {
    if constexpr (requires { value.first; })
      seen << name << ' ' << value.first << value.second;
    else
      seen << name << ' ' << value << ", ";
  };
  Options::fields(std::as_const(o), write);
  CHECK(seen.str() == "required 3, rate 2, both 56");

  Options::fields(o, [](const char*, auto& value) { value = {}; });
  CHECK(o.required() == 0);
  CHECK(o.both() == pair_t());
}
