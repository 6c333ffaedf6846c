"""Whole-process times and peak memory of ``cwsdiag difficulty`` with K = 100, on real text and on five times as much.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.committee [--runs 3] [--crf]

DIR holds ``ud_chinese_gsd``. Figures are medians, the ratio is to ``python -c "import numpy"`` run next to each. The
first round compiles what is not compiled yet and is not counted. CRFs take minutes; they run when asked for.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from pathlib import Path

from benchmarks.command_line import COMMAND, medians

TIMES = 5
# Of the characters in all copies but the first: new words and contexts, as more text would bring.
CHANGED = 0.1


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--crf", action="store_true")
    options = parser.parse_args()
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        large, words = enlarged(data / "train.txt", folder / "large.txt")
        small = data / "train.txt"
        out = ["--gold", str(data / "test.txt"), "--out", str(folder / "weights.csv"), "--json"]
        base = [*COMMAND, "difficulty", *out]
        kept = ["--cache", str(folder / "cache")]
        commands = {
            "98,608 training words": [*base, "--train", str(small), "--no-cache"],
            "the same, kept from a run before": [*base, "--train", str(small), *kept],
            f"{words:,} training words": [*base, "--train", str(large), "--no-cache"],
            "the same, one job": [*base, "--train", str(large), "--no-cache", "--jobs", "1"],
        }
        if options.crf:
            commands["98,608 training words, CRFs"] = [*commands["98,608 training words"], "--learner", "crf"]
        print(f"Processors: {os.cpu_count()}. K = 100, 12,012 test words.\n")
        print("| committee | wall s | × import numpy | peak MiB |")
        print("|---|---|---|---|")
        for label, (figures, ratio) in medians(commands, options.runs).items():
            print(f"| {label} | {figures.wall:.1f} | {ratio:.0f} | {figures.peak:.0f} |")


def enlarged(source: Path, target: Path) -> tuple[Path, int]:
    """Write a segmented text several times over, with changed characters from the second on; return its words too."""
    rng = random.Random(1)
    lines = source.read_text(encoding="utf-8").splitlines()
    characters = [c for line in lines for c in line if not c.isspace()]
    with target.open("w", encoding="utf-8") as out:
        for number in range(TIMES):
            for line in lines:
                changed = (
                    c if c.isspace() or not number or rng.random() > CHANGED else rng.choice(characters) for c in line
                )
                out.write("".join(changed) + "\n")
    return target, TIMES * sum(len(line.split()) for line in lines)


if __name__ == "__main__":
    main()
