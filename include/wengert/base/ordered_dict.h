// A dictionary that remembers the order in which its keys came.
#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "wengert/base/error.h"

namespace wengert {

/// Keys and values in the order of insertion, found by key or by position.
///
/// Errors: inserting a key that is there, and asking for a key or position that is not. References to values
/// hold until the next insertion or removal.
template <class Key, class Value>
class OrderedDict {
 public:
  class Item {
   public:
    Item(Key key, Value value) : pair_(std::move(key), std::move(value)) {}
    const Key& key() const { return pair_.first; }
    Value& value() { return pair_.second; }
    const Value& value() const { return pair_.second; }
    Value& operator*() { return value(); }
    const Value& operator*() const { return value(); }
    Value* operator->() { return &value(); }
    const Value* operator->() const { return &value(); }
    const std::pair<Key, Value>& pair() const { return pair_; }

   private:
    std::pair<Key, Value> pair_;
  };
  using Iterator = typename std::vector<Item>::iterator;
  using ConstIterator = typename std::vector<Item>::const_iterator;

  /// `key_description` is what error messages call a key.
  explicit OrderedDict(std::string key_description = "Key") : key_description_(std::move(key_description)) {}
  OrderedDict(std::initializer_list<Item> items) : OrderedDict() {
    for (const Item& item : items) insert(item.key(), item.value());
  }

  const std::string& key_description() const { return key_description_; }
  std::size_t size() const { return items_.size(); }
  bool is_empty() const { return items_.empty(); }
  bool contains(const Key& key) const { return place_.contains(key); }
  const std::vector<Item>& items() const { return items_; }
  std::vector<Key> keys() const {
    std::vector<Key> list;
    for (const Item& item : items_) list.push_back(item.key());
    return list;
  }
  std::vector<Value> values() const {
    std::vector<Value> list;
    for (const Item& item : items_) list.push_back(item.value());
    return list;
  }
  std::vector<std::pair<Key, Value>> pairs() const {
    std::vector<std::pair<Key, Value>> list;
    for (const Item& item : items_) list.push_back(item.pair());
    return list;
  }

  Iterator begin() { return items_.begin(); }
  Iterator end() { return items_.end(); }
  ConstIterator begin() const { return items_.begin(); }
  ConstIterator end() const { return items_.end(); }
  Item& front() { return at(0); }
  const Item& front() const { return at(0); }
  Item& back() { return at(size() - 1); }
  const Item& back() const { return at(size() - 1); }

  /// The value of a key, or null.
  Value* find(const Key& key) {
    auto it = place_.find(key);
    return it == place_.end() ? nullptr : &items_[it->second].value();
  }
  const Value* find(const Key& key) const { return const_cast<OrderedDict*>(this)->find(key); }
  Value& operator[](const Key& key) {
    if (Value* value = find(key)) return *value;
    throw Error(key_description_ + " '" + text(key) + "' is not defined");
  }
  const Value& operator[](const Key& key) const { return const_cast<OrderedDict&>(*this)[key]; }
  Item& operator[](std::size_t index) { return at(index); }
  const Item& operator[](std::size_t index) const { return at(index); }

  Value& insert(Key key, Value value) {
    if (contains(key)) throw Error(key_description_ + " '" + text(key) + "' is already defined");
    items_.emplace_back(key, std::move(value));
    place_.emplace(std::move(key), items_.size() - 1);
    return items_.back().value();
  }
  void update(const OrderedDict& other) {
    for (const Item& item : other) insert(item.key(), item.value());
  }
  void erase(const Key& key) {
    (*this)[key];
    items_.erase(items_.begin() + std::ptrdiff_t(place_[key]));
    place_.clear();
    for (std::size_t i = 0; i < items_.size(); ++i) place_.emplace(items_[i].key(), i);
  }
  void clear() {
    items_.clear();
    place_.clear();
  }
  void reserve(std::size_t size) { items_.reserve(size); }

 private:
  Item& at(std::size_t index) {
    if (index < items_.size()) return items_[index];
    throw Error("OrderedDict: there is no item " + std::to_string(index) + " among " +
                std::to_string(items_.size()));
  }
  const Item& at(std::size_t index) const { return const_cast<OrderedDict*>(this)->at(index); }
  static std::string text(const Key& key) {
    if constexpr (std::is_arithmetic_v<Key>)
      return std::to_string(key);
    else
      return std::string(key);
  }

  std::string key_description_;
  std::vector<Item> items_;
  std::map<Key, std::size_t> place_;
};

}  // namespace wengert
