"""Ψ of seven training texts of a million words each on seven test texts, in a fresh process: time and memory.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.consistency [--runs 5]

DIR holds ``ud_chinese_gsd``. Its texts are repeated with changes: in each dataset words are split and merged by rules
and shares of its own, and in each copy some characters are others. Each process reads all files and prints the matrix;
what writes them is not timed. Figures are medians.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

DATASETS = 7
TRAINING_WORDS = 1_000_000
TEST_WORDS = 50_000
# Of the words of a copy: new types, as more text would bring. The first copy stays as it is.
ALTERED = 0.08
SECONDS, MEGABYTES = 20, 500

MATRIX = """
import sys, time
from pathlib import Path
started = time.perf_counter()
from cwsdiag.dataset import ReadOptions
from cwsdiag.inputs import FileSet
from cwsdiag.study import psi_matrix, read_corpora
folder, count = Path(sys.argv[1]), int(sys.argv[2])
files = [
    FileSet.alike(ReadOptions(), name=f"{n}", gold=folder / f"test-{n}.txt", training=folder / f"train-{n}.txt")
    for n in range(count)
]
imported = time.perf_counter()
corpora = read_corpora(files, normalise=tuple(sys.argv[3:]))
read = time.perf_counter()
matrix = psi_matrix(corpora)
done = time.perf_counter()
# Not ru_maxrss: a child inherits its parent's.
line = next(l for l in Path("/proc/self/status").read_text().splitlines() if l.startswith("VmHWM"))
print(imported - started, read - imported, done - read, int(line.split()[1]) * 1024 / 1e6)
print(*(f"{value:.1f}" for value in (matrix.values.min(), matrix.values.diagonal().mean(), matrix.values.max())))
"""


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written = [write(data, folder, number) for number in range(DATASETS)]
        rows, matrix = [], ""
        for normalise in ((), ("nfkc", "numbers", "latin"), ("nfkc", "t2s", "numbers", "latin")):
            row, values = measured(folder, normalise, runs)
            rows.append(row)
            matrix = matrix or values
    print("\n".join(page(written, rows, matrix, runs)))


def page(written: list[tuple[int, ...]], rows: list[str], matrix: str, runs: int) -> list[str]:
    sizes = [
        f"{min(column):,} to {max(column):,} {what}"
        for column, what in zip(
            zip(*written, strict=True),
            ("training words", "types", "test words", "types"),
            strict=True,
        )
    ]
    low, own, high = matrix.split()
    return [
        "# Ψ of seven datasets: time and memory",
        "",
        f"Whole processes, medians of {runs} runs on {os.cpu_count()} cores: `read_corpora` and `psi_matrix` on seven",
        "datasets, made of UD Chinese GSD by repeating it with changes. Made by",
        "",
        "    CWSDIAG_TEST_DATA=DIR python -m benchmarks.consistency",
        "",
        f"A dataset has {sizes[0]} ({sizes[1]})",
        f"and {sizes[2]} ({sizes[3]}).",
        f"Ψ × 100 is from {low} to {high}, {own} on average under the own training data.",
        "",
        "| normalised | wall s | × `import numpy` | import s | reading s | matrix s | peak MB |",
        "|---|---|---|---|---|---|---|",
        *rows,
        f"| *aim* | *{SECONDS}* | | | | | *{MEGABYTES}* |",
        "",
        "The first run of all is not counted. MB are millions of bytes, as the process itself counts them (VmHWM).",
        "Training texts are read once, counting the words of all test texts; the matrix is then a matter of arrays.",
    ]


def measured(folder: Path, normalise: tuple[str, ...], runs: int) -> tuple[str, str]:
    """Return the row of the table, and what the matrix is like; the first run of all is not counted."""
    found: list[tuple[float, ...]] = []
    values = ""
    for number in range(runs + 1):
        base = timed([sys.executable, "-c", "import numpy"])[0]
        wall, said = timed([sys.executable, "-c", MATRIX, str(folder), str(DATASETS), *normalise])
        figures, values = said.splitlines()
        if number:
            found.append((wall, wall / base, *map(float, figures.split())))
    wall, ratio, imported, reading, matrix, peak = (statistics.median(column) for column in zip(*found, strict=True))
    row = f"{wall:.1f} | {ratio:.0f} | {imported:.2f} | {reading:.1f} | {matrix:.2f} | {peak:.0f} |"
    return f"| {', '.join(normalise) or 'not at all'} | {row}", values


def timed(command: list[str]) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - started, done.stdout


def write(
    data: Path, folder: Path, number: int, *, training_words: int = TRAINING_WORDS, test_words: int = TEST_WORDS
) -> tuple[int, ...]:
    """Write training and test text of a dataset; return words and types of both."""
    rng = random.Random(number)
    # Every dataset splits and merges other words, and always the same, as a criterion does.
    split, merged = 0.03 * number, 0.02 * (DATASETS - number)
    counts: list[int] = []
    for source, size, target in (
        ("train.txt", training_words, f"train-{number}.txt"),
        ("test.txt", test_words, f"test-{number}.txt"),
    ):
        lines = [line.split() for line in (data / source).read_text(encoding="utf-8").splitlines()]
        characters = [character for line in lines for word in line for character in word]
        words, types = 0, set()
        with (folder / target).open("w", encoding="utf-8") as out:
            copy = 0
            while words < size:
                for line in lines:
                    made = recut([altered(word, copy, characters, rng) for word in line], number, split, merged)
                    words += len(made)
                    types.update(made)
                    out.write("  ".join(made) + "\n")
                    if words >= size:
                        break
                copy += 1
        counts += [words, len(types)]
    return tuple(counts)


def altered(word: str, copy: int, characters: list[str], rng: random.Random) -> str:
    """Return a word, one of its characters changed now and then in all copies but the first."""
    if not copy or rng.random() >= ALTERED:
        return word
    place = rng.randrange(len(word))
    return word[:place] + rng.choice(characters) + word[place + 1 :]


@cache
def share_of(number: int, word: str) -> float:
    """Return a number from 0 to 1 that a word always has under the criterion of a dataset."""
    return random.Random(f"{number} {word}").random()


def recut(words: list[str], number: int, split: float, merged: float) -> list[str]:
    """Return a line under the criterion of a dataset: some words in two, some with the word before."""
    made: list[str] = []
    for word in words:
        drawn = share_of(number, word)
        if drawn < split and len(word) > 1:
            made += [word[:1], word[1:]]
        elif drawn > 1 - merged and len(word) == 1 and made:
            made[-1] += word
        else:
            made.append(word)
    return made


if __name__ == "__main__":
    main()
