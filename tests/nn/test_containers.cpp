#include <doctest/doctest.h>

#include "wengert/wengert.h"

using namespace wengert;
using Names = std::vector<std::string>;

TEST_CASE("ModuleList") {
  nn::ModuleList list(nn::Linear(1, 2), nn::ReLU());
  list->push_back(nn::LinearImpl(2, 3));
  list->push_back(std::make_shared<nn::IdentityImpl>());
  CHECK(list->size() == 4);
  CHECK(list->named_parameters().keys() == Names{"0.weight", "0.bias", "2.weight", "2.bias"});
  CHECK(list->ptr<nn::LinearImpl>(2)->options.out_features() == 3);
  CHECK(list->ptr<nn::Linear>(2) == (*list)[2]);
  CHECK(list->at<nn::Linear>(0).options.out_features() == 2);
  std::size_t n = 0;
  for (const auto& m : *list) CHECK(m == list->ptr(n++));
  CHECK(n == 4);

  list->insert(1, nn::Linear(5, 6));
  CHECK(list->named_children().keys() == Names{"0", "1", "2", "3", "4"});
  CHECK(list->children()[1] == list->ptr(1));
  CHECK(list->children()[4] == list->ptr(4));
  CHECK(list->at<nn::Linear>(1).options.in_features() == 5);
  nn::ModuleList more;
  CHECK(more->is_empty());
  more->extend(*list);
  CHECK(more->size() == 5);

  CHECK_THROWS_WITH_AS(list->at<nn::ReLU>(0),
                       "ModuleList: the module at 0 is a wengert::nn::LinearImpl, not a wengert::nn::ReLU",
                       Error);
  CHECK_THROWS_AS(list->ptr(5), IndexError);
  CHECK_THROWS_AS(list->insert(7, nn::ReLU()), Error);
  CHECK_THROWS_AS(list->push_back(nn::Linear(nullptr)), Error);
  CHECK_THROWS_AS(list->push_back(list), Error);
  CHECK(list->size() == 5);
  CHECK(list->children().size() == 5);
}

TEST_CASE("ModuleDict") {
  nn::ModuleDict dict;
  dict->insert("fc", nn::Linear(1, 2));
  dict->insert("act", nn::ReLU());
  CHECK(dict->keys() == Names{"fc", "act"});
  CHECK(dict->named_parameters().keys() == Names{"fc.weight", "fc.bias"});
  CHECK(dict->at<nn::Linear>("fc").options.out_features() == 2);
  CHECK(dict->ptr<nn::ReLUImpl>("act") == (*dict)["act"]);
  auto replacement = std::make_shared<nn::LinearImpl>(3, 4);
  dict->update({{"fc", replacement}, {"id", std::make_shared<nn::IdentityImpl>()}});
  CHECK((*dict)["fc"] == replacement);
  CHECK(dict->size() == 3);
  CHECK_THROWS_AS(dict->update({{"new", replacement}, {"a.b", replacement}}), Error);
  CHECK(!dict->contains("new"));  // all or nothing
  CHECK(dict->pop("act") != nullptr);
  CHECK(dict->keys() == Names{"fc", "id"});
  CHECK_THROWS_AS(dict->pop("act"), Error);
  CHECK_THROWS_AS((*dict)["act"], Error);
  CHECK_THROWS_AS(dict->at<nn::ReLU>("fc"), Error);
  auto copy = std::dynamic_pointer_cast<nn::ModuleDictImpl>(dict->clone());
  CHECK(copy->keys() == dict->keys());
  CHECK((*copy)["fc"] != (*dict)["fc"]);
  dict->clear();
  CHECK(dict->empty());
}
