"""The example norm_gallery: its pictures, its statistics, its drawing, a short training, and bad input.

usage: norm_gallery.py PROGRAM [unittest arguments]
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

program = os.path.abspath(sys.argv.pop(1))
folder = os.path.join(os.path.dirname(__file__), "../../examples/norm_gallery")


def run(*args):
    return subprocess.run([program, *args], capture_output=True, text=True, encoding="utf-8", timeout=600)


def read(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def letters(text, title):
    """The letters below a title as [row][column]."""
    lines = text[text.index(title + ":"):].split("\n\n")[0].splitlines()[2:]
    return [line[11:].split() for line in lines]


class Gallery(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.still = run("--no-training").stdout

    def test_pictures(self):
        # 4 samples, 6 channels of 2 x 2 places: 8 lines of 12 letters.
        for title, same in [("BatchNorm2d", lambda n, c: c), ("LayerNorm", lambda n, c: n),
                            ("GroupNorm(3)", lambda n, c: (n, c // 2)), ("InstanceNorm2d", lambda n, c: (n, c))]:
            rows = letters(self.still, title)
            self.assertEqual([len(row) for row in rows], [12] * 8, title)
            sets = {}
            for y, row in enumerate(rows):
                for x, letter in enumerate(row):
                    sets.setdefault(letter, set()).add(same(y // 2, x // 2))
            self.assertTrue(all(len(s) == 1 for s in sets.values()), title)
            self.assertEqual(len(sets), len({same(n, c) for n in range(4) for c in range(6)}), title)

    def test_no_colours_in_a_pipe(self):
        self.assertNotIn("\033", self.still)

    def test_statistics(self):
        mean, variance = [{line[:14].strip(): [float(x) for x in line[14:].split()] for line in part.splitlines()[1:]}
                          for part in re.findall(r"^(?:mean|variance) of.*(?:\n.+)*", self.still, re.MULTILINE)]
        # Columns: least and greatest of the input, BatchNorm, LayerNorm, GroupNorm, InstanceNorm.
        for what, column in [("channel", 1), ("sample", 2), ("sample, group", 3), ("sample, chan.", 4)]:
            self.assertEqual(mean[what][2 * column:2 * column + 2], [0, 0], what)
            self.assertEqual(variance[what][2 * column:2 * column + 2], [1, 1], what)
            self.assertGreater(variance[what][1] - variance[what][0], 0.5, what)

    def test_readme_shows_them(self):
        self.assertIn(self.still, read("README.md"))

    def test_svg(self):
        with tempfile.TemporaryDirectory() as temporary:
            path = os.path.join(temporary, "a.svg")
            run("--no-training", "--svg", path)
            with open(path, encoding="utf-8") as file:
                drawing = file.read()
        self.assertEqual(drawing, read("norm_gallery.svg"))
        rects = [e for e in xml.etree.ElementTree.fromstring(drawing).iter() if e.tag.endswith("rect")]
        self.assertEqual(len(rects), 1 + 4 * 4 * 6 * 2 * 2)

    def test_training(self):
        result = run("--quick")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        table = result.stdout[result.stdout.index("Test accuracy"):]
        rows = {line[:15].strip(): re.findall(r"(\d+\.\d) \+-", line) for line in table.splitlines() if "+-" in line}
        self.assertEqual(list(rows), ["none", "BatchNorm2d", "calibrated", "GroupNorm", "LayerNorm", "InstanceNorm2d",
                                      "BatchNorm1d"])
        for title, values in rows.items():
            self.assertEqual(len(values), 2)
            if title != "none":
                self.assertGreater(float(values[0]), 50, title)

    def test_bad_input(self):
        for args, message in [(["--channels", "7"], "3 groups do not divide 7 channels"),
                              (["--samples", "16"], "letters for 52 planes"), (["--size", "1"], "no variance"),
                              (["--batches", "2,2"], "named twice"), (["--batches", "0"], "is not between"),
                              (["--rate", "0"], "is not above 0"), (["--quick", "--no-training"], "--no-training"),
                              (["--svg", "/none/x.svg"], "cannot be written"), (["stray"], "stray")]:
            result = run(*args)
            self.assertEqual((result.returncode, result.stdout), (2, ""), args)
            self.assertIn(message, result.stderr, args)


unittest.main()
