"""A million gold words, ten systems, ten million training words: what the library, the command line and pages take.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.million [--words 1000000] [--systems 10] [--training 10000000] \
        [--runs 3] [--before FOLDER]

DIR holds ``ud_chinese_gsd``. Its sentences are drawn again and again, with made words in the place of some of theirs;
systems lose and add boundaries. All of it is made from seeds, once a size, below the folder that ``--data`` names.
``--before`` names a checkout of an earlier state, which is run in turn with this one: their results are held against
each other byte by byte but for the version that they name, and seconds of both stand beside each other.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

TREE = Path(__file__).parents[1]
# So many words have a made one in their place, of so many that there are; the first of these are drawn most often.
_MADE_SHARE = 0.05
_MADE = 2_000_000
# How many boundaries the best and the worst system lose, and add, in proportion to the words.
_BEST, _WORST = 0.01, 0.06
_BLOCK = 1_000_000


@dataclass(frozen=True)
class Made:
    """Files that were made: gold, predictions by the name of their system, training text, and a project of them all."""

    gold: Path
    systems: dict[str, Path]
    training: Path
    project: Path

    @property
    def options(self) -> list[str]:
        """The files as options of the command line."""
        named = [f"--system={name}={path}" for name, path in self.systems.items()]
        return ["--gold", str(self.gold), "--train", str(self.training), *named]


def make(folder: Path, *, words: int = 1_000_000, systems: int = 10, training: int = 10_000_000) -> Made:
    """Make gold with systems and training text, or find those that were made before.

    Args:
        folder: where a folder for this size is made.
        words: about as many gold words.
        systems: how many, from the best to the worst.
        training: about as many words of training text.
    """
    own = folder.resolve() / f"{words}-{systems}-{training}"
    made = Made(
        gold=own / "gold.txt",
        systems={f"system-{number + 1:02}": own / f"system-{number + 1:02}.txt" for number in range(systems)},
        training=own / "train.txt",
        project=own / "project.toml",
    )
    if made.project.exists():
        return made
    own.mkdir(parents=True, exist_ok=True)
    source = _Sentences.of_corpus()
    source.write(made.training, training, np.random.default_rng(1))
    source.write(made.gold, words, np.random.default_rng(2))
    rates = np.linspace(_BEST, _WORST, systems)
    for number, (path, rate) in enumerate(zip(made.systems.values(), rates, strict=True)):
        path.write_text(_segmented_anew(made.gold, float(rate), np.random.default_rng([3, number])), encoding="utf-8")
    made.project.write_text(_project(made), encoding="utf-8")
    return made


def _project(made: Made) -> str:
    lines = ["[[dataset]]", 'name = "million"', 'gold = "gold.txt"', 'train = "train.txt"']
    for name, path in made.systems.items():
        lines += ["[[dataset.system]]", f'name = "{name}"', f'prediction = "{path.name}"']
    return "\n".join([*lines, ""])


@dataclass(frozen=True)
class _Sentences:
    """Sentences that texts are made of: their words as numbers, and where each begins and ends among them."""

    types: list[str]
    words: np.ndarray
    starts: np.ndarray
    sizes: np.ndarray

    @classmethod
    def of_corpus(cls) -> _Sentences:
        corpus = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
        names = ("train.txt", "dev.txt", "test.txt")
        lines = [line.split() for name in names for line in (corpus / name).read_text("utf-8").splitlines()]
        numbers: dict[str, int] = {}
        words = np.array([numbers.setdefault(word, len(numbers)) for line in lines for word in line])
        sizes = np.array([len(line) for line in lines])
        return cls(list(numbers), words, np.cumsum(sizes) - sizes, sizes)

    def write(self, path: Path, words: int, rng: np.random.Generator) -> None:
        """Write about so many words, sentences in any order, some words made."""
        characters = np.array([char for word in self.types for char in word if "\u4e00" <= char <= "\u9fff"])
        with path.open("w", encoding="utf-8") as out:
            for start in range(0, words, _BLOCK):
                wanted = min(_BLOCK, words - start)
                drawn = rng.integers(0, len(self.sizes), size=1 + int(wanted / self.sizes.mean()))
                sizes = self.sizes[drawn]
                places = np.arange(sizes.sum()) + np.repeat(self.starts[drawn] - (np.cumsum(sizes) - sizes), sizes)
                texts = np.array(self.types, dtype=object)[self.words[places]]
                replaced = np.flatnonzero(rng.random(len(texts)) < _MADE_SHARE)
                # Their logarithms are drawn evenly: few of them often, most of them once.
                ranks = np.exp(rng.random(len(replaced)) * np.log(_MADE)).astype(np.int64)
                texts[replaced] = [_made_word(rank, characters) for rank in ranks.tolist()]
                listed, ends = texts.tolist(), np.cumsum(sizes).tolist()
                for first, last in zip([0, *ends], ends, strict=False):
                    out.write("  ".join(listed[first:last]) + "\n")


def _made_word(rank: int, characters: np.ndarray) -> str:
    """Return a word of two to five characters, the same for the same number."""
    mixed = rank * 0x9E3779B97F4A7C15 & (1 << 64) - 1
    length = 2 + (mixed >> 60) % 4 * (rank % 3 == 0)
    return "".join(characters[(mixed >> 13 * place) % len(characters)] for place in range(length))


def _segmented_anew(gold: Path, rate: float, rng: np.random.Generator) -> str:
    """Return what a system might make of gold: some boundaries are lost, as many others come."""
    found = []
    for line in gold.read_text("utf-8").splitlines():
        words = line.split("  ")
        ends = np.cumsum([len(word) for word in words])
        boundary = np.zeros(ends[-1], dtype=np.bool_)
        boundary[ends[:-1]] = rng.random(len(words) - 1) >= rate
        boundary |= rng.random(len(boundary)) < rate * len(words) / len(boundary)
        boundary[0] = False
        chars, starts = "".join(words), np.flatnonzero(boundary).tolist()
        found.append("  ".join(chars[first:last] for first, last in zip([0, *starts], [*starts, None], strict=True)))
    return "\n".join([*found, ""])


@dataclass(frozen=True)
class Run:
    """One finished process: its seconds of wall and CPU time, its peak memory in MiB, and what it printed."""

    wall: float
    cpu: float
    peak: float
    printed: bytes


def run(tree: Path, arguments: list[str]) -> Run:
    """Run Python on the code of a tree to the end."""
    # Not here: what lies in the folder a command is run in comes before what PYTHONPATH names.
    with tempfile.TemporaryDirectory() as elsewhere, tempfile.TemporaryFile() as out:
        environment = {**os.environ, "PYTHONPATH": str(tree.resolve()), "PYTHONDONTWRITEBYTECODE": ""}
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments], stdout=out, stderr=subprocess.DEVNULL, env=environment, cwd=elsewhere
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            raise SystemExit(f"failed with {process.returncode}: {' '.join(arguments)}")
        out.seek(0)
        printed = re.sub(rb"cwsdiag \d\S*", b"", out.read())
        return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, printed)


def measured(before: Path | None, arguments: list[str], runs: int) -> str:
    """Return a row of figures of a command, medians of several runs in turn with ``import numpy``.

    Args:
        before: an earlier state that is run in turn with this one; None for none.
        arguments: of ``cwsdiag``.
        runs: how many.

    Raises:
        SystemExit: the results of the two are not the same, byte by byte.
    """
    trees = {"before": before, "after": TREE}
    found: dict[str, list[tuple[Run, float]]] = {}
    for _ in range(runs):
        base = run(TREE, ["-c", "import numpy"]).cpu
        for name, tree in trees.items():
            if tree is not None:
                found.setdefault(name, []).append((run(tree, ["-m", "cwsdiag", *arguments]), base))
    if len({one.printed for runs_of_one in found.values() for one, _ in runs_of_one}) > 1:
        raise SystemExit(f"The results differ: {' '.join(arguments)}")
    cells = []
    for name in trees:
        figures = found.get(name)
        for figure in (
            lambda one, _: one.wall, lambda one, _: one.cpu, lambda one, base: one.cpu / base, lambda one, _: one.peak
        ):  # fmt: skip
            cells.append(f"{statistics.median(figure(*one) for one in figures):.3g}" if figures else "–")
    return " | ".join(cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--systems", type=int, default=10)
    parser.add_argument("--training", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "cwsdiag-million")
    given = parser.parse_args()
    figures = "s | CPU s | × numpy | peak MiB"
    print(f"| command | training words | before: {figures} | after: {figures} |\n|{'---|' * 10}")
    # The same gold and systems with next to no training text: what training takes is the difference.
    for training in (given.training // 100, given.training):
        made = make(given.data, words=given.words, systems=given.systems, training=training)
        for command in ("score", "diagnose"):
            row = measured(given.before, [command, *made.options, "--json"], given.runs)
            print(f"| {command} | {training:,} | {row} |", flush=True)


if __name__ == "__main__":
    main()
