// Where a writer's bytes go: a stream, or a file that is replaced in one step.
#pragma once
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

namespace wengert::io {

using Sink = std::function<void(const void* bytes, std::size_t count)>;

/// Calls write with a sink into a new file beside `path`, which then takes the place of path: whoever opens
/// path, at any moment and after any crash, finds all of the old file or all of the new one.
/// Of several who save there at once the last stays. Throws Error, with the old file in place, when something
/// can't be written, when write throws, and when path is something else than an ordinary file.
void replace_file(const char* op, const std::string& path, const std::function<void(const Sink&)>& write);

/// Throws Error when the stream fails.
void write_stream(const char* op, std::ostream& out, const std::function<void(const Sink&)>& write);

}  // namespace wengert::io
