#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "io/files.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

/// A file with this header, and so many bytes of zeros after it.
std::string file(const std::string& header, std::size_t data_bytes) {
  return bytes_of(std::uint64_t(header.size())) + header + std::string(data_bytes, '\0');
}

std::string tensor(const std::string& shape, std::size_t begin, std::size_t end,
                   const std::string& dtype = "F32") {
  return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":[)" + std::to_string(begin) +
         "," + std::to_string(end) + "]}";
}

io::Safetensors read(const std::string& bytes) {
  std::istringstream in(bytes);
  return io::read_safetensors(in);
}

/// Why the bytes are refused, read from a stream and from a file.
std::string refusal(const std::string& bytes) {
  const Folder folder;
  put(folder / "x", bytes);
  const std::string why = message([&] { read(bytes); });
  CHECK((message([&] { io::read_safetensors(folder / "x"); }) != "") == (why != ""));
  return why;
}

}  // namespace

TEST_CASE("safetensors: what is written is read, of all types and shapes") {
  const Folder folder;
  const TensorMap tensors{{"w", randn({3, 4})},
                          {"a.b", randn({2, 2, 2}, kFloat64)},
                          {"n", wengert::tensor({1, -2, 3})},
                          {"mask", randn({5}) > 0},
                          {"one", full({}, 3.5)},
                          {"none", zeros({0, 7})},
                          {"turned", randn({3, 5}).t()},
                          {"quote \" \\ \xc3\xa9", zeros({1})}};
  io::write_safetensors(tensors, folder / "x", {{"format", "pt"}, {"step", "12"}});
  const io::Safetensors back = io::read_safetensors(folder / "x");
  CHECK(back.metadata == io::Metadata{{"format", "pt"}, {"step", "12"}});
  REQUIRE(back.tensors.size() == tensors.size());
  for (const auto& item : tensors) {
    INFO(item.first);
    CHECK(back.tensors.at(item.first).dtype() == item.second.dtype());
    CHECK(back.tensors.at(item.first).equal(item.second));
  }
  CHECK(folder.count() == 1);
}

TEST_CASE("safetensors: the bytes are those of the format, wide elements first") {
  std::ostringstream out;
  io::write_safetensors({{"a", ones({1}) > 0}, {"b", full({2}, 1.5)}, {"c", wengert::tensor({7})}}, out, {});
  std::string header =
      R"({"c":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],)"
      R"("data_offsets":[8,16]},"a":{"dtype":"BOOL","shape":[1],"data_offsets":[16,17]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  CHECK(out.str() == bytes_of(std::uint64_t(header.size())) + header + bytes_of(std::int64_t(7)) +
                         bytes_of(1.5f) + bytes_of(1.5f) + "\1");
}

TEST_CASE("safetensors: NaN, infinities and the sign of zero keep their bits") {
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor x = zeros({4});
  x.data_ptr<float>()[0] = std::numeric_limits<float>::quiet_NaN();
  x.data_ptr<float>()[1] = inf;
  x.data_ptr<float>()[2] = -inf;
  x.data_ptr<float>()[3] = -0.0f;
  std::ostringstream out;
  io::write_safetensors({{"x", x}}, out);
  const Tensor y = read(out.str()).tensors.at("x");
  CHECK(std::memcmp(x.data_ptr(), y.data_ptr(), 16) == 0);
}

TEST_CASE("safetensors: no tensors at all is a file too") {
  std::ostringstream out;
  io::write_safetensors({}, out, {});
  CHECK(out.str() == file("{}      ", 0));
  CHECK(read(out.str()).tensors.empty());
}

TEST_CASE("safetensors: a good file by hand is read, a second spelling of a name too") {
  const auto back = read(file(R"({ "\u0061" : )" + tensor("[2,1]", 0, 8) + " }  ", 8));
  CHECK(back.tensors.at("a").sizes() == IntArrayRef({2, 1}));
}

TEST_CASE("safetensors: files that are too short, or say too much of themselves") {
  CHECK(has(refusal(""), "empty"));
  CHECK(has(refusal("1234567"), "ends early"));
  CHECK(has(refusal(bytes_of(std::uint64_t(9)) + "{}"), "header has 9 bytes, but the file has 10"));
  CHECK(has(refusal(bytes_of(~std::uint64_t(0)) + "{}"), "18446744073709551615"));
  CHECK(has(refusal(bytes_of(~std::uint64_t(0) - 7) + "{}"), "header has"));
  const std::string good = file(R"({"a":)" + tensor("[2]", 0, 8) + "}", 8);
  CHECK(refusal(good) == "");
  for (std::size_t n = 0; n < good.size(); ++n) CHECK(refusal(good.substr(0, n)) != "");
  CHECK(has(refusal(good + "x"), "there are 9 bytes of data"));
}

