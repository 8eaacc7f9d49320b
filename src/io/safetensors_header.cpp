// The parser is told of the JSON's pieces one by one and builds no tree: it stops at the first piece that
// does not belong, so that a hostile header can ask for no depth and no memory beyond its own length.
#include "io/safetensors_header.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tensor/check.h"

namespace wengert::io {
namespace {

using Json = nlohmann::json;

struct DtypeName {
  ScalarType dtype;
  const char* name;
};
constexpr DtypeName kDtypes[] = {{kFloat32, "F32"}, {kFloat64, "F64"}, {kInt64, "I64"}, {kBool, "BOOL"}};

/// The names of the header's JSON, and what may stand where.
class Reader : public nlohmann::json_sax<Json> {
 public:
  explicit Reader(const std::string& where) : where_(where) {}

  Header take() { return std::move(header_); }

  bool start_object(std::size_t) override {
    if (place_ == Place::start)
      place_ = Place::top;
    else if (place_ == Place::top && key_ == kMetadataName)
      place_ = Place::metadata;
    else if (place_ == Place::top)
      begin_tensor();
    else
      refuse("an object");
    return true;
  }

  bool end_object() override {
    if (place_ == Place::tensor) end_tensor();
    place_ = place_ == Place::top ? Place::end : Place::top;
    return true;
  }

  bool key(std::string& name) override {
    if (name.find('\0') != std::string::npos) fail("{}: a name in the header has a zero byte", where_);
    std::set<std::string>& seen = place_ == Place::top ? names_ : fields_;
    if (!seen.insert(name).second) fail("{}: {}\"{}\" stands twice in the header", where_, inside(), name);
    key_ = name;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == Place::tensor && key_ == "shape")
      place_ = Place::shape;
    else if (place_ == Place::tensor && key_ == "data_offsets")
      place_ = Place::offsets;
    else
      refuse("a list");
    return true;
  }

  bool end_array() override {
    place_ = Place::tensor;
    return true;
  }

  bool string(std::string& text) override {
    if (place_ == Place::metadata)
      header_.metadata[key_] = text;
    else if (place_ == Place::tensor && key_ == "dtype")
      header_.entries.back().dtype = dtype_named(text);
    else
      refuse("a string");
    return true;
  }

  bool number_unsigned(std::uint64_t number) override {
    if (place_ == Place::shape) {
      Shape& shape = header_.entries.back().shape;
      if (shape.size() == kMaxDims) fail("{}: {}more than {} dimensions", where_, inside(), kMaxDims);
      if (number > INT64_MAX) fail("{}: {}a size of {} is too large", where_, inside(), number);
      shape.push_back(std::int64_t(number));
    } else if (place_ == Place::offsets) {
      if (offsets_ == 2) fail("{}: {}data_offsets has more than two numbers", where_, inside());
      (offsets_++ == 0 ? header_.entries.back().begin : header_.entries.back().end) = number;
    } else {
      refuse("a number");
    }
    return true;
  }

  bool null() override { refuse("null"); }
  bool boolean(bool) override { refuse("a boolean"); }
  bool number_integer(std::int64_t) override { refuse("a negative number"); }
  bool number_float(double, const std::string& text) override { refuse(("the number " + text).c_str()); }
  bool binary(binary_t&) override { refuse("binary data"); }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    fail("{}: the header is not JSON: something is wrong at its byte {}", where_, position);
  }

 private:
  enum class Place { start, top, metadata, tensor, shape, offsets, end };

  void begin_tensor() {
    if (key_.empty()) fail("{}: a tensor's name is empty", where_);
    place_ = Place::tensor;
    header_.entries.emplace_back().name = key_;
    fields_.clear();
    offsets_ = 0;
  }

  void end_tensor() {
    for (const char* field : {"dtype", "shape", "data_offsets"})
      if (!fields_.contains(field)) fail("{}: {}{} is missing", where_, inside(), field);
    if (offsets_ != 2) fail("{}: {}data_offsets wants two numbers, has {}", where_, inside(), offsets_);
  }

  ScalarType dtype_named(const std::string& text) const {
    for (const DtypeName& known : kDtypes)
      if (text == known.name) return known.dtype;
    fail("{}: {}element type \"{}\" is unknown here; known are F32, F64, I64 and BOOL", where_, inside(),
         text);
  }

