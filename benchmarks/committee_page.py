"""How long committees take that the page Difficulty makes by itself: training text × K, in one process as there.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.committee_page

DIR holds ``ud_chinese_gsd``. Characters gone through are what ``cwsdiag.ui.difficulty.committee.work`` judges the time
by: for each member its share of the training text, and all of gold. Medians of three runs, after the first has compiled
what is compiled; nothing is kept.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median

from cwsdiag.dataset import ReadOptions
from cwsdiag.difficulty import CommitteeSettings, committee, read_training_text
from cwsdiag.parallel import Where
from cwsdiag.site import sample_project
from cwsdiag.text import Segmentation
from cwsdiag.ui.work.child import spare_cores

RUNS = 3
SIZES = (20, 50, 100, 200)


def main() -> None:
    """Print the table."""
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    news = sample_project().parent / "news" / "first"
    texts = {"sample, news": (news / "train.txt", news / "test.txt"), "GSD": (data / "train.txt", data / "test.txt")}
    print("| text | training characters | gold characters | K | gone through | s | characters a second |")
    print("|---|---|---|---|---|---|---|")
    for name, paths in texts.items():
        training, gold = (read_training_text(path, options=ReadOptions()) for path in paths)
        committee(training, gold, CommitteeSettings(members=3))
        for members in SIZES:
            settings = CommitteeSettings(members=members)
            seconds = median(timed(training, gold, settings) for _ in range(RUNS))
            share = sum(settings.ratios) / len(settings.ratios) / 100
            sizes = len(training.text.chars), len(gold.text.chars)
            through = members * (share * sizes[0] + sizes[1])
            print(f"| {name} | {sizes[0]:,} | {sizes[1]:,} | {members} | {through:,.0f} | {seconds:.2f} | "
                  f"{through / seconds:,.0f} |", flush=True)  # fmt: skip


def timed(training: Segmentation, gold: Segmentation, settings: CommitteeSettings) -> float:
    """Return the seconds that a committee takes."""
    started = time.perf_counter()
    committee(training, gold, settings, where=Where(spare_cores()))
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
