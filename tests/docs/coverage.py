"""The coverage table (docs/coverage.md) is true: what it calls covered is declared in the headers, what it calls not
covered is not, and every module of the headers has its row.

usage: coverage.py COVERAGE.md INCLUDE_FOLDER [unittest arguments]
"""
import glob
import os
import re
import sys
import unittest

chapter, include = sys.argv[1], sys.argv[2]
del sys.argv[1:3]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headers(folder):
    text = "\n".join(read(path) for path in sorted(glob.glob(os.path.join(include, "wengert", folder, "*.h"))))
    return re.sub(r"//.*", "", text)


def names(text):
    return re.findall(r"`(\w+)`", text)


# {heading: [(cells of a row)]}, without the rows of heads and lines.
tables, heading = {}, ""
for line in read(chapter).splitlines():
    if line.startswith("## "):
        heading = line[3:]
    elif line.startswith("| "):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] not in ("libtorch", "wengert", "family", "the program"):
            tables.setdefault(heading, []).append(cells)

nn, everything = headers("nn"), "\n".join(headers(f) for f in ("", "*", "*/*"))
modules = set(re.findall(r"^WENGERT_(?:LIBRARY_MODULE|LIBRARY_STATELESS|LAYER|LOSS)\((\w+)[,)]", nn, re.MULTILINE))
modules |= set(re.findall(r"^class (\w+) : public ModuleHolder<", nn, re.MULTILINE))
functions = set()
for block in re.findall(r"^namespace (?:wengert::nn::)?functional \{(.*?)^\}\s*$", nn, re.MULTILINE | re.DOTALL):
    functions |= set(re.findall(r"^(?:inline )?(?:Tensor|std::tuple<[^>]*>) (\w+)\(", block, re.MULTILINE))
    functions |= set(re.findall(r"^using wengert::(?:nn::)?(\w+);", block, re.MULTILINE))


class Coverage(unittest.TestCase):
    def check(self, heading, declared):
        for cells in tables[heading]:
            self.assertIn(cells[1], ("yes", "no"), cells)
            for name in names(cells[0]):
                self.assertEqual(name in declared, cells[1] == "yes", f"{name} under '{heading}'")

    def rows(self, *headings):
        return {name for heading in headings for cells in tables[heading] for name in names(cells[0])}

    def test_modules(self):
        self.assertGreater(len(modules), 40)
        self.check("Modules", modules)
        self.assertEqual(modules - self.rows("Modules", "Modules that libtorch's C++ frontend lacks"), set())

    def test_functions(self):
        self.assertGreater(len(functions), 30)
        self.check("Functions: `nn::functional`", functions)
        self.assertEqual(functions - self.rows("Functions: `nn::functional`") - self.beyond(), set())

    def test_optimisers_and_data(self):
        text = headers("optim") + headers("optim/*") + headers("data")
        declared = set(re.findall(r"\b(?:class|struct|using) (\w+)", text)) | set(re.findall(r"\b(\w+)\(", text))
        for heading in "Optimisers", "Data":
            self.check(heading, declared)

    def test_operations(self):
        for cells in tables["Tensor operations"]:
            for name in names(cells[1]):
                self.assertRegex(everything, rf"\b{name}\)?\(", cells[0])

    def beyond(self):
        """What is named in the paragraphs about what libtorch lacks, and in those about whole namespaces."""
        paragraphs = re.findall(r"^(?:Beyond it|And functions on models|`nn::(?:init|utils|Module)`).*?\n\n",
                                read(chapter), re.MULTILINE | re.DOTALL)
        return {name for text in paragraphs for name in re.findall(r"`(?:\w+::)*(\w+)`", text.split("Not:")[0])}

    def test_beyond(self):
        self.assertGreater(len(self.beyond()), 40)
        for name in self.beyond():
            self.assertRegex(everything, rf"\b{name}\b")


unittest.main()
