"""Whole-process times of ``cwsdiag bakeoff`` on 105,000 test words, beside the same job in plain Python.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.bakeoff [--runs 7]

DIR holds ``ud_chinese_gsd``. All are run in turn, each next to the plain script, so that the ratio between them holds
on a machine whose speed drifts; figures are medians.
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
from pathlib import Path

from benchmarks.command_line import COMMAND, medians, word_list_files

PLAIN = Path(__file__).with_name("plain_bakeoff.py")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name:
        files = word_list_files(data, Path(name))
        dictionary, gold, system = map(str, (files.words, files.gold, files.system))
        plain = [sys.executable, str(PLAIN), dictionary, gold, system]
        ours = [*COMMAND, "bakeoff", "--dictionary", dictionary, "--gold", gold, "--system", f"system={system}"]
        check([*ours, "--format", "sighan"], plain)
        commands = {
            "bakeoff --json": [*ours, "--json"],
            "bakeoff --json --baselines": [*ours, "--json", "--baselines"],
            "score-sighan, all sentences": [*COMMAND, "score-sighan", dictionary, gold, system],
            "plain Python": plain,
        }
        print("| command | wall s | × plain Python | peak MiB |")
        print("|---|---|---|---|")
        for label, (figures, ratio) in medians(commands, runs, baseline=plain).items():
            print(f"| {label} | {figures.wall:.3f} | {ratio:.2f} | {figures.peak:.0f} |")
        print(f"\nMaximum matching of the {files.count:,} words alone: {matching(gold, dictionary, runs):.2f} s.")


def check(ours: list[str], plain: list[str]) -> None:
    """Stop unless both print the same figures."""
    figures = [
        re.findall(r"\d+\.\d{3}|\d+", subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for command in (ours, plain)
    ]
    missing = set(figures[1]) - set(figures[0])
    if missing:
        raise SystemExit(f"the two jobs are not the same: {', '.join(sorted(missing))}")


def matching(gold: str, dictionary: str, runs: int) -> float:
    """Return seconds of cutting the gold text by the word list, in this process."""
    import cwsdiag
    from cwsdiag.baselines import maximum_matching

    dataset = cwsdiag.load(gold=gold, training=dictionary)
    assert dataset.training is not None
    words = dataset.training.word_counts.keys()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        maximum_matching(dataset.gold.text, words)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


if __name__ == "__main__":
    main()
