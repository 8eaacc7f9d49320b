"""exchange.py PROGRAM: a second reader and writer of safetensors, made from the format's description alone."""
import json, os, struct, subprocess, sys, tempfile

CODES = {"F32": "f", "F64": "d", "I64": "q", "BOOL": "?"}
EXPECTED = {
    "fc.weight": ("F32", [2, 3], [i / 4 for i in range(6)]),
    "double": ("F64", [3], [0.0, 1 / 3, 2 / 3]),
    "count": ("I64", [2], [-1, 1 << 40]),
    "mask": ("BOOL", [3], [True, False, True]),
    "scalar": ("F32", [], [2.5]),
    "empty": ("F32", [0, 4], []),
}


def read(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    assert header.pop("__metadata__") == {"format": "pt"}
    result = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        code, size = CODES[entry["dtype"]], struct.calcsize("<" + CODES[entry["dtype"]])
        assert begin % size == 0, f"{name} is not aligned"
        values = struct.unpack(f"<{(end - begin) // size}{code}", data[begin:end])
        result[name] = (entry["dtype"], entry["shape"], list(values))
    return result


def write(path, tensors):
    header, data = {"__metadata__": {"made by": "exchange.py"}}, b""
    for name, (dtype, shape, values) in tensors.items():
        begin = len(data)
        data += struct.pack(f"<{len(values)}{CODES[dtype]}", *values)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "x.safetensors")
    subprocess.run([sys.argv[1], "write", path], check=True)
    assert read(path) == EXPECTED, read(path)
    write(path, EXPECTED)
    subprocess.run([sys.argv[1], "read", path], check=True)