  std::string inside() const {
    return place_ == Place::top || header_.entries.empty()
               ? ""
               : "tensor \"" + header_.entries.back().name + "\": ";
  }

  [[noreturn]] void refuse(const char* what) const {
    fail("{}: the header has {} where none belongs (after \"{}\")", where_, what, key_);
  }

  const std::string& where_;
  Header header_;
  Place place_ = Place::start;
  std::string key_;
  std::set<std::string> names_, fields_;
  int offsets_ = 0;
};

/// The bytes of a tensor. Throws Error when an int64 can't count them.
std::uint64_t bytes_of(const Entry& entry, const std::string& where) {
  std::int64_t bytes = size_of(entry.dtype);
  bool none = false;
  for (std::int64_t size : entry.shape) {
    none |= size == 0;
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(size, 1), &bytes))
      fail("{}: tensor \"{}\" has shape {}, which is too large", where, entry.name, entry.shape);
  }
  return none ? 0 : std::uint64_t(bytes);
}

void check_offsets(const std::vector<Entry>& entries, std::uint64_t data_bytes, const std::string& where) {
  std::vector<const Entry*> order;
  for (const Entry& entry : entries) {
    if (entry.begin > entry.end || entry.end > data_bytes)
      fail("{}: tensor \"{}\" has offsets {} to {}, but there are {} bytes of data", where, entry.name,
           entry.begin, entry.end, data_bytes);
    if (const std::uint64_t bytes = bytes_of(entry, where); bytes != entry.end - entry.begin)
      fail("{}: tensor \"{}\" of {}{} has {} bytes, but offsets {} to {}", where, entry.name, entry.dtype,
           entry.shape, bytes, entry.begin, entry.end);
    order.push_back(&entry);
  }
  std::sort(order.begin(), order.end(), [](const Entry* a, const Entry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::uint64_t end = 0;
  for (const Entry* entry : order) {
    if (entry->begin != end)
      fail("{}: tensor \"{}\" begins at byte {}, {} the end of the one before it at {}", where, entry->name,
           entry->begin, entry->begin < end ? "inside, before" : "after a gap from", end);
    end = entry->end;
  }
  if (end != data_bytes)
    fail("{}: the tensors end at byte {}, but there are {} bytes of data", where, end, data_bytes);
}

std::string quoted(const std::string& text, const char* op) {
  if (text.find('\0') != std::string::npos) fail("{}: a name has a zero byte in it", op);
  try {
    return Json(text).dump();
  } catch (const Json::exception&) {
    fail("{}: a name or a metadata string is not UTF-8", op);
  }
}

}  // namespace

Header parse_header(const std::string& json, std::uint64_t data_bytes, const std::string& where) {
  if (json.find('\0') != std::string::npos) fail("{}: the header has a zero byte in it", where);
  Reader reader(where);
  Json::sax_parse(json, &reader);
  Header header = reader.take();
  check_offsets(header.entries, data_bytes, where);
  return header;
}

std::string format_header(const Header& header, const char* op) {
  std::string text = "{";
  if (!header.metadata.empty()) {
    text += fmt::format("\"{}\":{{", kMetadataName);
    for (const auto& [key, value] : header.metadata) {
      if (text.back() != '{') text += ',';
      text += quoted(key, op) + ':' + quoted(value, op);
    }
    text += '}';
  }
  for (const Entry& entry : header.entries) {
    if (entry.name.empty() || entry.name == kMetadataName)
      fail("{}: a tensor can't have the name \"{}\"", op, entry.name);
    const auto* type = std::find_if(std::begin(kDtypes), std::end(kDtypes),
                                    [&](const DtypeName& known) { return known.dtype == entry.dtype; });
    text += fmt::format("{}{}:{{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[{},{}]}}",
                        text.size() > 1 ? "," : "", quoted(entry.name, op), type->name,
                        to_string(entry.shape), entry.begin, entry.end);
  }
  text += '}';
  text.resize((text.size() + 7) / 8 * 8, ' ');
  if (text.size() > kMaxHeaderBytes) fail("{}: the header would have {} bytes", op, text.size());
  return text;
}

}  // namespace wengert::io
