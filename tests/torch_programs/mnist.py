"""mnist.py PROGRAM: makes small IDX files of ten noisy patterns, runs the program on them, wants 95 % right."""
import random, re, struct, subprocess, sys, tempfile

SIDE = 28
rng = random.Random(0)
patterns = [[255 * (rng.random() < 0.2) for _ in range(SIDE * SIDE)] for _ in range(10)]


def noisy(pattern):
    return bytes(rng.randrange(256) if rng.random() < 0.3 else pixel for pixel in pattern)


def write(folder, name, count):
    labels = bytes(i % 10 for i in range(count))
    images = b"".join(noisy(patterns[label]) for label in labels)
    with open(f"{folder}/{name}-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 2049, count) + labels)
    with open(f"{folder}/{name}-images-idx3-ubyte", "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, SIDE, SIDE) + images)


with tempfile.TemporaryDirectory() as folder:
    write(folder, "train", 600)
    write(folder, "t10k", 200)
    output = subprocess.run([sys.argv[1], folder], check=True, text=True, stdout=subprocess.PIPE).stdout
print(output)
accuracies = [float(a) for a in re.findall(r"accuracy ([\d.]+)", output)]
sys.exit(len(accuracies) != 3 or accuracies[-1] < 0.95)
