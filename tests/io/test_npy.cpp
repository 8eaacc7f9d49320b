#include <doctest/doctest.h>

#include <sstream>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

std::string npy(const std::string& header, const std::string& data, char version = 1) {
  const std::string length =
      version == 1 ? bytes_of(std::uint16_t(header.size())) : bytes_of(std::uint32_t(header.size()));
  return std::string("\x93NUMPY") + version + '\0' + length + header + data;
}

std::string header(const std::string& shape, const std::string& descr = "<f4",
                   const std::string& order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

Tensor read(const std::string& bytes) {
  std::istringstream in(bytes);
  return io::load_npy(in);
}

std::string refusal(const std::string& bytes) {
  return message([&] { read(bytes); });
}

}  // namespace

TEST_CASE("npy: what is written is read, of all types and shapes") {
  const Folder folder;
  for (const Tensor& x : {randn({3, 4}), randn({2, 1, 3}, kFloat64), tensor({1, -2, 3}), randn({5}) > 0,
                          full({}, 3.5), zeros({0, 3}), randn({3, 4}).t()}) {
    io::save_npy(x, folder / "x.npy");
    const Tensor y = io::load_npy(folder / "x.npy");
    CHECK(y.dtype() == x.dtype());
    CHECK(y.equal(x));
  }
}

TEST_CASE("npy: the bytes are those that NumPy writes") {
  std::ostringstream out;
  io::save_npy(tensor({1, 2, 3}), out);
  std::string text = "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }";
  text.resize(117, ' ');
  CHECK(out.str() ==
        npy(text + "\n", bytes_of(std::int64_t(1)) + bytes_of(std::int64_t(2)) + bytes_of(std::int64_t(3))));
}

TEST_CASE("npy: column-major order, version 2, and other spellings of the header") {
  std::string data;
  for (int i = 0; i < 6; ++i) data += bytes_of(float(i));
  const Tensor c = read(npy(header("(2, 3)"), data));
  CHECK(list(c) == Values{0, 1, 2, 3, 4, 5});
  const Tensor f = read(npy(header("(2, 3)", "<f4", "True"), data));
  CHECK(f.sizes() == IntArrayRef({2, 3}));
  CHECK(f.is_contiguous());
  CHECK(list(f) == Values{0, 2, 4, 1, 3, 5});
  CHECK(list(read(npy(header("(6,)", "<f4", "True"), data, 2))) == Values{0, 1, 2, 3, 4, 5});
  CHECK(read(npy("{\"shape\":(1,2,3),'fortran_order':False,\"descr\":'<f4'}", data)).sizes() ==
        IntArrayRef({1, 2, 3}));
}

TEST_CASE("npy: damaged and hostile files") {
  const std::string good = npy(header("(2,)"), std::string(8, '\0'));
  CHECK(refusal(good) == "");
  for (std::size_t n = 0; n < good.size(); ++n) CHECK(refusal(good.substr(0, n)) != "");
  CHECK(has(refusal(""), "empty"));
  CHECK(has(refusal(good + "x"), "has 8 bytes, but the file has 9"));
  CHECK(has(refusal("PK\3\4" + good), "no .npy file"));
  CHECK(has(refusal(npy(header("(2,)"), "", 3)), "version 3.0"));
  CHECK(has(refusal(npy(header("(2,)", ">f4"), std::string(8, '\0'))), "'>f4' is unknown"));
  CHECK(has(refusal(npy(header("(2,)", "|O"), std::string(8, '\0'))), "'|O' is unknown"));
  CHECK(has(refusal(npy(header("(1152921504606846976,)"), "")), "but the file has 0"));
  CHECK(has(refusal(npy(header("(4294967296, 4294967296)"), "")), "too large"));
  CHECK(has(refusal(npy(header("(4294967296, 4294967296, 0)"), "")), "too large"));
  CHECK(has(refusal(npy(header("(99999999999999999999,)"), "")), "too large"));
  CHECK(has(refusal(npy(header("(1, 1, 1, 1, 1, 1, 1, 1, 1)"), std::string(4, '\0'))), "8 dimensions"));
  CHECK(has(refusal(npy(header("(-1,)"), "")), "wants a number"));
  CHECK(has(refusal(npy("{'descr': '<f4', 'shape': (), }", std::string(4, '\0'))), "lacks"));
  CHECK(has(refusal(npy("{'descr': '<f4', 'descr': '<f4', 'shape': (), }", "")), "twice"));
  CHECK(has(refusal(npy(header("()") + "more", std::string(4, '\0'))), "nothing more"));
  CHECK(has(refusal(npy(header("(1,)", "|b1"), "\2")), "a bool is stored as 2"));
  CHECK(has(refusal(npy("{'a': 1}", "")), "unknown entry 'a'"));
  std::string huge = good;
  huge[6] = 2;  // version 2: the length now takes two bytes of the header too
  CHECK(refusal(huge) != "");
  CHECK(has(message([] { io::save_npy(Tensor(), "/tmp/never"); }), "undefined"));
}
