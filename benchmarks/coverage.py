"""How often intervals cover the true F1, by what their resamples draw, on text with documents.

    CWSDIAG_TEST_DATA=DIR OPENBLAS_NUM_THREADS=1 python -m benchmarks.coverage

DIR holds ``ud_chinese_gsd``, which names no documents: they are made of its sentences, each cut throughout by one of
two real systems, so that its sentences are right and wrong together. The true F1 is that of the population drawn from.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.swaps import GOOD, LESS_GOOD, dataset
from cwsdiag import scores
from cwsdiag.diagnosis import diagnose
from cwsdiag.inference import score_intervals, standard_errors
from cwsdiag.resampling import BLOCKS, DOCUMENT, SENTENCE, by_unit, resample_sums, unit_starts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.intp]

UNITS = {SENTENCE: "sentences", BLOCKS: "blocks of 25", DOCUMENT: "documents"}
# Documents of a text, and sentences of a document: from the first to the second.
SIZES = (6, 10, 20, 50, 150)
LENGTHS = (5, 45)
RESAMPLES = 1000
HEAD = """# Coverage of intervals by unit

Made by

    CWSDIAG_TEST_DATA=DIR OPENBLAS_NUM_THREADS=1 python -m benchmarks.coverage

on sentences of UD Chinese GSD, drawn with replacement and put into documents of 5 to 45, as cut by two CRFs,
crf-f2-full and crf-f1-800. Of {draws:,} texts: how many have a 95 % interval of F1 that covers the F1 of the
population. Two standard errors of 95 % are {error:.1f} points.
"""
TOGETHER = """
## Sentences of a document are right and wrong together

Each document is cut by one of the two systems, drawn at random.
"""
APART = """
## Sentences have nothing to do with each other

Each sentence is cut by one of the two, drawn at random: documents mean nothing.
"""


class Pool:
    """Sentences with the counts that F1 of two systems is made from."""

    def __init__(self, folder: Path) -> None:
        """Count once."""
        diagnosis = diagnose(dataset(folder), attributes=[])
        sides = [diagnosis.counts[name] for name in (GOOD, LESS_GOOD)]
        # System × sentence × (twice matched, gold + system).
        self.counts = np.stack([np.concatenate([2 * one.matched, one.gold + one.system], axis=1) for one in sides])
        total = self.counts.sum(axis=(0, 1))
        self.f1 = float(total[0] / total[1])

    def draw(self, rng: np.random.Generator, documents: int, *, together: bool) -> tuple[NDArray[np.int64], Ints]:
        """Return the counts of a text, of shape (sentences, 2), and where its documents begin."""
        lengths = rng.integers(LENGTHS[0], LENGTHS[1] + 1, size=documents)
        sentences = int(lengths.sum())
        cut = np.repeat(rng.integers(0, 2, size=documents), lengths) if together else rng.integers(0, 2, size=sentences)
        chosen = rng.integers(0, self.counts.shape[1], size=sentences)
        return self.counts[cut, chosen].astype(np.int64), np.cumsum([0, *lengths[:-1]]).astype(np.intp)


def row(pool: Pool, documents: int, draws: int, *, together: bool) -> str:
    """Return a row: coverage by each unit, and the ratio of standard errors by blocks and by sentences."""
    rng = np.random.default_rng(documents)
    covered, factors = dict.fromkeys(UNITS, 0), []
    for seed in range(draws):
        counts, starts = pool.draw(rng, documents, together=together)
        errors = {}
        for unit in UNITS:
            units = by_unit(counts, unit_starts(unit, len(counts), starts))
            (sums,) = resample_sums([units], resamples=RESAMPLES, seed=seed)
            drawn = scores.ratio(sums[:, :1], sums[:, 1:])
            found = score_intervals([counts[:, 0].sum() / counts[:, 1].sum()], drawn, len(units))[0]
            covered[unit] += found.low <= pool.f1 <= found.high
            errors[unit] = float(standard_errors(drawn)[0])
        factors.append(errors[BLOCKS] / errors[SENTENCE])
    shares = " | ".join(f"{covered[unit] / draws:.1%}" for unit in UNITS)
    return f"| {documents} | {sum(LENGTHS) // 2 * documents:,} | {shares} | {np.mean(factors):.2f} |"


def main() -> None:
    """Print the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    draws = parser.parse_args().draws
    pool = Pool(Path(os.environ["CWSDIAG_TEST_DATA"]) / "ud_chinese_gsd")
    print(HEAD.format(draws=draws, error=200 * (0.95 * 0.05 / draws) ** 0.5), end="")
    for title, together in ((TOGETHER, True), (APART, False)):
        print(title)
        print(f"| documents | sentences, about | {' | '.join(UNITS.values())} | error by blocks / by sentences |")
        print("|---" * (len(UNITS) + 3) + "|")
        for documents in SIZES:
            print(row(pool, documents, draws, together=together), flush=True)


if __name__ == "__main__":
    main()
