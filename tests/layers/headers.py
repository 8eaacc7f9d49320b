"""Every public header compiles alone, without a warning. Arguments: the compiler, the repository, a folder to write to.

Most headers begin with wengert/tensor.h. For them it is compiled once, ahead, so that the whole test takes a few dozen
seconds: a header that includes it itself does not notice. A last file includes all headers after the standard ones,
with function-like macros min and max defined, as <windows.h> does.
"""
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wpedantic", "-Werror"]
STANDARD = """any array atomic cmath concepts cstddef cstdint cstring functional initializer_list iosfwd iostream iterator
limits map memory mutex numeric optional ostream span sstream stdexcept string string_view tuple type_traits typeinfo
utility variant vector""".split()


def includes_tensor(header, include, seen):
    """Whether a header reaches wengert/tensor.h before anything that might need it."""
    for target in re.findall(r'#include ["<](wengert/[^">]+)[">]', (include / header).read_text()):
        if target == "wengert/tensor.h":
            return True
        if target not in seen:
            seen.add(target)
            if includes_tensor(target, include, seen):
                return True
    return False


def main(compiler, root, folder):
    include = pathlib.Path(root) / "include"
    folder = pathlib.Path(folder)
    command = [compiler, "-std=c++20", f"-I{include}", *WARNINGS]
    ahead = folder / "tensor_first.h"
    compiled = folder / "tensor_first.h.gch"
    folder.mkdir(parents=True, exist_ok=True)
    ahead.write_text("#include <wengert/tensor.h>\n")
    subprocess.run([*command, "-x", "c++-header", ahead, "-o", compiled], check=True)

    def compile_text(text, options):
        run = subprocess.run([*command, *options, "-fsyntax-only", "-x", "c++", "-"], input=text, text=True,
                             capture_output=True)
        return run.stderr if run.returncode else ""

    def compile_header(header):
        with_tensor = includes_tensor(header, include, set())
        options = ["-include", str(ahead)] if with_tensor else []
        return compile_text(f"#include <{header}>\n", options)

    headers = sorted(p.relative_to(include).as_posix() for p in include.rglob("*.h"))
    headers = [h for h in headers if "/torch_compat/" not in h]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(compile_header, headers))
    wrong = [f"<{header}> alone:\n{text}" for header, text in zip(headers, results) if text]
    macros = "#define min(a, b) a macro of the user\n#define max(a, b) a macro of the user\n"
    text = "".join(f"#include <{h}>\n" for h in STANDARD + ["fmt/format.h", "fmt/ostream.h"]) + macros
    error = compile_text(text + "".join(f"#include <{h}>\n" for h in headers), [])
    if error:
        wrong.append(f"all headers, with macros min and max:\n{error}")
    print("\n".join(wrong))
    print(f"{len(headers)} headers, {len(wrong)} of which do not compile")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
