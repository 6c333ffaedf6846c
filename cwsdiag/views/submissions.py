"""Sentences on the tasks of a board, and scores as ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.languages import _, lazy, n_, p_
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.board import Task
    from cwsdiag.board.models import KnownBy

_INNER, _OUTER = "separators.intersection.", "separators.union."
# From which end to which a score is given: precision and F rise to the union, recall to the intersection.
_RANGES = {"precision": (_INNER, _OUTER), "recall": (_OUTER, _INNER), "f1": (_INNER, _OUTER)}
RANGE = "separators.range."
# What a task does where a submission has other characters than gold.
MISMATCHES: dict[Mismatch, str] = {
    "error": lazy("refuse the submission"),
    "skip": lazy("leave it out on both sides"),
    "count": lazy("count it against the system"),
}
# How the board knows whose a submission is.
KNOWN_BY: dict[KnownBy, str] = {"": "", "key": lazy("a key"), "sign-in": lazy("a sign-in")}


def shows_ranges(task: Task) -> bool:
    """Return whether scores against several references stand as one range in a public table."""
    return task.references > 0 and not task.sealed


def with_ranges(names: Sequence[str]) -> list[str]:
    """Return names of scores in which those against both ends of several references are one range a score."""
    ends = [name for name in names if name.startswith((_INNER, _OUTER))]
    plain = [name for name in names if name not in ends]
    if not ends:
        return plain
    after = max(place for place, name in enumerate(plain, start=1) if name.startswith("separators."))
    return [*plain[:after], *(RANGE + key for key in _RANGES), *plain[after:]]


def range_of(name: str, scores: Mapping[str, float]) -> str:
    """Return a range of ``with_ranges`` as people read it: ``0.882 to 0.946``; a dash where a system has none.

    Args:
        name: of the range.
        scores: of a submission, by name.
    """
    key = name.removeprefix(RANGE)
    first, last = (number(scores.get(end + key)) for end in _RANGES[key])
    return _("{start}{between}{end}", start=first, between=p_("between the ends of a range", " to "), end=last)


def times_said(task: Task) -> str:
    """Say when systems may be submitted for a task, and whether now is such a time; empty where there is no bound."""
    opens, closes = moment_said(task.opens), moment_said(task.closes)
    if task.phase == "before":
        if not closes:
            return _("Not open yet: systems can be submitted from {opens}.", opens=opens)
        return _("Not open yet: systems can be submitted from {opens} until {closes}.", opens=opens, closes=closes)
    if task.phase == "closed":
        return _("Closed: systems could be submitted until {closes}.", closes=closes)
    return _("Systems can be submitted until {closes}.", closes=closes) if closes else ""


def size_said(task: Task) -> str:
    """Say how large a task is: in gold words, or in characters while these are not said."""
    if task.words is None:
        return n_("{n:,} character", "{n:,} characters", task.characters)
    return n_("{n:,} gold word", "{n:,} gold words", task.words)


def sealed_said(task: Task) -> str:
    """Say what is told of the submissions to a task until it closes; empty where all is told."""
    if not task.sealed:
        return ""
    return _("Gold is private: until the task closes there are the main scores, to three decimals.")


def moment_said(stored: str) -> str:
    """Return a moment as the board stores it as people read it: ``2026-05-01 18:00 UTC``; empty for none."""
    return f"{stored[:10]} {stored[11:16]} UTC" if stored else ""
