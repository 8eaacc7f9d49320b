// save and load: libtorch's names, for tensors, modules, optimisers and schedules.
//
// The file is safetensors, not libtorch's zip archive: neither framework reads the other's `torch::save`, but
// Python reads these files by `safetensors.torch.load_file`, and a state_dict saved there is read here.
//
//     save(net, "net.safetensors");      load(net, "net.safetensors");
//     save(opt, "opt.safetensors");      load(opt, "opt.safetensors");
//
// Loading an optimiser brings back its options too, the learning rate among them (libtorch's loads the state
// alone, and leaves the options as they are).
//
// To a path, files are written atomically (at every moment there is the old file or the new one). In place of
// the path there may be a stream, which is read to its end.
#pragma once
#include <concepts>
#include <memory>
#include <string>
#include <vector>

#include "wengert/io/state_dict.h"
#include "wengert/nn/holder.h"

namespace wengert {

namespace io {
/// Optimisers and schedules: what can say its state as tensors by name.
template <class T>
concept HasState = requires(T& x, const T& same, const TensorMap& dict) {
  { same.state_dict() } -> std::convertible_to<TensorMap>;
  x.load_state_dict(dict);
};

template <class T>
concept Target =
    std::convertible_to<T, std::string> || std::derived_from<std::remove_cvref_t<T>, std::ostream>;
template <class T>
concept Origin =
    std::convertible_to<T, std::string> || std::derived_from<std::remove_cvref_t<T>, std::istream>;
}  // namespace io

// Saving. Errors are write_safetensors'.

template <io::Target To>
void save(const TensorMap& tensors, To&& to) {
  io::write_safetensors(tensors, to);
}
/// One tensor, under the name "tensor".
template <io::Target To>
void save(const Tensor& tensor, To&& to) {
  io::write_safetensors({{"tensor", tensor}}, to);
}
/// Under the names "0", "1", ...
template <io::Target To>
void save(const std::vector<Tensor>& tensors, To&& to) {
  TensorMap dict;
  for (std::size_t i = 0; i < tensors.size(); ++i) dict[std::to_string(i)] = tensors[i];
  io::write_safetensors(dict, to);
}
template <io::Target To>
void save(const nn::Module& module, To&& to) {
  io::write_safetensors(state_dict(module), to);
}
template <class M, io::Target To>
void save(const nn::ModuleHolder<M>& module, To&& to) {
  save(*module, to);
}
template <std::derived_from<nn::Module> M, io::Target To>
void save(const std::shared_ptr<M>& module, To&& to) {
  if (!module) throw Error("save: the module is null");
  save(*module, to);
}
template <io::HasState T, io::Target To>
void save(const T& x, To&& to) {
  io::write_safetensors(x.state_dict(), to);
}

// Loading. Beside read_safetensors' errors: a file that holds something else. Nothing changes then.

template <io::Origin From>
void load(TensorMap& tensors, From&& from) {
  tensors = io::read_safetensors(from).tensors;
}
/// The one tensor of a file. A defined tensor is made to look at it, so that its other handles see it too.
template <io::Origin From>
void load(Tensor& tensor, From&& from) {
  const TensorMap read = io::read_safetensors(from).tensors;
  if (read.size() != 1)
    throw Error("load: wants a file with one tensor, got one with " + std::to_string(read.size()));
  if (tensor.defined())
    tensor.set_data(read.begin()->second);
  else
    tensor = read.begin()->second;
}
/// Appends the tensors "0", "1", ... of a file.
template <io::Origin From>
void load(std::vector<Tensor>& tensors, From&& from) {
  const TensorMap read = io::read_safetensors(from).tensors;
  std::vector<Tensor> all = tensors;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const auto found = read.find(std::to_string(i));
    if (found == read.end())
      throw Error("load: the file holds no list of tensors: it has no \"" + std::to_string(i) + "\"");
    all.push_back(found->second);
  }
  tensors = std::move(all);
}
/// See load_state_dict.
template <io::Origin From>
LoadReport load(nn::Module& module, From&& from, bool strict = true) {
  return load_state_dict(module, io::read_safetensors(from).tensors, strict);
}
template <class M, io::Origin From>
LoadReport load(nn::ModuleHolder<M>& module, From&& from, bool strict = true) {
  return load(static_cast<nn::Module&>(*module), from, strict);
}
template <std::derived_from<nn::Module> M, io::Origin From>
LoadReport load(const std::shared_ptr<M>& module, From&& from, bool strict = true) {
  if (!module) throw Error("load: the module is null");
  return load(static_cast<nn::Module&>(*module), from, strict);
}
template <io::HasState T, io::Origin From>
void load(T& x, From&& from) {
  x.load_state_dict(io::read_safetensors(from).tensors);
}
/// libtorch's third argument: the device to load to, which must be the CPU.
template <class T, io::Origin From>
void load(T& x, From&& from, Device device) {
  static_cast<void>(TensorOptions(device));
  load(x, from);
}

}  // namespace wengert
