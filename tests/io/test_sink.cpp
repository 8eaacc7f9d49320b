#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "io/files.h"
#include "io/sink.h"
#include "support/helpers.h"
#include "wengert/wengert.h"

using namespace wengert;
using namespace wengert::testing;

namespace {

void replace(const std::string& path, const std::string& text) {
  io::replace_file("test", path, [&](const io::Sink& sink) { sink(text.data(), text.size()); });
}

/// Saves tensors full of 1, 2, 3, ... to path for ever, and tells the pipe each number before it begins.
[[noreturn]] void save_for_ever(const std::string& path, int pipe) {
  for (std::int64_t n = 1;; ++n) {
    if (write(pipe, &n, sizeof n) != sizeof n) _exit(1);
    TensorMap tensors;
    for (const char* name : {"a", "b", "c"}) tensors[name] = full({100'000}, n);
    save(tensors, path);
  }
}

/// The number that the file is full of.
std::int64_t number_in(const std::string& path) {
  TensorMap tensors;
  load(tensors, path);
  CHECK(tensors.size() == 3);
  const std::int64_t n = tensors.at("a")[0].item<std::int64_t>();
  for (const auto& item : tensors) CHECK(item.second.equal(full({100'000}, n)));
  return n;
}

}  // namespace

TEST_CASE("a process that is killed while it saves leaves the old file or the new one") {
  const Folder folder;
  const std::string path = folder / "x";
  for (int round = 0; round < 50; ++round) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    std::filesystem::remove(path);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) save_for_ever(path, ends[1]);
    close(ends[1]);
    std::int64_t begun = 0, last = 0;
    while (begun < 2 && read(ends[0], &begun, sizeof begun) == sizeof begun) {
    }
    // Somewhere in the second or third save: later in each round.
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(round * 40);
    while (std::chrono::steady_clock::now() < until) {
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(ends[0], &last, sizeof last) == sizeof last) begun = last;
    close(ends[0]);
    const std::int64_t found = number_in(path);
    CHECK(found >= begun - 1);  // the one before was complete when the last began
    CHECK(found <= begun);
  }
  replace(path, "a later save");  // what the killed left is no hindrance
  CHECK(get(path) == "a later save");
}

TEST_CASE("replace_file: a writer that fails half-way leaves the old file and nothing beside it") {
  const Folder folder;
  replace(folder / "x", "old");
  CHECK_THROWS_AS(io::replace_file("test", folder / "x",
                                   [](const io::Sink& sink) {
                                     sink("half", 4);
                                     throw Error("no more");
                                   }),
                  Error);
  CHECK(get(folder / "x") == "old");
  CHECK(folder.count() == 1);
  replace(folder / "x", "new");
  CHECK(get(folder / "x") == "new");
}

TEST_CASE("replace_file: links stay links, modes stay, and only ordinary files are replaced") {
  const Folder folder;
  replace(folder / "x", "old");
  std::filesystem::permissions(folder / "x", std::filesystem::perms(0640));
  std::filesystem::create_symlink("x", folder / "link");
  replace(folder / "link", "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(get(folder / "x") == "new");
  CHECK(std::filesystem::status(folder / "x").permissions() == std::filesystem::perms(0640));
  CHECK(has(message([&] { replace(folder.path(), "x"); }), "not an ordinary file"));
  CHECK(has(message([&] { replace("/dev/null", "x"); }), "not an ordinary file"));
  CHECK(has(message([&] { replace(folder / "no/such/folder", "x"); }), "No such file"));
  CHECK(has(message([&] { replace("", "x"); }), "empty"));
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(has(message([&] { io::read_safetensors(folder / "pipe"); }), "not an ordinary file"));
  CHECK(has(message([&] { io::read_safetensors(folder / "absent"); }), "No such file"));
}

TEST_CASE("replace_file: of two at a time on one path both are whole, and the last stays") {
  const Folder folder;
  io::replace_file("test", folder / "x", [&](const io::Sink& sink) {
    replace(folder / "x", "second");
    CHECK(get(folder / "x") == "second");
    sink("first", 5);
  });
  CHECK(get(folder / "x") == "first");
  CHECK(folder.count() == 1);
}

TEST_CASE("replace_file: files of the user's with names like the temporary one stay") {
  const Folder folder;
  put(folder / "x.partial", "mine");
  for (int i = 0; i < 40; ++i)
    put(folder / ("x.partial-" + std::to_string(getpid()) + "-" + std::to_string(i)), "mine too");
  replace(folder / "x", "new");
  CHECK(get(folder / "x") == "new");
  CHECK(get(folder / "x.partial") == "mine");
  CHECK(get(folder / ("x.partial-" + std::to_string(getpid()) + "-39")) == "mine too");
  CHECK(folder.count() == 42);
}
