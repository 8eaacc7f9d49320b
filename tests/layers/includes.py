"""Every #include of the library points down: base -> kernels -> tensor -> autograd -> ops -> nn, optim, data, io,
tools -> distributed. Prints those that do not, and fails if there is one.

A header belongs to the folder it lies in, under src/ as under include/wengert/; of the files right under
include/wengert/, tensor.h belongs to tensor, and the others are tables of contents that nothing here may include.
"""
import pathlib
import re
import sys

ALLOWED = {
    "base": [],
    "kernels": ["base"],
    "tensor": ["base", "kernels"],
    "autograd": ["base", "kernels", "tensor"],
    "ops": ["base", "kernels", "tensor", "autograd"],
}
BELOW_OPS = [*ALLOWED, "ops"]
ALLOWED |= {
    "nn": BELOW_OPS,
    "optim": BELOW_OPS + ["nn"],
    "data": BELOW_OPS + ["nn", "optim"],
    "io": BELOW_OPS + ["nn", "optim", "data"],
    "tools": BELOW_OPS + ["nn", "optim", "data", "io"],
    "distributed": BELOW_OPS + ["nn", "optim", "data", "io", "tools"],
}


def layer(path):
    """The folder that a path as it is written in an #include belongs to; None for a table of contents."""
    parts = path.removeprefix("wengert/").split("/")
    if len(parts) == 1:
        return "tensor" if path == "wengert/tensor.h" else None
    return parts[0]


def main(root):
    wrong = []
    count = 0
    for folder in ("src", "include"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            own_path = file.relative_to(root / folder).as_posix()
            own = layer(own_path)
            if own is None or own == "torch_compat":
                continue
            for target in re.findall(r'#include "([^"]+)"', file.read_text()):
                count += 1
                other = layer(target)
                if other != own and other not in ALLOWED[own]:
                    wrong.append(f"{folder}/{own_path} ({own}) includes {target} ({other or 'a table of contents'})")
    print("\n".join(wrong))
    print(f"{count} includes, {len(wrong)} that do not point down")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
