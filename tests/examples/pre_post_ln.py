"""The example pre_post_ln: its tables, files, bad input, and that an interrupted run goes on to the same numbers.

usage: pre_post_ln.py PROGRAM [unittest arguments]
"""
import csv
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

program = os.path.abspath(sys.argv.pop(1))
SMALL = ["--depth", "2", "--width", "8", "--heads", "2", "--seeds", "1", "--batch", "8"]


def run(*args, cwd=None):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=300, cwd=cwd)


def read(path):
    with open(path) as file:
        return file.read()


class Experiment(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_tables_and_csv(self):
        path = os.path.join(self.folder, "a.csv")
        result = run(*SMALL, "--steps", "25", "--full", "--csv", path)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for text in "Encoder, trained", "MLP, at the start", "branch", "none":
            self.assertIn(text, result.stdout)
        with open(path) as file:
            rows = list(csv.DictReader(file))
        training = [r for r in rows if r["part"] == "training"]
        self.assertEqual(len(training), 2 * 4 * 2 * 25)
        self.assertEqual([r["layer_or_step"] for r in training[:25] if r["test_accuracy"]], ["20", "25"])
        self.assertEqual(run(*SMALL, "--tower", "encoder", "--norm", "batch", "--steps", "1").returncode, 0)
        start = [r for r in rows if r["part"] == "start"]
        self.assertEqual(len(start), 2 * 2 * 4 * (2 + 6 + 12 + 24 + 48))

    def test_interrupt_and_resume(self):
        files = [os.path.join(self.folder, name) for name in ("whole.csv", "parts.csv")]
        args = [*SMALL, "--tower", "mlp", "--norm", "batch", "--steps", "1000"]
        whole = run(*args, "--csv", files[0])
        again = subprocess.Popen([program, *args, "--csv", files[1]], cwd=self.folder, stderr=subprocess.PIPE)
        while not os.path.exists(files[1]):  # Ctrl-C is caught from before it is opened
            time.sleep(0.01)
        again.send_signal(signal.SIGINT)
        self.assertIn(b"--resume", again.communicate()[1])
        self.assertEqual(again.returncode, 130)
        other = run(*args, "--resume", "--rate", "0.5", cwd=self.folder)
        self.assertEqual(other.returncode, 2)
        self.assertIn("is not a checkpoint of these options", other.stderr)
        parts = run(*args, "--csv", files[1], "--resume", cwd=self.folder)
        self.assertEqual(parts.stdout, whole.stdout)
        self.assertEqual(*map(read, files))

    def test_bad_input(self):
        for args, message in [(["--tower", "cnn"], "there is no 'cnn'; there are encoder, mlp"),
                              (["--placement", "inside"], "there is no 'inside'"),
                              (["--placement", "pre,pre"], "pre is named twice"),
                              (["--full", "--placement", "pre"], "--placement"),
                              (["--depth", "0"], "is not between"), (["--depth", "ten"], "is no whole number"),
                              (["--rate", "nan"], "is not above 0"), (["--rate", "-1"], "is not above 0"),
                              (["--rate", "fast"], "is no number"),
                              (["--heads", "5"], "5 heads do not divide width 32"),
                              (["--depth", "500", "--width", "1024"], "too much memory"),
                              (["--norm", "batch", "--batch", "1"], "a --batch of at least 2"),
                              (["--optimizer", "lion"], "there is no 'lion'"),
                              (["--plot", "x.pdf"], "ends in neither .svg nor .png"),
                              (["--csv", "/none/x.csv"], "cannot be written"),
                              (["--resume", "--checkpoint", "/none/x"], "/none/x"), (["stray"], "stray")]:
            result = run(*args)
            self.assertEqual((result.returncode, result.stdout), (2, ""), args)
            self.assertIn(message, result.stderr, args)


unittest.main()
