"""How long it takes to put an answer with other characters on gold, and how much memory: medians of fresh processes.

    python -m benchmarks.alignment

A million characters are made from a seed, in sentences of 10 to 70; 1 % of them are deleted, replaced, or have another
after them. Beside the lines as they are: all on one line; and 2 % of the lines lost, as many repeated, all in another
order. Seconds are those of the processor, which does nothing in parallel: what else runs on the machine matters little.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time

from cwsdiag.align import align
from cwsdiag.text import Segmentation, text_of

CHARACTERS = 1_000_000
DAMAGE = 0.01
LOST = 0.02
RUNS = 5
KINDS = ("lines", "one line", "other order")

Words = list[list[str]]


def gold_of(draw: random.Random) -> Words:
    """Return sentences of words whose characters are about as unevenly frequent as those of a text."""
    sentences: Words = []
    made = 0
    while made < CHARACTERS:
        size = draw.randint(10, 70)
        sentence = []
        while size > 0:
            word = draw.choice((1, 2, 2, 2, 3))
            sentence.append("".join(chr(0x4E00 + int(min(3000, draw.expovariate(1 / 300)))) for _ in range(word)))
            size -= word
        sentences.append(sentence)
        made += sum(map(len, sentence))
    return sentences


def damaged(word: str, draw: random.Random) -> str:
    """Return a word with some of its characters deleted, replaced, or followed by another."""
    made = []
    for char in word:
        chance = draw.random() / DAMAGE
        made.append("" if chance < 1 / 3 else chr(0x4E00 + draw.randrange(3000)) if chance < 2 / 3 else char)
        if 2 / 3 <= chance < 1:
            made.append(chr(0x4E00 + draw.randrange(3000)))
    return "".join(made)


def answer_to(gold: Words, kind: str, draw: random.Random) -> Words:
    """Return what a system gives back."""
    lines = [[word for word in (damaged(word, draw) for word in sentence) if word] for sentence in gold]
    if kind == "one line":
        return [[word for line in lines for word in line]]
    if kind == "other order":
        lines = [line for line in lines if draw.random() >= LOST]
        lines += lines[:: round(1 / LOST)]
        draw.shuffle(lines)
    return lines


def measured(kind: str) -> tuple[float, float]:
    """Return the processor seconds of one alignment, and by how many megabytes it raises the peak of this process."""
    draw = random.Random(1)
    sentences = gold_of(draw)
    gold = Segmentation.of_words("gold", [word for one in sentences for word in one], [len(one) for one in sentences])
    lines = answer_to(sentences, kind, draw)
    text, ends = text_of([word for line in lines for word in line], [len(line) for line in lines])
    before, started = peak(), time.process_time()
    align(gold, name="answer", text=text, word_ends=ends, mismatch="count")
    return time.process_time() - started, peak() - before


def peak() -> float:
    """Return the most memory that this process had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print a line for each kind of answer."""
    if len(sys.argv) > 1:
        print(*measured(sys.argv[1]))  # noqa: T201
        return
    for kind in KINDS:
        command = [sys.executable, "-m", "benchmarks.alignment", kind]
        runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(RUNS)]
        seconds, megabytes = (statistics.median(float(run[place]) for run in runs) for place in (0, 1))
        print(f"{kind}: {seconds:.2f} s of the processor, {megabytes:.0f} MB more")  # noqa: T201


if __name__ == "__main__":
    main()
