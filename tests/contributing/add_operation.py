"""The operation that CONTRIBUTING.md adds compiles, and passes its tests and its row of the gradient table.

usage: add_operation.py SOURCE_DIR COMPILER FOLDER_OF_WENGERT.PC OBJECT_OF_TESTS_MAIN...
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source, compiler, pkg_config_path, *objects = sys.argv[1:]
source = pathlib.Path(source)
objects = [name for name in objects if name.endswith(".o")]  # CMake counts the precompiled header among them
text = (source / "CONTRIBUTING.md").read_text()
blocks = re.findall(r"\*\*`([\w/.]+)`\*\*:\n\n```cpp\n(.*?)```\n", text, re.DOTALL)
assert [name for name, _ in blocks] == ["include/wengert/ops/logit.h", "src/ops/logit.cpp", "tests/ops/test_logit.cpp"]

with tempfile.TemporaryDirectory() as folder:
    tree = pathlib.Path(folder)
    for part in "include", "src", "tests/support", "tests/autograd":
        shutil.copytree(source / part, tree / part)
    for name, code in blocks:
        assert not (tree / name).exists(), name
        (tree / name).parent.mkdir(exist_ok=True, parents=True)
        (tree / name).write_text(code)
    library = subprocess.run(["pkg-config", "--libs", "wengert"], capture_output=True, text=True, check=True,
                             env={**os.environ, "PKG_CONFIG_PATH": pkg_config_path}).stdout.split()
    program = tree / "program"
    subprocess.run([compiler, "-std=c++20", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror",
                    f'-DWENGERT_SOURCE_DIR="{tree}"', "-Iinclude", "-Isrc", "-Itests", "src/ops/logit.cpp",
                    "tests/ops/test_logit.cpp", "tests/autograd/test_gradient_table.cpp", *objects, *library, "-lfmt",
                    "-o", program], cwd=tree, check=True)
    result = subprocess.run([program, "--test-case=logit*,every row*"], capture_output=True, text=True,
                            env={**os.environ, "LD_LIBRARY_PATH": str(pathlib.Path(pkg_config_path).parent)})
    print(result.stdout, result.stderr)
    assert result.returncode == 0 and re.search(r"test cases: +2 \| +2 passed", result.stdout)
