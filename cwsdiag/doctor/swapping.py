"""Whether gold and training data are swapped where no prediction tells: a question, from their names and lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cwsdiag.doctor.finding import Finding
from cwsdiag.doctor.names import hints
from cwsdiag.doctor.training import telling_sentences
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats

# One who has two texts, one so many times as long as the other, trains on the longer one.
MUCH_LONGER = 3.0
_LEAST_SHARE = 0.5

# What a sign says: that gold and training data are swapped, that they are not, or nothing.
_Says = Literal["swapped", "right", "nothing"]


def doubted_pair(gold: Document, training: TrainingStats, others: Iterable[Document]) -> Iterator[Finding]:
    """Ask whether gold and training data are swapped, where names or lengths say so and no other text tells.

    Names say so where gold is called as training data, or training data as gold and not the reverse; lengths where
    gold is ``MUCH_LONGER`` than training data. A word list is never gold.

    Args:
        gold: what is taken for gold.
        training: what is taken for training data.
        others: predictions and raw texts. One that is of the gold text tells that nothing is swapped.

    Yields:
        ``swapped-training-doubt``, a note, with how many times as long as the training text gold is.
    """
    if not training.has_text or not training.characters or not len(gold):
        return
    names, said_by_names = _names(gold.name, training.name)
    times = len(gold.chars) / training.characters
    lengths, said_by_lengths = _lengths(gold.name, training.name, times)
    if "swapped" not in (names, lengths) or any(_is_of(gold, other) for other in others):
        return
    signs = [said for says, said in ((names, said_by_names), (lengths, said_by_lengths)) if says != "nothing"]
    reason = signs[0] if len(signs) == 1 else lazy("{one} {other}", one=signs[0], other=signs[1])
    yield Finding(
        "note",
        "swapped-training-doubt",
        gold.name,
        lazy(
            "Are {gold} (gold) and {training} (training data) swapped? {reason} {how_sure} If they are, load each as "
            "the other.",
            gold=gold.name,
            training=training.name,
            reason=reason,
            how_sure=_how_sure({names, lengths}),
        ),
        value=times,
    )


def _names(gold: str, training: str) -> tuple[_Says, str]:
    """Return what the names of the two files say, and the sentence for it."""
    ours, theirs = hints(gold), hints(training)
    as_gold = {"gold", "test"}
    called_training = "training" in ours and not ours & as_gold
    called_gold = bool(theirs & as_gold) and "training" not in theirs
    if called_training and called_gold:
        return "swapped", lazy("Their names say the reverse.")
    if called_training:
        return "swapped", lazy("{name} sounds like training data.", name=gold)
    if called_gold:
        return "swapped", lazy("{name} sounds like a gold file.", name=training)
    if ours & as_gold or "training" in theirs:
        return "right", lazy("Their names do not say so.")
    return "nothing", ""


def _lengths(gold: str, training: str, times: float) -> tuple[_Says, str]:
    """Return what the lengths of the two texts say, and the sentence for it."""
    if times >= MUCH_LONGER:
        return "swapped", lazy(
            "{longer} is {times:.1f} times as long as {shorter}; training data is usually the longer text.",
            longer=gold,
            shorter=training,
            times=times,
        )
    if times * MUCH_LONGER <= 1:
        return "right", lazy(
            "{longer} is {times:.1f} times as long as {shorter}, as training data usually is.",
            longer=training,
            shorter=gold,
            times=1 / times,
        )
    return "nothing", ""


def _how_sure(says: set[_Says]) -> str:
    if says == {"swapped"}:
        return lazy("Both signs agree, so this is likely; a prediction would tell.")
    if "right" in says:
        return lazy("The two signs contradict each other, so this is open; a prediction would tell.")
    return lazy("It is the only sign, so this is open; a prediction would tell.")


def _is_of(gold: Document, other: Document) -> bool:
    """Tell whether another file is of the gold text, even where some of its characters are others."""
    ours = gold.chars
    if other.chars == ours:
        return True
    telling = telling_sentences(other)
    return bool(telling) and sum(sentence in ours for sentence in telling) >= _LEAST_SHARE * len(telling)
