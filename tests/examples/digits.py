"""The example digits reads more than 96 % of the test digits, and a saved and loaded net reads one that it draws.

usage: digits.py PROGRAM [unittest arguments]
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

program = os.path.abspath(sys.argv.pop(1))
with tempfile.TemporaryDirectory() as current, tempfile.TemporaryDirectory() as temporary:
    output = subprocess.run([program], capture_output=True, text=True, check=True, cwd=current,
                            env={**os.environ, "TMPDIR": temporary}).stdout
    left, saved = os.listdir(current), os.listdir(temporary)
root = os.path.join(os.path.dirname(__file__), "../../examples/digits")


def read(name):
    with open(os.path.join(root, name)) as file:
        return file.read()


class Digits(unittest.TestCase):
    def test_accuracy(self):
        percent = [float(x) for x in re.findall(r"epoch \d+: (\d+\.\d) % of 359 test digits right", output)]
        self.assertEqual(len(percent), 3)
        self.assertGreater(percent[-1], 96)

    def test_saved(self):
        self.assertEqual(saved, ["digits.safetensors"])
        self.assertEqual(left, [])

    def test_drawing(self):
        lines = output.splitlines()[3:]
        self.assertEqual(len(lines), 5)
        for line in lines[:4]:
            self.assertRegex(line, "^[ ▄▀█]{8}$")
        self.assertIn("\n".join(lines), read("README.md"))

    def test_readme_shows_the_program(self):
        self.assertIn("```cpp\n" + read("main.cpp") + "```\n", read("README.md"))


unittest.main()
