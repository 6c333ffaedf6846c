"""What is said on every run where a system's characters differ from gold's."""

from __future__ import annotations

from cwsdiag.matching import match
from cwsdiag.text import Segmentation

# So many numbers of sentences or lines are told.
_SAID = 5
# The largest share below 1 that four decimals can say.
_SHORT = 0.9999


def mismatch_warning(gold: Segmentation, system: Segmentation) -> str:
    """Return how a system's characters differ from gold's, and what was left out for it; nothing where they do not."""
    fidelity = system.differing
    if fidelity is None:
        return ""
    more, fewer = fidelity.added + fidelity.replaced, fidelity.omitted + fidelity.replaced
    sentence = (
        f"{system.name}: characters differ from gold; the system has {_counted(more, 'character')} in "
        f"{_counted(fidelity.strange_words, 'word')} that gold has not, and lacks {_counted(fewer, 'character')} of "
        f"gold. {fidelity.exact_sentences:,} of {_counted(fidelity.sentences, 'sentence')} stand as in gold"
    )
    # What became of sentences and lines that are not one another's, in order.
    strange = sorted({*fidelity.extra} - {*fidelity.repeated})
    lines = []
    for what, numbers in (
        ("no line for sentence", fidelity.lost),
        ("not in gold: line", strange),
        ("repeated: line", fidelity.repeated),
        ("out of order: line", fidelity.moved),
    ):
        if numbers:
            first = ", ".join(f"{number + 1:,}" for number in numbers[:_SAID])
            rest = f", … ({len(numbers):,} in all)" if len(numbers) > _SAID else ""
            lines.append(f"{what} {first}{rest}")
    sentence += f" ({', '.join(lines)}). " if lines else ". "
    if system.own is not None:
        return f"{sentence}All of it counts."
    pair = match(gold, system)
    left_out = []
    for scored, words, of in (
        (pair.gold_scored, len(gold), "gold words"),
        (pair.system_scored, fidelity.words, "words of the system"),
    ):
        compared = int(scored.sum())
        # One below 1 never reads as 1.
        coverage = min(compared / words, 1 if compared == words else _SHORT)
        left_out.append(f"{words - compared:,} of {words:,} {of} (coverage {coverage:.4f})")
    return f"{sentence}Left out: {', '.join(left_out)}."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
