"""mnist.py PROGRAM: makes small IDX files of ten noisy patterns of squares, has the program learn them for a few
epochs, wants 90 % right."""
import random, re, struct, subprocess, sys, tempfile

SIDE, SQUARE, EPOCHS = 28, 4, 4
rng = random.Random(0)


def pattern():
    squares = [[255 * (rng.random() < 0.4) for _ in range(SIDE // SQUARE)] for _ in range(SIDE // SQUARE)]
    return [squares[row // SQUARE][col // SQUARE] for row in range(SIDE) for col in range(SIDE)]


patterns = [pattern() for _ in range(10)]


def noisy(pixels):
    return bytes(rng.randrange(256) if rng.random() < 0.1 else pixel for pixel in pixels)


def write(folder, name, count):
    labels = bytes(i % 10 for i in range(count))
    images = b"".join(noisy(patterns[label]) for label in labels)
    with open(f"{folder}/{name}-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 2049, count) + labels)
    with open(f"{folder}/{name}-images-idx3-ubyte", "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, SIDE, SIDE) + images)


with tempfile.TemporaryDirectory() as folder:
    write(folder, "train", 1200)
    write(folder, "t10k", 200)
    output = subprocess.run([sys.argv[1], folder, str(EPOCHS)], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
print(output)
accuracies = [float(a) for a in re.findall(r"accuracy ([\d.]+)", output)]
sys.exit(len(accuracies) != EPOCHS or accuracies[-1] < 0.9)