TEST_CASE("safetensors: headers that are no header") {
  const std::string t = tensor("[]", 0, 4);
  for (const std::string& header : {
           std::string(""),
           std::string("{"),
           std::string("[]"),
           std::string("null"),
           std::string("3"),
           std::string("{\"a\":3}"),
           std::string("{\"a\":[]}"),
           std::string("{\"a\":{}}"),
           std::string("{\"a\":\"F32\"}"),
           "{\"a\":" + t + "} {}",
           "{\"a\":" + t + ",}",
           "{\"\":" + t + "}",
           std::string("{\"a\":{\"dtype\":{},\"shape\":[],\"data_offsets\":[0,4]}}"),
           std::string("{\"__metadata__\":3}"),
           std::string("{\"__metadata__\":{\"a\":3}}"),
           std::string("{\"__metadata__\":{\"a\":{}}}"),
           std::string("{\"\xff\":") + t + "}",
           "{\"a\":" + tensor("[-1]", 0, 4) + "}",
           "{\"a\":" + tensor("[1.0]", 0, 4) + "}",
           "{\"a\":" + tensor("[[1]]", 0, 4) + "}",
           "{\"a\":" + tensor("[\"1\"]", 0, 4) + "}",
           "{\"a\":" + tensor("[null]", 0, 4) + "}",
           "{\"a\":" + tensor("[true]", 0, 4) + "}",
           "{\"a\":" + tensor("[18446744073709551616]", 0, 4) + "}",
           "{\"a\":" + tensor("[1,1,1,1,1,1,1,1,1]", 0, 4) + "}",
           std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})"),
           std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,4]}})"),
           std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})"),
           std::string(R"({"a":{"dtype":"F32","shape":[1]}})"),
           std::string(R"({"a":{"shape":[1],"data_offsets":[0,4]}})"),
           std::string(R"({"a":{"dtype":"F32","data_offsets":[0,4]}})"),
           std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1}})"),
       }) {
    INFO(header);
    CHECK(refusal(file(header, 4)) != "");
  }
}

TEST_CASE("safetensors: names that come twice, or hide a zero byte") {
  const std::string a = tensor("[1]", 0, 4), b = tensor("[1]", 4, 8);
  CHECK(has(refusal(file("{\"a\":" + a + ",\"a\":" + b + "}", 8)), "\"a\" stands twice"));
  CHECK(has(refusal(file("{\"a\":" + a + ",\"\\u0061\":" + b + "}", 8)), "\"a\" stands twice"));
  CHECK(has(refusal(file("{\"__metadata__\":{},\"__metadata__\":{}}", 0)), "stands twice"));
  CHECK(has(refusal(file("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", 0)), "stands twice"));
  CHECK(has(refusal(file(R"({"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4)),
            "\"dtype\" stands twice"));
  CHECK(has(refusal(file("{\"a\\u0000b\":" + a + "}", 4)), "zero byte"));
  CHECK(has(refusal(file("{\"a\":" + a + "}" + std::string(3, '\0'), 4)), "zero byte"));
}

TEST_CASE("safetensors: types, shapes and offsets that do not belong together") {
  const auto one = [](const std::string& t, std::size_t bytes) {
    return refusal(file("{\"a\":" + t + "}", bytes));
  };
  CHECK(has(one(tensor("[2]", 0, 4, "BF16"), 4), "\"BF16\" is unknown"));
  CHECK(has(one(tensor("[2]", 0, 4, "f32"), 4), "\"f32\" is unknown"));
  CHECK(has(one(tensor("[2]", 0, 4), 4), "float32[2] has 8 bytes, but offsets 0 to 4"));
  CHECK(has(one(tensor("[2]", 0, 8), 4), "there are 4 bytes of data"));
  CHECK(has(one(tensor("[2]", 8, 16), 16), "after a gap"));
  CHECK(has(one(tensor("[1152921504606846976]", 0, 4), 4), "has 4611686018427387904 bytes"));
  CHECK(has(one(tensor("[4294967296,4294967296]", 0, 4), 4), "too large"));
  CHECK(has(one(tensor("[4294967296,4294967296,0]", 0, 0), 0), "too large"));
  CHECK(has(one(tensor("[9223372036854775807]", 0, 4), 4), "too large"));
  CHECK(has(one(tensor("[9223372036854775808]", 0, 4), 4), "too large"));
  CHECK(has(one(R"({"dtype":"F32","shape":[1],"data_offsets":[18446744073709551612,0]})", 4), "offsets"));
  const std::string a = tensor("[2]", 0, 8), b = tensor("[2]", 4, 12), c = tensor("[2]", 12, 20);
  CHECK(has(refusal(file("{\"a\":" + a + ",\"b\":" + b + "}", 12)), "begins at byte 4, inside"));
  CHECK(has(refusal(file("{\"a\":" + a + ",\"b\":" + a + "}", 8)), "begins at byte 0, inside"));
  CHECK(has(refusal(file("{\"a\":" + a + ",\"b\":" + c + "}", 20)), "begins at byte 12, after a gap"));
  CHECK(has(refusal(file("{\"a\":" + tensor("[1]", 0, 1, "BOOL") + "}", 0) + "\2"), "a bool is stored as 2"));
}

TEST_CASE("safetensors: deep nesting is refused at its first step") {
  const std::string deep(1'000'000, '[');
  CHECK(has(refusal(file(deep, 0)), "a list where none belongs"));
  CHECK(has(refusal(file("{\"a\":" + deep, 0)), "a list where none belongs"));
  std::string objects = "{";
  for (int i = 0; i < 100'000; ++i) objects += "\"a\":{";
  CHECK(has(refusal(file(objects, 0)), "an object where none belongs"));
}

TEST_CASE("safetensors: what can't be written, and the old file stays") {
  const Folder folder;
  io::write_safetensors({{"x", ones({2})}}, folder / "x");
  const std::string before = get(folder / "x");
  const auto why = [&](const TensorMap& tensors) {
    return message([&] { io::write_safetensors(tensors, folder / "x"); });
  };
  CHECK(has(why({{"y", Tensor()}}), "\"y\" is an undefined tensor"));
  CHECK(has(why({{std::string("a\0b", 3), ones({1})}}), "zero byte"));
  CHECK(has(why({{"\xff", ones({1})}}), "UTF-8"));
  CHECK(has(why({{"", ones({1})}}), "can't have the name"));
  CHECK(has(why({{"__metadata__", ones({1})}}), "can't have the name"));
  CHECK(get(folder / "x") == before);
  CHECK(folder.count() == 1);
}
