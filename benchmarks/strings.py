"""What counting strings costs where many begin, end or go on alike, beside usual text of the same size.

    python -m benchmarks.strings [--runs 5]

20,000 sentences of gold and 100,000 of training are made, of 20 common words and one long string each; only the long
ones differ from kind to kind. Timed are, reading left out, the pass over training that counts all word types of gold,
and the pass that looks how training cuts them. Figures are CPU seconds, medians over runs in one process, the kinds in
turn.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from itertools import accumulate
from typing import TYPE_CHECKING

from cwsdiag.strings import StringCounter, WayCounter
from cwsdiag.text import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    Sentence = list[str]

GOLD, TRAINING = 20_000, 100_000
WORDS, COMMON = 20, 30_000
# Of how many long strings those of a sentence are drawn: some of gold occur in training, many do not.
POOL = 60_000
LONG = 40
SENTENCES_A_BLOCK = 10_000


def _letters(rng: random.Random, size: int) -> str:
    return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=size))


def _addresses(rng: random.Random) -> str:
    site = rng.choice(("news", "www", "static")) + ".example.cn/"
    return f"https://{site}{rng.randrange(2015, 2027)}/{_letters(rng, rng.randrange(1, 2 * (LONG - 24)))}"


KINDS: dict[str, Callable[[random.Random], str]] = {
    "usual": lambda rng: _letters(rng, LONG),
    "addresses": _addresses,
    "one beginning of 30": lambda rng: "一" * 30 + _letters(rng, LONG - 30),
    "one end of 30": lambda rng: _letters(rng, LONG - 30) + "一" * 30,
    "one character repeated": lambda rng: "哈" * rng.randrange(9, 2 * LONG - 9),
    "two characters in turn": lambda rng: "哈嘿" * rng.randrange(5, LONG - 5),
}


def made(kind: str) -> tuple[list[str], list[list[Sentence]]]:
    """Return the word types of gold and the blocks of training, of one kind of text."""
    rng = random.Random(15)
    common = [
        "".join(chr(rng.randrange(0x4E00, 0x5A00)) for _ in range(rng.choice((1, 2, 2, 2, 3, 4))))
        for _ in range(COMMON)
    ]
    weights = list(accumulate(1 / rank for rank in range(1, COMMON + 1)))
    words = rng.choices(common, cum_weights=weights, k=(GOLD + TRAINING) * WORDS)
    sentences = [words[place : place + WORDS] for place in range(0, len(words), WORDS)]
    pool = [KINDS[kind](rng) for _ in range(POOL)]
    for sentence in sentences:
        sentence.insert(rng.randrange(WORDS), rng.choice(pool))
    types = list(dict.fromkeys(word for sentence in sentences[:GOLD] for word in sentence))
    training = sentences[GOLD:]
    return types, [training[place : place + SENTENCES_A_BLOCK] for place in range(0, TRAINING, SENTENCES_A_BLOCK)]


def seconds(types: list[str], blocks: list[list[Sentence]]) -> tuple[float, float]:
    """Return what counting strings takes, and what looking how they are cut takes."""
    texts = [text_of([word for line in block for word in line], [len(line) for line in block]) for block in blocks]
    started = time.process_time()
    counter = StringCounter(types)
    for text, _ in texts:
        counter.add(text.codes, text.sentence_ends)
    counter.counts()
    counted = time.process_time()
    ways = WayCounter(types)
    for text, word_ends in texts:
        ways.add(text.codes, text.sentence_ends, word_ends)
    ways.ways()
    return counted - started, time.process_time() - counted


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--kind", choices=tuple(KINDS), action="append", help="Only these; all by default.")
    asked = parser.parse_args()
    kinds = asked.kind or list(KINDS)
    texts = {kind: made(kind) for kind in kinds}
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for _ in range(asked.runs):
        for kind in kinds:
            taken[kind].append(seconds(*texts[kind]))
    print("| long strings | M characters | types | counts s | ratio to usual | cuts s | ratio |")
    print("|---|---|---|---|---|---|---|")
    usual = [statistics.median(column) for column in zip(*taken[kinds[0]], strict=True)]
    for kind in kinds:
        types, blocks = texts[kind]
        counts, cuts = (statistics.median(column) for column in zip(*taken[kind], strict=True))
        size = sum(len(word) for block in blocks for line in block for word in line) / 1e6
        print(
            f"| {kind} | {size:.1f} | {len(types):,} | {counts:.2f} | {counts / usual[0]:.1f} | {cuts:.2f} "
            f"| {cuts / usual[1]:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
