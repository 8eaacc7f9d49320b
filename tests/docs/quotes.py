"""A chapter quotes a program and what it prints: both whole, or the parts of the program that stand between the
lines "// part" and "// end", and the parts of the output that empty lines divide.

usage: quotes.py CHAPTER.md SOURCE.cpp PROGRAM
"""
import re
import subprocess
import sys

chapter, source = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
output = subprocess.run([sys.argv[3]], capture_output=True, text=True, check=True).stdout
parts = re.findall(r"// part\n(.*?)// end\n", source, re.DOTALL)
quotes = [f"```cpp\n{code}```" for code in parts or [source]]
quotes += [f"```\n{text.strip()}\n```" for text in (output.split("\n\n") if parts else [output])]
missing = [quote for quote in quotes if quote not in chapter]
if missing:
    print(f"{sys.argv[1]} does not show, as it is now:", *missing, sep="\n")
sys.exit(1 if missing else 0)
