"""The example digits_cnn reads 98 % of the test digits; freezing, calibrating and folding do what it says.

usage: digits_cnn.py PROGRAM [unittest arguments]
"""
import os
import re
import subprocess
import sys
import unittest

program = sys.argv.pop(1)
output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
root = os.path.join(os.path.dirname(__file__), "../../examples/digits_cnn")


def read(name):
    with open(os.path.join(root, name)) as file:
        return file.read()


def percent(line):
    return float(re.search(re.escape(line) + r" ([\d.]+) %", output).group(1))


class DigitsCnn(unittest.TestCase):
    def test_accuracy(self):
        self.assertGreaterEqual(percent("epoch 10:"), 98)

    def test_frozen_statistics_stay(self):
        self.assertEqual(percent("the same with frozen statistics:"), percent("epoch 10:"))
        self.assertLess(percent("after 10 batches of inverted digits:"), percent("epoch 10:") - 5)

    def test_calibrated(self):
        self.assertGreaterEqual(percent("calibrated on the training digits:"), 97.5)

    def test_folded(self):
        self.assertEqual(percent("folded:"), percent("epoch 10:"))
        self.assertLess(float(re.search(r"differ by ([\d.e+-]+) at most", output).group(1)), 1e-4)
        for digits in "359", "  1":
            self.assertRegex(output, r"batch of " + digits + r": [\d.]+ ms, folded [\d.]+ ms, [\d.]+ times as fast")

    def test_readme_shows_the_program(self):
        self.assertIn("```cpp\n" + read("main.cpp") + "```\n", read("README.md"))


unittest.main()
