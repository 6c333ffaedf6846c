"""What is said on every run where a system's characters differ from gold's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.matching import match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.text import Segmentation, TextFidelity

# So many numbers of sentences or lines are told.
_SAID = 5
# The largest share below 1 that four decimals can say.
_SHORT = 0.9999


def mismatch_warning(gold: Segmentation, system: Segmentation) -> str:
    """Return how a system's characters differ from gold's, and what was left out for it; nothing where they do not."""
    fidelity = system.differing
    if fidelity is None:
        return ""
    found = match(gold, system)
    compared, words = int(found.gold_scored.sum()), int(found.system_scored.sum())
    more, fewer = fidelity.added + fidelity.replaced, fidelity.omitted + fidelity.replaced
    said = (
        f"{system.name}: characters differ from gold; the system has {_counted(more, 'character')} in "
        f"{_counted(fidelity.strange_words, 'word')} that gold has not, and lacks {_counted(fewer, 'character')} of "
        f"gold. {fidelity.exact_sentences:,} of {_counted(fidelity.sentences, 'sentence')} stand as in gold"
    )
    lines = ", ".join(f"{what} {_numbers(numbers)}" for what, numbers in _lines(fidelity) if numbers)
    said += f" ({lines}). " if lines else ". "
    if system.own is not None:
        return f"{said}All of it counts."
    return (
        f"{said}Left out: {len(gold) - compared:,} of {len(gold):,} gold words "
        f"({_coverage(compared, len(gold))}), {fidelity.words - words:,} of {fidelity.words:,} words of the system "
        f"({_coverage(words, fidelity.words)})."
    )


def _coverage(compared: int, words: int) -> str:
    """Return which share was compared; one below 1 never reads as 1."""
    return f"coverage {min(compared / words, 1 if compared == words else _SHORT):.4f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _lines(fidelity: TextFidelity) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield what became of sentences and lines that are not one another's, in order."""
    repeated = set(fidelity.repeated)
    yield "no line for sentence", fidelity.lost
    yield "not in gold: line", [line for line in fidelity.extra if line not in repeated]
    yield "repeated: line", fidelity.repeated
    yield "out of order: line", fidelity.moved


def _numbers(numbers: Sequence[int]) -> str:
    """Return numbers that count from 0 as people count, with how many they are where that is more than are said."""
    said = ", ".join(f"{number + 1:,}" for number in numbers[:_SAID])
    return said if len(numbers) <= _SAID else f"{said}, … ({len(numbers):,} in all)"
