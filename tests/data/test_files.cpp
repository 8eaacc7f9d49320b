#include <doctest/doctest.h>

#include <sstream>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;
using namespace wengert::data;

namespace {

std::string big(std::uint32_t n) { return {char(n >> 24), char(n >> 16), char(n >> 8), char(n)}; }
std::string idx1(const std::string& labels) { return big(2049) + big(std::uint32_t(labels.size())) + labels; }
std::string idx3(std::uint32_t n, std::uint32_t rows, std::uint32_t cols, const std::string& pixels) {
  return big(2051) + big(n) + big(rows) + big(cols) + pixels;
}

std::string refusal(const std::string& bytes, std::int64_t dims) {
  return message([&] {
    std::istringstream in(bytes);
    read_idx(in, dims);
  });
}

const std::string blank_image = [] {
  std::string row;
  for (int i = 0; i < 64; ++i) row += "0,";
  return row;
}();

}  // namespace

TEST_CASE("MNIST: images from 0 to 1, labels, and both files of a mode") {
  const Folder folder;
  put(folder / "train-images-idx3-ubyte", idx3(2, 2, 3, std::string("\0\xff\x33\0\0\0\1\2\3\4\5\6", 12)));
  put(folder / "train-labels-idx1-ubyte", idx1("\7\2"));
  put(folder / "t10k-images-idx3-ubyte", idx3(1, 1, 1, "\xff"));
  put(folder / "t10k-labels-idx1-ubyte", idx1("\5"));
  datasets::MNIST train(folder.path());
  CHECK(train.is_train());
  CHECK(train.size() == optional<std::size_t>(2));
  CHECK(train.images().sizes() == IntArrayRef({2, 1, 2, 3}));
  CHECK(train.images().dtype() == kFloat32);
  CHECK(list(train.get(0).data)[1] == 1);
  CHECK(train.get(0).data[0][0][2].item<float>() == 51.0f / 255.0f);
  CHECK(list(train.targets()) == Values{7, 2});
  CHECK(train.get(1).target.dtype() == kInt64);
  CHECK(has(message([&] { train.get(2); }), "no example 2"));
  datasets::MNIST test(folder.path(), datasets::MNIST::Mode::kTest);
  CHECK_FALSE(test.is_train());
  CHECK(test.get(0).target.item<int>() == 5);

  put(folder / "train-labels-idx1-ubyte", idx1("\7\2\1"));
  CHECK(has(message([&] { datasets::MNIST{folder.path()}; }), "2 images in"));
  CHECK(has(message([&] { datasets::MNIST{folder.path()}; }), "3 labels in"));
  put(folder / "train-labels-idx1-ubyte", idx1("\7\x0a"));
  CHECK(has(message([&] { datasets::MNIST{folder.path()}; }), "label 1 in"));
  CHECK(has(message([&] { datasets::MNIST{folder / "nowhere"}; }), "No such file"));
}

TEST_CASE("IDX: damaged and hostile files") {
  const std::string good = idx3(2, 1, 2, "abcd");
  CHECK(refusal(good, 3) == "");
  for (std::size_t n = 0; n < good.size(); ++n) CHECK(refusal(good.substr(0, n), 3) != "");
  CHECK(has(refusal("", 1), "empty"));
  CHECK(has(refusal(good, 1), "magic number 2051, wants 2049"));
  CHECK(has(refusal(idx1("ab"), 3), "magic number 2049, wants 2051"));
  CHECK(has(refusal(std::string("\x1f\x8b\x08\0more", 8), 3), "magic number 529205248"));
  CHECK(has(refusal(good + "x", 3), "want 4 bytes, but the file has 5"));
  CHECK(has(refusal(idx3(2, 1, 2, "abc"), 3), "want 4 bytes, but the file has 3"));
  CHECK(has(refusal(idx3(~0u, ~0u, ~0u, "abcd"), 3), "too many"));
  CHECK(has(refusal(idx3(0, 9, 9, "abcd"), 3), "want 0 bytes"));
  CHECK(refusal(idx3(0, 28, 28, ""), 3) == "");
  CHECK(refusal(good, 0) != "");
  CHECK(refusal(good, 9) != "");
}

TEST_CASE("read_csv: numbers, spaces, empty lines, either end of line") {
  const Folder folder;
  put(folder / "x.csv", "1, -2.5,3e2\r\n\n 4,5,6");
  const Tensor x = read_csv(folder / "x.csv", 3);
  CHECK(x.sizes() == IntArrayRef({2, 3}));
  CHECK(list(x) == Values{1, -2.5, 300, 4, 5, 6});
  const auto why = [&](const std::string& text) {
    put(folder / "x.csv", text);
    return message([&] { read_csv(folder / "x.csv", 3); });
  };
  CHECK(has(why("1,2,3\n1,2\n"), "line 2: has 2 columns, wants 3"));
  CHECK(has(why("1,2,3\n\n1,2,3,4\n"), "line 3: has 4 columns, wants 3"));
  CHECK(has(why("1,,3"), "line 1: column 2 is '', wants a finite number"));
  CHECK(has(why("1,2x,3"), "column 2 is '2x'"));
  CHECK(has(why("1,nan,3"), "column 2 is 'nan'"));
  CHECK(has(why("1,1e999,3"), "column 2 is '1e999'"));
  CHECK(has(why(std::string("1,2\0,3", 6)), "column 2"));
  CHECK(has(why(""), "no lines"));
  CHECK(has(why("\n\n"), "no lines"));
  CHECK_THROWS_AS(read_csv(folder / "x.csv", 0), Error);
}

TEST_CASE("Digits: the file of the examples") {
  const datasets::Digits digits(std::string(WENGERT_SOURCE_DIR) + "/examples/data/digits.csv");
  CHECK(digits.size() == optional<std::size_t>(1797));
  CHECK(digits.images().sizes() == IntArrayRef({1797, 1, 8, 8}));
  CHECK(digits.images().max().item<double>() == 1);
  CHECK(digits.images().min().item<double>() == 0);
  CHECK(digits.images()[0][0][0][2].item<float>() == 5.0f / 16);
  CHECK(list(digits.targets().narrow(0, 0, 4)) == Values{0, 1, 2, 3});
  datasets::Digits part = digits.subset(tensor({3, 1}));
  CHECK(part.size() == optional<std::size_t>(2));
  CHECK(part.get(0).target.item<int>() == 3);
  CHECK(part.get(1).data.equal(digits.images()[1]));
}

TEST_CASE("Digits: damaged lines are named") {
  const Folder folder;
  const auto why = [&](const std::string& text) {
    put(folder / "x.csv", text);
    return message([&] { datasets::Digits{folder / "x.csv"}; });
  };
  CHECK(why(blank_image + "9\n") == "");
  CHECK(has(why(blank_image + "9\n" + blank_image + "10\n"),
            "line 2: the digit is 10, wants a whole number of 0 to 9"));
  CHECK(
      has(why("17" + blank_image.substr(1) + "1"), "line 1: pixel 0 is 17, wants a whole number of 0 to 16"));
  CHECK(has(why("0.5" + blank_image.substr(1) + "1"), "pixel 0 is 0.5"));
  CHECK(has(why("-1" + blank_image.substr(1) + "1"), "pixel 0 is -1"));
  CHECK(has(why(blank_image), "column 65 is ''"));
  CHECK(has(why(blank_image + "1,2"), "has 66 columns, wants 65"));
  CHECK(has(why("\n\n" + blank_image + "x"), "line 3: column 65 is 'x'"));
}
