"""The paired test by swaps: what it costs, how often it errs, and how often it finds what it says it would find.

    CWSDIAG_TEST_DATA=DIR OPENBLAS_NUM_THREADS=1 python -m benchmarks.swaps [--draws 1000]

DIR holds ``ud_chinese_gsd``. Exchangeable systems are made of two real ones, whose outputs are swapped at random in
sentences drawn with replacement; for a planted difference a part of the sentences is left as it is.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import cwsdiag
from cwsdiag import scores
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.inference import standard_errors
from cwsdiag.resampling import resample_sums
from cwsdiag.swaps import Ratios, swap_test

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.swaps import SwapTest

GOOD, LESS_GOOD = "crf-f2-full", "crf-f1-800"
SIZES = (3, 10, 50, 500, 3654)
TIMED = (3_700, 50_000)
LEVEL = 0.05
HEAD = """# The paired test by swaps: what it costs, how often it errs, what it finds

Made by

    CWSDIAG_TEST_DATA=DIR OPENBLAS_NUM_THREADS=1 python -m benchmarks.swaps

on UD Chinese GSD with two CRFs, crf-f2-full and crf-f1-800.

## Cost

`compare` of two systems that are counted already: 10,000 swaps and 1,000 resamples by sentences, the same by blocks
of 25, and the block factor. The test text is repeated to so many sentences. *Before* is the peak memory of reading and
counting. Aims on one core: under 1 s at 3,700 sentences, under 10 s and 1 GB at 50,000.
"""
ERRS = """
## Exchangeable systems

Sentences are drawn with replacement, and in each the outputs of the two systems are swapped or not, at random: there is
nothing to find. Marked is p ≤ 0.05, of a bucket adjusted by max-T, here without the rule that six units must differ."""
FINDS = """
## A planted difference

The same, but in a share of the sentences the better system is always the first: so many that the true difference is the
detectable one, the mean over 50 pairs that can be exchanged. It should be found four times in five."""
# The bucket in which a difference is planted: words of two characters.
KEY, BUCKET = "wLen", 1


def dataset(folder: Path, sentences: int | None = None) -> cwsdiag.Dataset:
    """Load the test text with two CRFs, repeated up to so many sentences where they are given."""

    def lines(path: Path) -> list[list[str]]:
        found = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        wanted = len(found) if sentences is None else sentences
        return [found[place % len(found)] for place in range(wanted)]

    systems = {name: lines(folder / "systems" / f"{name}.txt") for name in (GOOD, LESS_GOOD)}
    return cwsdiag.load(gold=lines(folder / "test.txt"), training=folder / "train.txt", systems=systems)


def cost(folder: Path, sentences: int) -> str:
    """Return a row of what comparing two systems costs, beyond counting."""
    diagnosis = diagnose(dataset(folder, sentences))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    wall, cpu = time.perf_counter(), time.process_time()
    (found,) = compare(diagnosis, [(GOOD, LESS_GOOD)])
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    differ = found.scores["f1"].differing_units
    return f"| {sentences:,} | {differ:,} | {len(found.buckets)} | {cpu:.2f} | {wall:.2f} | {peak:.0f} | {before:.0f} |"


class Pool:
    """Sentences with the counts of two systems, to draw pairs of systems from; column 0 is all words."""

    def __init__(self, folder: Path) -> None:
        """Count once."""
        diagnosis = diagnose(dataset(folder))
        sides = [diagnosis.counts[name] for name in (GOOD, LESS_GOOD)]
        self.part = np.stack([2 * one.matched for one in sides]).astype(np.int64)
        self.whole = np.stack([one.gold + one.system for one in sides]).astype(np.int64)
        self.column = diagnosis.columns(KEY).start + BUCKET

    def draw(self, rng: np.random.Generator, sentences: int, kept: float = 0.0) -> tuple[Ratios, Ratios]:
        """Return two systems on drawn sentences; in a share of them the better output is the first system's."""
        chosen = rng.integers(0, self.part.shape[1], size=sentences)
        first = np.where(rng.random(sentences) < kept, 0, rng.integers(0, 2, size=sentences))
        return (
            Ratios(self.part[first, chosen], self.whole[first, chosen]),
            Ratios(self.part[1 - first, chosen], self.whole[1 - first, chosen]),
        )

    def difference(self, column: int) -> float:
        """Return the difference in F1 of a column over the whole pool."""
        values = scores.ratio(self.part.sum(axis=1), self.whole.sum(axis=1))
        return float(values[0, column] - values[1, column])


