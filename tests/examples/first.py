"""The first program in the README is examples/first/main.cpp, and what it says about the output is so.

usage: first.py PROGRAM [unittest arguments]
"""
import os
import subprocess
import sys
import unittest

root = os.path.join(os.path.dirname(__file__), "../..")
output = subprocess.run([sys.argv.pop(1)], capture_output=True, text=True, check=True).stdout


def read(path):
    with open(os.path.join(root, path)) as file:
        return file.read()


class First(unittest.TestCase):
    def test_readme_shows_the_program(self):
        self.assertIn("```cpp\n" + read("examples/first/main.cpp") + "```\n", read("README.md"))

    def test_readme_shows_the_output(self):
        self.assertIn("```\n" + output + "```\n", read("README.md"))

    def test_it_learns_exclusive_or(self):
        self.assertEqual(output.split(), ["[[false],", "[", "true],", "[", "true],", "[false]]", "bool[4,", "1]"])


unittest.main()
