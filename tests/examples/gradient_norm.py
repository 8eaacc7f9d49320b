"""The example gradient_norm: its figures, its chart, its files, and what it says to bad input.

usage: gradient_norm.py PROGRAM [unittest arguments]
"""
import csv
import math
import os
import subprocess
import sys
import tempfile
import unittest

program = sys.argv.pop(1)
SMALL = ["--no-jacobian", "--depth", "3", "--width", "4", "--batch", "4"]


def run(*args, **env):
    return subprocess.run([program, *args], capture_output=True, text=True, encoding="utf-8",
                          env={**os.environ, "NO_COLOR": "1", **env})


def table(text, title="norm"):
    """The lines below the first one that starts with title, as {first word: the other words}."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.split()[:1] == [title]:
            break
    rows = {}
    for line in lines:
        if not line.strip():
            break
        first, *rest = line.split()
        rows[first] = rest
    return rows


class Figures(unittest.TestCase):
    def test_seed_0(self):
        lines = run("--no-jacobian").stdout.splitlines()
        for line in ["none          7.865e-08   1.000e+00",
                     "LayerNorm     1.518e+00   1.930e+07",
                     "BatchNorm1d   5.782e+01   7.352e+08"]:
            self.assertIn(line, lines)
        self.assertEqual(table("\n".join(lines))["RMSNorm"][0], "1.497e+00")

    def test_readmes_show_them(self):
        text = run("--no-jacobian").stdout
        folder = os.path.join(os.path.dirname(__file__), "../../examples/gradient_norm")
        with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
            self.assertIn("```\n" + text[:text.index("Norm of")], file.read())
        with open(os.path.join(folder, "../../README.md"), encoding="utf-8") as file:
            top = file.read()
        for norm, values in table(text).items():
            ratio = "1" if norm == "none" else values[1]
            self.assertIn(f"| {norm} | {values[0]} | {ratio} |\n", top)

    def test_other_seeds_and_depths(self):
        # Printed by libtorch 1.13 for the same model: tests/programs/expected/p01_gradient_profile.txt.
        for seed, norm, expected in [("1", "none", 2.951e-08), ("1", "batch", 4.670e+01), ("2024", "layer", 6.963e-01)]:
            rows = table(run("--no-jacobian", "--norms", norm, "--seed", seed).stdout)
            self.assertAlmostEqual(float(list(rows.values())[0][0]) / expected, 1, delta=1e-3)
        rows = table(run("--depth", "40", "--width", "48", "--batch", "16", "--seed", "7", "--no-jacobian").stdout)
        self.assertAlmostEqual(float(rows["none"][0]) / 5.885e-16, 1, delta=1e-3)
        self.assertAlmostEqual(float(rows["LayerNorm"][0]) / 6.606e-01, 1, delta=1e-3)

    def test_several_seeds(self):
        single = [float(table(run("--no-jacobian", "--norms", "none", "--seed", str(s)).stdout)["none"][0])
                  for s in (3, 4, 5)]
        row = table(run("--norms", "none", "--seed", "3", "--seeds", "3").stdout)["none"]
        mean, spread, low, high = float(row[0]), float(row[2]), float(row[3]), float(row[4])
        logs = [math.log10(v) for v in single]
        middle = sum(logs) / 3
        self.assertAlmostEqual(mean / 10 ** middle, 1, delta=2e-3)
        self.assertAlmostEqual(spread, 10 ** math.sqrt(sum((x - middle) ** 2 for x in logs) / 2), delta=0.01)
        self.assertEqual((low, high), (min(single), max(single)))

    def test_sweep(self):
        rows = table(run("--sweep-depth", "20,1,5").stdout, "depth")
        self.assertEqual(list(rows), ["1", "5", "20"])
        self.assertEqual(rows["20"][0], "7.865e-08")
        self.assertEqual(rows["20"][2], "5.782e+01")

    def test_what_float32_cannot_hold_is_named(self):
        rows = table(run("--no-jacobian", "--depth", "2000", "--width", "8", "--batch", "4").stdout)
        self.assertEqual(rows["none"], ["0.000e+00", "-", "(underflow)"])
        self.assertEqual(rows["BatchNorm1d"][1:], ["-", "(overflow)"])

    def test_kaiming_keeps_the_gradient(self):
        row = table(run("--no-jacobian", "--init", "kaiming").stdout)["none"]
        self.assertGreater(float(row[0]), 1e-2)

    def test_without_none_there_is_no_ratio(self):
        self.assertEqual(table(run(*SMALL, "--norms", "layer").stdout)["LayerNorm"][1], "-")

    def test_jacobians(self):
        # A plain layer is relu(W x + b): its largest singular value is below that of W, which for entries
        # uniform in +-1/8 is about 2 sqrt(64 / 192) = 1.15, and above the typical 1/sqrt(6) = 0.41.
        text = run().stdout
        typical = table(text[text.index("typical stretch"):], "layer")
        largest = table(text[text.index("largest stretch"):], "layer")
        for value in map(float, typical["none"][:-1]):
            self.assertAlmostEqual(value, 0.41, delta=0.06)
        for value in map(float, largest["none"][:-1]):
            self.assertTrue(0.85 < value < 1.15, value)
        # From libtorch's full Jacobian of the first two layers (2048 x 2048), by SVD.
        for norm, exact in ("none", [1.037, 1.027]), ("BatchNorm1d", [2.026, 3.563]):
            for value, want in zip(largest[norm], exact):
                self.assertAlmostEqual(float(value), want, delta=0.003)
        for norm, exact in ("none", [0.411, 0.413]), ("BatchNorm1d", [0.733, 1.266]):
            for value, want in zip(typical[norm], exact):
                self.assertAlmostEqual(float(value) / want, 1, delta=0.02)
        self.assertAlmostEqual(float(typical["LayerNorm"][-2]), 0.95, delta=0.1)


class Pictures(unittest.TestCase):
    def test_ascii(self):
        text = run("--no-jacobian", "--ascii", LC_ALL="C.UTF-8").stdout
        self.assertTrue(text.isascii())
        self.assertIn(" 1e-07 +", text)
        self.assertIn("o none        7.9e-08", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_unicode_by_the_locale(self):
        self.assertIn("┤", run(*SMALL, LC_ALL="C.UTF-8").stdout)
        self.assertTrue(run(*SMALL, LC_ALL="C").stdout.isascii())

    def test_lines_fit_the_terminal(self):
        for args in [], ["--depth", "1"], ["--depth", "100"], ["--seeds", "2"], ["--sweep-depth", "1,2,3,100"]:
            text = run("--width", "8", "--batch", "4", *args, LC_ALL="C.UTF-8").stdout
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_the_line_without_norm_falls(self):
        text = run("--no-jacobian", "--norms", "none", "--ascii").stdout
        columns = [line[8:].split()[0].rfind("o") + len(line[8:]) - len(line[8:].lstrip())
                   for line in text.splitlines() if line[7:8] in "|+" and "o" in line[8:58]]
        self.assertGreater(len(columns), 10)
        self.assertEqual(columns, sorted(columns))

    def test_extreme_sizes(self):
        for args in [["--width", "1", "--depth", "1", "--batch", "2"], ["--depth", "300", "--width", "4"],
                     ["--batch", "1", "--norms", "none,layer,rms"]]:
            result = run(*args, "--ascii")
            noise = "fewer than 4 values per channel" if "2" in args else ""
            self.assertEqual((result.returncode, bool(result.stderr)), (0, bool(noise)), args)
            self.assertIn(noise, result.stderr)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_csv(self):
        path = os.path.join(self.folder, "a file.csv")
        self.assertEqual(run("--norms", "none,batch", "--csv", path).returncode, 0)
        with open(path) as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 2 * 21)
        self.assertEqual([r["layer"] for r in rows[:21]], [str(l) for l in range(21)])
        self.assertEqual(f"{float(rows[0]['gradient_norm']):.3e}", "7.865e-08")
        self.assertEqual(rows[0]["jacobian_rms"], "")
        self.assertGreater(float(rows[1]["jacobian_largest"]), float(rows[1]["jacobian_rms"]))

    def test_plot(self):
        path = os.path.join(self.folder, "it's.svg")
        result = run(*SMALL, "--plot", path)
        if "there is no gnuplot" in result.stderr:
            self.skipTest("no gnuplot")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(path) as file:
            svg = file.read()
        self.assertIn("</svg>", svg)
        self.assertIn("LayerNorm", svg)

    def test_plot_without_gnuplot(self):
        path = os.path.join(self.folder, "x.svg")
        result = run(*SMALL, "--plot", path, PATH=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no gnuplot", result.stderr)
        self.assertFalse(os.path.exists(path))

    def test_bad_files(self):
        for args, message in [(["--csv", self.folder], "cannot be written"),
                              (["--csv", self.folder + "/none/x.csv"], "cannot be written"),
                              (["--csv", ""], "--csv"),
                              (["--plot", self.folder + "/x.pdf"], "ends in neither .svg nor .png"),
                              (["--plot", ""], "--plot")]:
            result = run(*args, *SMALL)
            self.assertEqual((result.returncode, result.stdout), (2, ""), args)
            self.assertIn(message, result.stderr)
        if os.path.exists("/dev/full"):
            result = run(*SMALL, "--csv", "/dev/full")
            self.assertEqual(result.returncode, 2)
            self.assertIn("to the end", result.stderr)


class BadInput(unittest.TestCase):
    def test_every_bad_option(self):
        huge = "9" * 30
        for args, message in [
                *[([option, value], "is no whole number")
                  for option in ("--depth", "--width", "--batch", "--seed", "--seeds", "--sweep-depth")
                  for value in ("nan", "inf", "ten", "1.5", "1e3", "0x10", " 3", "", "3x")],
                *[([option, value], "is not between")
                  for option in ("--depth", "--width", "--batch", "--seeds", "--sweep-depth")
                  for value in ("0", "-1", "1000000", huge, "-" + huge)],
                (["--seed", "-1"], "is not between 0 and 4294967295"),
                (["--seed", "4294967296"], "is not between"),
                (["--seed", huge], "is not between"),
                (["--seed", "4294967295", "--seeds", "2"], "above 4294967295"),
                (["--depth", "10000", "--width", "8192"], "together need more than"),
                (["--batch", "65536", "--sweep-depth", "1,100"], "together need more than"),
                (["--norms", "group"], "there is no 'group'; there are batch, layer, none, rms"),
                (["--norms", ""], "--norms"),
                (["--norms", "none,none"], "none is named twice"),
                (["--init", "zeros"], "there is no 'zeros'"),
                (["--batch", "1"], "BatchNorm1d needs at least 2 samples"),
                (["--sweep-depth", "1", "--depth", "2"], "--sweep-depth"),
                (["--depth"], "--depth"),
                (["--depth", "2", "--depth", "3"], "--depth"),
                (["--no-such-option"], "--no-such-option"),
                (["stray"], "stray")]:
            result = run(*args)
            self.assertEqual((result.returncode, result.stdout), (2, ""), args)
            self.assertIn(message, result.stderr, args)

    def test_help(self):
        result = run("--help")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("--sweep-depth", result.stdout)

    def test_leading_zeros_are_decimal(self):
        self.assertIn("depth 10,", run("--no-jacobian", "--depth", "010").stdout)


unittest.main()
