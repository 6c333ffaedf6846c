"""Draw differences of a kind at random, to judge them by hand: ``python -m tools.draw_kinds FIRST SECOND ...``.

The files come in pairs, two segmentations of the same characters each. A difference is a word of one side that the
other cuts into several words within the same boundaries, in either direction. Types are drawn, not tokens, each shown
with its number of occurrences and the first place where it stands. Without ``--kind`` the types of each kind are
counted.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import cwsdiag
from cwsdiag.study.kinds import KINDS, kind_of
from cwsdiag.text import Segmentation

CONTEXT = 12


def differences(whole: Segmentation, cut: Segmentation) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the pieces and the start of each word of ``whole`` that is several words of ``cut``."""
    first = np.searchsorted(cut.word_starts, whole.word_starts)
    last = np.searchsorted(cut.word_ends, whole.word_ends)
    # Behind the last start of a word there is none to look up; such a word is not cut either.
    same_start = cut.word_starts[np.minimum(first, len(cut) - 1)] == whole.word_starts
    chosen = same_start & (cut.word_ends[last] == whole.word_ends) & (last > first)
    words = cut.surfaces()
    for word in np.flatnonzero(chosen):
        yield tuple(words[first[word] : last[word] + 1]), int(whole.word_starts[word])


def collect(pairs: Sequence[tuple[Path, Path]]) -> tuple[Counter[tuple[str, ...]], dict[tuple[str, ...], str]]:
    """Return how often each difference occurs in the pairs of files, and where each occurs first."""
    counts: Counter[tuple[str, ...]] = Counter()
    places: dict[tuple[str, ...], str] = {}
    for one, other in pairs:
        dataset = cwsdiag.load(gold=one, systems={"other": other})
        sides = (dataset.gold, dataset.systems[0])
        for whole, cut in (sides, sides[::-1]):
            for pieces, start in differences(whole, cut):
                counts[pieces] += 1
                places.setdefault(pieces, _place(whole.text.chars, start, start + len("".join(pieces))))
    return counts, places


def _place(chars: str, start: int, end: int) -> str:
    return f"{chars[max(0, start - CONTEXT) : start]}[{chars[start:end]}]{chars[end : end + CONTEXT]}"


def draw(types: Sequence[tuple[str, ...]], kind: str, count: int, seed: int) -> list[tuple[str, ...]]:
    """Return ``count`` of ``types`` that are of ``kind``, drawn with ``seed``; all where there are fewer."""
    # Sorted, so that the draw depends on the types alone and not on the order of the files.
    found = sorted(pieces for pieces in types if kind_of(pieces) == kind)
    return random.Random(seed).sample(found, min(count, len(found)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the drawn cases, or the number of types of each kind."""
    parser = argparse.ArgumentParser(prog="python -m tools.draw_kinds", description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FIRST SECOND", help="pairs of segmented files")
    parser.add_argument("--kind", choices=list(KINDS), help="the kind to draw from")
    parser.add_argument("--count", type=int, default=50, help="how many types to draw (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw (default: 1)")
    options = parser.parse_args(arguments)
    if len(options.files) % 2:
        parser.error("the files come in pairs: FIRST SECOND FIRST SECOND ...")
    counts, places = collect(list(zip(options.files[::2], options.files[1::2], strict=True)))
    if options.kind is None:
        sizes = Counter(map(kind_of, counts))
        for key in KINDS:
            print(f"{key}\t{sizes[key]}")
        return
    for pieces in draw(list(counts), options.kind, options.count, options.seed):
        print(f"{options.kind}\t{''.join(pieces)}\t{'·'.join(pieces)}\t{counts[pieces]}\t{places[pieces]}")


if __name__ == "__main__":
    main()
