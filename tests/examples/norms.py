"""The example norms prints the figures that libtorch 1.13 gives for the same stream, and its README shows them.

usage: norms.py PROGRAM [unittest arguments]
"""
import os
import subprocess
import sys
import unittest

output = subprocess.run([sys.argv.pop(1)], capture_output=True, text=True, check=True).stdout
readme = os.path.join(os.path.dirname(__file__), "../../examples/norms/README.md")


class Norms(unittest.TestCase):
    def has(self, line):
        self.assertIn(line, [l.strip() for l in output.splitlines()])

    def test_batch_norm(self):
        self.has(" ".join(["-0.1328"] * 5))
        self.assertIn("training on a batch of one throws:\n     batch_norm: ", output)

    def test_layer_norm(self):
        self.has("alone against in a batch of 8, largest difference: 0")

    def test_rms_norm(self):
        self.has("input      mean +1.403  deviation 2.979")
        self.has("LayerNorm  mean +0.000  deviation 1.000")
        self.has("RMSNorm    mean +0.426  deviation 0.905")

    def test_gradient(self):
        self.has("none         |dL/dx| 7.865e-08")
        self.has("LayerNorm    |dL/dx| 1.518e+00")
        self.has("BatchNorm1d  |dL/dx| 5.782e+01")

    def test_readme_shows_the_output(self):
        with open(readme) as file:
            self.assertIn("```\n" + output + "```\n", file.read())


unittest.main()
