"""A chapter quotes a program whole, and what it prints.

usage: quotes.py CHAPTER.md SOURCE.cpp PROGRAM
"""
import subprocess
import sys

chapter, source = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
output = subprocess.run([sys.argv[3]], capture_output=True, text=True, check=True).stdout
missing = [what for what, text in (("the program", f"```cpp\n{source}```"), ("its output", f"```\n{output}```"))
           if text not in chapter]
if missing:
    print(f"{sys.argv[1]} does not show {' or '.join(missing)} as it is now; the output is\n{output}")
sys.exit(1 if missing else 0)
