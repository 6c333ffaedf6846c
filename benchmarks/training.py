"""Training data of millions of words: how long counting it takes, and how much memory.

``python -m benchmarks.training`` makes a text of so many words (``--words``, 10,000,000 by default; seeded, with as
many types as real text of that size has, Zipf's law, most of them of one to four characters), a gold file and three
systems of ``--gold`` words, and measures, each in a process of its own and in turn:

- a plain ``Counter`` over the words of the text, split line by line: the least that Python can do;
- ``cwsdiag diagnose --json`` with the training text, here, and of ``--before FOLDER``, another checkout.

For each the median of ``--rounds`` is printed: wall time, processor time, peak memory; and whether the JSON of both
checkouts is the same. ``--text FILE`` takes a text that is there, such as a treebank's, in place of a made one.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent.parent
SYSTEMS = ("one", "two", "three")
# Types of a text grow with it: 1.4 million in a hundred million words.
_TYPES_AT, _TYPES, _GROWTH = 100_000_000, 1_450_000, 0.6
_FREQUENT = 2_000
_SENTENCE = 24
_AT_ONCE = 1_000_000
COUNTER = """
import sys
from collections import Counter
counts = Counter()
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        counts.update(line.split())
"""


def types(count: int, rng: np.random.Generator) -> list[str]:
    """Return different words; those that come first are shorter."""
    found: dict[str, None] = {}
    while len(found) < count:
        often = len(found) < _FREQUENT
        share = [0.6, 0.36, 0.03, 0.01, 0, 0, 0, 0] if often else [0.003, 0.45, 0.297, 0.16, 0.04, 0.03, 0.01, 0.01]
        lengths = rng.choice(np.arange(1, 9), size=_FREQUENT if often else count, p=share)
        # A few thousand characters are most of a text.
        codes = 0x4E00 + np.minimum(rng.zipf(1.25, size=int(lengths.sum())) * 7 % 20_000, 19_999)
        chars = "".join(map(chr, codes.tolist()))
        ends = np.cumsum(lengths)
        found |= dict.fromkeys(
            chars[end - size : end] for end, size in zip(ends.tolist(), lengths.tolist(), strict=True)
        )
    return list(found)[:count]


def write_text(path: Path, words: int, rng: np.random.Generator, known: list[str]) -> None:
    """Write a text of so many words over known types, by Zipf's law; one word in 30,000 is ten characters and more."""
    weights = 1 / np.arange(10, len(known) + 10)
    sums = np.cumsum(weights) / weights.sum()
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, words, _AT_ONCE):
            chosen = np.searchsorted(sums, rng.random(min(_AT_ONCE, words - start))).tolist()
            for first in range(0, len(chosen), _SENTENCE):
                file.write(" ".join([known[number] for number in chosen[first : first + _SENTENCE]]) + " 。\n")


def write_systems(folder: Path, gold: Path, rng: np.random.Generator) -> None:
    """Write predictions for gold: one boundary in twenty is moved."""
    for name in SYSTEMS:
        with (folder / f"{name}.txt").open("w", encoding="utf-8") as file:
            for line in gold.read_text(encoding="utf-8").splitlines():
                pieces = line.split()
                joined = rng.random(len(pieces)) < 0.05
                file.write("".join(w + ("" if j else " ") for w, j in zip(pieces, joined, strict=True)) + "\n")


def measured(command: list[str], folder: Path, output: Path) -> tuple[float, float, float]:
    """Run a command; return its wall and processor seconds, and its peak of memory in MB."""
    with output.open("wb") as out:
        before = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, cwd=folder)
        status, used = wait(process)
        wall = time.perf_counter() - before
    if status:
        raise SystemExit(f"{command[:4]} ended with {status}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def wait(process: subprocess.Popen[bytes]) -> tuple[int, resource.struct_rusage]:
    """Wait for a process; return how it ended, and what it alone used."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used


def diagnose(folder: Path, text: Path) -> list[str]:
    """Return the command that is measured, for the systems of a folder."""
    systems = [part for name in SYSTEMS for part in ("--system", f"{name}={folder / name}.txt")]
    gold = str(folder / "gold.txt")
    return [sys.executable, "-m", "cwsdiag", "diagnose", "--gold", gold, *systems, "--train", str(text), "--json"]


def main() -> None:
    """Make data, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, nargs="+", default=[10_000_000], help="of the training text")
    parser.add_argument("--gold", type=int, default=12_000, help="words of gold")
    parser.add_argument("--text", type=Path, help="a text that is there, in place of made ones")
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=Path, help="where made texts are kept; a temporary folder without")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.data or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        print("| words | what | wall, s | CPU, s | peak, MB | JSON |\n|---:|---|---:|---:|---:|---|")
        for words in [0] if args.text else args.words:
            row(folder, words, args)


def make(text: Path, words: int, gold: int) -> None:
    """Make a text where it is not there yet, and gold and systems beside it."""
    folder = text.parent
    known = types(max(int(_TYPES * (words / _TYPES_AT) ** _GROWTH), 1000), np.random.default_rng(1))
    if not text.exists():
        write_text(text, words, np.random.default_rng(2), known)
    # One type in twenty is none of the training text.
    others = [word + "〇" if number % 20 == 7 else word for number, word in enumerate(known)]
    write_text(folder / "gold.txt", gold, np.random.default_rng(3), others)
    write_systems(folder, folder / "gold.txt", np.random.default_rng(4))


def row(folder: Path, words: int, args: argparse.Namespace) -> None:
    """Measure everything with one text, in turn, and print the medians."""
    text = args.text or folder / f"training-{words}.txt"
    # In a process of its own: what this one holds would count as memory of what it starts.
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        apart.submit(*(systems_of, folder, text, args.gold) if args.text else (make, text, words, args.gold)).result()
    ways = {"Counter": ([sys.executable, "-c", COUNTER, str(text)], HERE), "diagnose": (diagnose(folder, text), HERE)}
    if args.before:
        ways["diagnose, before"] = (diagnose(folder, text), args.before.resolve())
    found: dict[str, list[tuple[float, float, float]]] = {what: [] for what in ways}
    for _ in range(args.rounds):
        for what, (command, checkout) in ways.items():
            found[what].append(measured(command, checkout, folder / f"{what}.json"))
    # Both say which version they are.
    said = {what: re.sub(rb"cwsdiag \d\S*", b"", (folder / f"{what}.json").read_bytes()) for what in ways}
    name = f"{words:,}" if words else text.name
    for what, rounds in found.items():
        wall, processor, peak = (statistics.median(column) for column in zip(*rounds, strict=True))
        same = "" if not args.before or what == "Counter" else str(said[what] == said["diagnose"])
        print(f"| {name} | {what} | {wall:.2f} | {processor:.2f} | {peak:.0f} | {same} |", flush=True)


def systems_of(folder: Path, text: Path, words: int) -> None:
    """Take the first lines of a text as gold, up to so many words, and write systems for it."""
    lines, found = [], 0
    with text.open(encoding="utf-8") as file:
        for line in file:
            lines.append(line)
            found += len(line.split())
            if found >= words:
                break
    (folder / "gold.txt").write_text("".join(lines), encoding="utf-8")
    write_systems(folder, folder / "gold.txt", np.random.default_rng(4))


if __name__ == "__main__":
    main()
