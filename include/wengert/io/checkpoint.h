// Checkpoint: all that a training run needs to go on with the same bits, in one file.
//
//     io::Checkpoint run;
//     run.add("model", net).add("optimizer", opt).add("schedule", cosine).add("generator");
//     run.save("run.safetensors");
//     ...
//     run.load("run.safetensors");   // in another process, after the same objects were made
#pragma once
#include <string>
#include <vector>

#include "wengert/base/generator.h"
#include "wengert/io/save.h"

namespace wengert {
namespace io {

/// The state of a stream of random numbers as an int64 tensor [632], and back.
/// Error on a tensor that is no such state.
Tensor generator_state(const Generator& generator);
void set_generator_state(Generator generator, const Tensor& state);

/// A list of parts, each with a name, that are saved and loaded together. The tensors of a part stand in the
/// file under "<part>.<name>". Parts are referred to, not copied: they must live as long as the checkpoint.
class Checkpoint {
 public:
  /// Errors: an empty name, one with a dot, one that is taken.
  Checkpoint& add(const std::string& name, nn::Module& module);
  template <class M>
  Checkpoint& add(const std::string& name, const nn::ModuleHolder<M>& module) {
    return add(name, static_cast<nn::Module&>(*module));
  }
  /// An optimiser or a schedule.
  template <HasState T>
  requires(!std::derived_from<T, nn::Module>) Checkpoint& add(const std::string& name, T& x) {
    return add_part(
        name, false, [&x] { return TensorMap(x.state_dict()); },
        [&x](const TensorMap& dict) { x.load_state_dict(dict); });
  }
  /// A stream of random numbers: the default one, unless another is given.
  Checkpoint& add(const std::string& name, Generator generator);
  Checkpoint& add(const std::string& name) { return add(name, default_generator()); }
  /// Tensors of the caller's (a counter of steps, say), replaced by those of the file.
  Checkpoint& add(const std::string& name, TensorMap& tensors);

  TensorMap state_dict() const;
  /// Loads every part, strictly. Throws Error for missing and unexpected names and whatever a part refuses;
  /// all parts are then as they were.
  void load_state_dict(const TensorMap& dict);

  /// Atomically to a path, or to a stream.
  template <Target To>
  void save(To&& to) const {
    write_safetensors(state_dict(), to);
  }
  template <Origin From>
  void load(From&& from) {
    load_state_dict(read_safetensors(from).tensors);
  }
  /// One part alone, strictly; the others, and theirs in the file, stay. Error: no such part here or there.
  template <Origin From>
  void load_part(const std::string& name, From&& from) {
    load_part(name, read_safetensors(from).tensors);
  }

 private:
  struct Part {
    std::string name;
    bool shares;  // get() gives the tensors themselves, not copies
    Callback<TensorMap()> get;
    Callback<void(const TensorMap&)> set;
  };
  Checkpoint& add_part(const std::string& name, bool shares, Callback<TensorMap()> get,
                       Callback<void(const TensorMap&)> set);
  void load_part(const std::string& name, const TensorMap& dict);

  std::vector<Part> parts_;
};

}  // namespace io

/// A stream of random numbers alone.
template <io::Target To>
void save(const Generator& generator, To&& to) {
  io::write_safetensors({{"generator", io::generator_state(generator)}}, to);
}
template <io::Origin From>
void load(Generator& generator, From&& from) {
  Tensor state;
  load(state, from);
  io::set_generator_state(generator, state);
}

}  // namespace wengert
