#!/usr/bin/env python3
"""Puts the norms' errors of two builds of norm_exactness side by side, as a Markdown table.

usage: exactness.py WENGERT LIBTORCH
"""
import subprocess
import sys


def run(program):
    out = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return {tuple(row[:2]): row[2:] for row in ([c.strip() for c in line.split("|")] for line in out.splitlines())}


def shown(number):
    return "overflows" if number == "inf" else "0" if float(number) == 0 else number


ours, theirs = run(sys.argv[1]), run(sys.argv[2])
print("| values | norm | y, wengert | y, libtorch | dx, wengert | dx, libtorch |\n|---|---|---|---|---|---|")
for (values, norm), (y, dx) in ours.items():
    other_y, other_dx = theirs[values, norm]
    print(f"| {values} | {norm} | {shown(y)} | {shown(other_y)} | {shown(dx)} | {shown(other_dx)} |")
