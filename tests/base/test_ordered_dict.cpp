#include "wengert/base/ordered_dict.h"

#include <doctest/doctest.h>

using wengert::Error;
using wengert::OrderedDict;

TEST_CASE("OrderedDict keeps the order of insertion") {
  OrderedDict<std::string, int> d("parameter");
  d.insert("z", 1);
  d.insert("a", 2);
  d.insert("m", 3);
  CHECK(d.keys() == std::vector<std::string>{"z", "a", "m"});
  CHECK(d.values() == std::vector<int>{1, 2, 3});
  CHECK(d.pairs()[1] == std::pair<std::string, int>{"a", 2});
  CHECK(d["m"] == 3);
  CHECK(d[1].key() == "a");
  CHECK(d[1].value() == 2);
  CHECK(*d.front() == 1);
  CHECK(d.back().key() == "m");
  CHECK(d.contains("z"));
  CHECK(!d.contains("y"));
  CHECK(d.find("y") == nullptr);
  CHECK(*d.find("a") == 2);

  d.erase("z");
  CHECK(d.keys() == std::vector<std::string>{"a", "m"});
  CHECK(d["m"] == 3);  // found at its new place
  d["m"] = 5;
  int sum = 0;
  for (const auto& item : d) sum += item.value();
  CHECK(sum == 7);
  d.clear();
  CHECK(d.is_empty());
}

TEST_CASE("OrderedDict says which key is wrong") {
  OrderedDict<std::string, int> d("parameter");
  d.insert("a", 1);
  CHECK_THROWS_WITH_AS(d.insert("a", 2), "parameter 'a' is already defined", Error);
  CHECK_THROWS_WITH_AS(d["b"], "parameter 'b' is not defined", Error);
  CHECK_THROWS_WITH_AS(d.erase("b"), "parameter 'b' is not defined", Error);
  CHECK_THROWS_WITH_AS(d[std::size_t(1)], "OrderedDict: there is no item 1 among 1", Error);
  CHECK(d["a"] == 1);
  OrderedDict<std::string, int> none;
  CHECK_THROWS_AS(none.front(), Error);
  CHECK_THROWS_AS(none.back(), Error);
}
