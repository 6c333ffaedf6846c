"""Difficulty on real text: what a committee of 100 says of five systems, how stable it is, and how a segmenter learns.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.difficulty_study

DIR holds ``ud_chinese_gsd``. Nothing is taken from models kept before. Peak memory is that of this process, so far.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import cwsdiag
from benchmarks.command_line import SYSTEMS
from cwsdiag.balanced import balance, halves, rankings
from cwsdiag.dataset import Dataset, ReadOptions, with_weights
from cwsdiag.difficulty import (
    CURVE_SEEDS,
    Committee,
    CommitteeSettings,
    committee,
    learn_segmenter,
    learning_curve,
    mean_change,
    read_training_text,
)
from cwsdiag.difficulty.committees import member_cuts
from cwsdiag.report.difficulty import curve_rows, seed_rows, sentences_learnt
from cwsdiag.text import Segmentation
from cwsdiag.weights import of_committee

SIZES = (5, 10, 20, 50)
# The paper's table 2 has four models on SXU; here it is the built-in segmenter on this text.
SHARES = (0.2, 0.5, 0.8, 1.0)
SPLITS = 1000


@dataclass
class Clock:
    """Seconds and peak memory in MiB of each part of the work, by name."""

    parts: dict[str, tuple[float, float]] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self.parts[name] = (time.perf_counter() - started, peak)


def main() -> None:
    """Print the page."""
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    clock = Clock()
    with clock.part("reading, training text included"):
        systems = {name: data / "systems" / f"{name}.txt" for name in SYSTEMS}
        dataset = cwsdiag.load(gold=data / "test.txt", systems=systems, training=data / "train.txt", name="UD")
        training = read_training_text(data / "train.txt", options=ReadOptions())
    with TemporaryDirectory() as cache:
        with clock.part("a committee of 100, perceptrons"):
            made = committee(training, dataset.gold, CommitteeSettings(), cache=Path(cache))
        cuts = tuple(member_cuts(made, learn_segmenter(training), dataset.gold.text, Path(cache)))
    with clock.part("twenty segmenters of the learning curve"):
        curve = learning_curve(training, dataset.gold, shares=SHARES)
    dataset = with_weights(dataset, of_committee(made.wrong, committee=made.name))
    everything = replace(dataset, systems=(*dataset.systems, *(systems[0] for systems in curve.values())))
    with clock.part("f_b of nine systems, intervals, committee's errors, 1,000 halvings of members and systems"):
        tables = [*scores(everything), *halving(cuts, dataset)]
    learnt = replace(dataset, systems=tuple(chain.from_iterable(curve.values())))
    sentences = sentences_learnt(SHARES, len(training.text.sentence_ends))
    rows = curve_rows(seed_rows(learnt, sentences, range(CURVE_SEEDS)))
    print("\n".join([*head(dataset, made), *tables, *stability(made), *learning(rows), *times(clock)]))


def head(dataset: Dataset, made: Committee) -> list[str]:
    easy, hard = (100 * float(found.mean()) for found in (made.difficulty == 0, made.difficulty > 0.5))
    return [
        "# Difficulty on real text",
        "",
        "`ud_chinese_gsd`: the test file with five systems, a committee on its training file. Made by",
        "",
        "    CWSDIAG_TEST_DATA=DIR python -m benchmarks.difficulty_study",
        "",
        f"Committee: {made.name}.",
        f"Mean difficulty {made.difficulty.mean():.3f}; of the {len(dataset.gold):,} gold words {easy:.0f} % are "
        f"right in every member, {hard:.0f} % wrong in more than half.",
        "Every f_b below is under this committee, and compares with no f_b under another.",
        "",
    ]


def scores(everything: Dataset) -> list[str]:
    balanced = balance(everything)
    place = {one.name: one for one in rankings(balanced.scores)}
    rows = []
    for score in sorted(balanced.scores, key=lambda score: -score.f_b):
        interval, error, at = balanced.intervals[score.name], balanced.committee_errors[score.name], place[score.name]
        own, chosen = (f"{bounds.low:.3f}–{bounds.high:.3f}" for bounds in (interval, error))
        worth = f"{score.f1:.3f} | {score.f_b:.3f} | {own} | {error.se:.4f} | {chosen}"
        rows.append(f"| {score.name} | {worth} | {at.by_f1} | {at.by_f_b} |")
    return [
        "## Scores",
        "",
        "The 95 % interval is over sentences, the committee's is over its members; both from 1,000 draws. Those called",
        "perceptron are the built-in segmenter after a growing share of the training data.",
        "",
        "| system | F1 | f_b | 95 % interval | committee's SE | committee's interval | place by F1 | place by f_b |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "Segmenters of the committee's own kind, learnt from the same text, share its errors: with little of that text",
        "f_b puts them behind segmenters with a dictionary of their own, which err elsewhere. Another committee would",
        "move their f_b further, too. Read f_b beside F1, not instead of it.",
        "",
    ]


def halving(cuts: tuple[Segmentation, ...], dataset: Dataset) -> list[str]:
    rows = []
    members = replace(dataset, systems=cuts)
    for label, systems in (("the committee's 100 members", members), ("five systems", dataset)):
        r = halves(balance(systems), splits=SPLITS).r
        low, middle, high = np.quantile(r, (0.025, 0.5, 0.975))
        rows.append(f"| {label} | {middle:.4f} | {low:.4f}–{high:.4f} |")
    return [
        "## Two halves of the text",
        "",
        f"Pearson's r over systems of f_b on two random halves of the sentences, {SPLITS:,} halvings. [PM] has 0.9961",
        "over its systems (figure 6).",
        "",
        "| over | median r | 95 % of the halvings |",
        "|---|---|---|",
        *rows,
        "",
    ]


def stability(made: Committee) -> list[str]:
    changes = mean_change(made.wrong, SIZES)
    return [
        "## How large a committee",
        "",
        "The mean of |d_2K − d_K| over the gold words, with the first K and the first 2K of the 100 members.",
        "",
        f"| K | {' | '.join(map(str, changes))} |",
        "|---|" + "---|" * len(changes),
        f"| change from K to 2K | {' | '.join(f'{change:.4f}' for change in changes.values())} |",
        "",
    ]


def learning(rows: list[dict[str, float]]) -> list[str]:
    keys = ("precision", "recall", "f1", "p_b", "r_b", "f_b", "oov_recall")
    return [
        "## Learning curve",
        "",
        "The built-in segmenter, perceptron F2, as `cwsdiag learning-curve` has it: means and ranges of five seeds.",
        "",
        "| share | sentences | P | R | F1 | range | p_b | r_b | f_b | range | OOV recall |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        *(
            f"| {100 * row['share']:g} % | {row['sentences']:,} | {' | '.join(_with_range(row, key) for key in keys)} |"
            for row in rows
        ),
        "",
    ]


def _with_range(row: dict[str, float], key: str) -> str:
    value = f"{row[key]:.3f}"
    return f"{value} | {row[f'{key}_min']:.3f}–{row[f'{key}_max']:.3f}" if key in ("f1", "f_b") else value


def times(clock: Clock) -> list[str]:
    return [
        "## What it takes",
        "",
        f"{os.cpu_count()} processors. The peak is that of the whole process until then.",
        "",
        "| part | s | peak MiB |",
        "|---|---|---|",
        *(f"| {name} | {seconds:.1f} | {peak:.0f} |" for name, (seconds, peak) in clock.parts.items()),
    ]


if __name__ == "__main__":
    main()