def tested(pair: tuple[Ratios, Ratios], seed: int) -> SwapTest:
    """Return the test of a pair over all its buckets."""
    return swap_test(*pair, family=np.arange(pair[0].part.shape[1]) > 0, seed=seed)


def errors(pair: tuple[Ratios, Ratios]) -> NDArray[np.float64]:
    """Return the bootstrap standard error of the difference in each column."""
    arrays = [array for side in pair for array in (side.part, side.whole)]
    part, whole, other_part, other_whole = resample_sums(arrays, resamples=300, seed=0)
    return standard_errors(scores.ratio(part, whole) - scores.ratio(other_part, other_whole))


def null_row(pool: Pool, sentences: int, draws: int) -> str:
    """Return how often something is marked in exchangeable systems."""
    rng = np.random.default_rng(sentences)
    overall = marked = 0
    for seed in range(draws):
        test = tested(pool.draw(rng, sentences), seed)
        overall += bool(test.p[0] <= LEVEL)
        marked += bool((test.p_adjusted[test.family] <= LEVEL).any())
    bound = LEVEL + 2 * (LEVEL * (1 - LEVEL) / draws) ** 0.5
    return f"| {sentences:,} | {draws:,} | {overall / draws:.1%} | {marked / draws:.1%} | {bound:.1%} |"


def power_rows(pool: Pool, sentences: int, draws: int) -> list[str]:
    """Return how often a difference of the detectable size is found, over all words and in a bucket."""
    rows = []
    for what, column in (("all words", 0), ("words of two characters", pool.column)):
        rng = np.random.default_rng(sentences + column)
        sizes = []
        for seed in range(50):
            pair = pool.draw(rng, sentences)
            factor = 2.8 if column == 0 else tested(pair, seed).largest + 0.84
            sizes.append(factor * errors(pair)[column])
        detectable = float(np.mean(sizes))
        kept = detectable / pool.difference(column)
        if kept > 1:
            continue
        found = 0
        for seed in range(draws):
            test = tested(pool.draw(rng, sentences, kept), seed)
            found += bool((test.p if column == 0 else test.p_adjusted)[column] <= LEVEL)
        rows.append(f"| {sentences:,} | {what} | {draws:,} | {100 * detectable:.1f} | {found / draws:.1%} |")
    return rows


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--cost", type=int, metavar="SENTENCES", help="Only a row of the first table.")
    asked = parser.parse_args()
    folder = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    if asked.cost:
        print(cost(folder, asked.cost))
        return
    print(HEAD)
    print("| sentences | that differ | buckets | CPU s | wall s | peak MiB | before MiB |")
    print("|---|---|---|---|---|---|---|")
    for sentences in TIMED:
        # A process for each: a peak is that of all before.
        command = [sys.executable, "-m", "benchmarks.swaps", "--cost", str(sentences)]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout, end="", flush=True)
    pool = Pool(folder)
    print(ERRS)
    print("\n| sentences | draws | pair marked | any of 28 buckets marked | 5 % and two standard errors |")
    print("|---|---|---|---|---|")
    for sentences in SIZES:
        print(null_row(pool, sentences, asked.draws), flush=True)
    print(FINDS)
    print("\n| sentences | planted in | draws | points | found |")
    print("|---|---|---|---|---|")
    for sentences in SIZES[2:]:
        print("\n".join(power_rows(pool, sentences, asked.draws)), flush=True)


if __name__ == "__main__":
    main()
