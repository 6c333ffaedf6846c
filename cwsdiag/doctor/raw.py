"""What the text that systems were given says about gold and predictions."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from cwsdiag.align import differing_stretches, place_of
from cwsdiag.doctor.finding import Finding, listed
from cwsdiag.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.formats import Document

# So many ways to differ are said with their first place, so many names in a row.
_SHOWN = 3
_LISTED = 4


def about_raw(raw: Document, gold: Document, systems: Mapping[str, Document]) -> Iterator[Finding]:
    """Compare the characters of a raw text with those of gold and of each prediction.

    Yields:
        ``raw-fits``, or ``raw-differs`` with the number of files whose characters are others; it names the first place
        where they are, as the raw text has it.
    """
    chars = "".join(raw.words)
    # A system may be called "gold" too.
    others = [("gold", "".join(gold.words)), *((name, "".join(text.words)) for name, text in systems.items())]
    # Whoever has the same characters differs at the same places: that is said once.
    groups: dict[str, list[str]] = {}
    for name, its in others:
        groups.setdefault(its, []).append(name)
    fitting = groups.pop(chars, [])
    if not groups:
        whose = (
            "those of gold" + " and of all predictions" * (len(systems) > 1) + " and prediction" * (len(systems) == 1)
        )
        yield Finding("note", "raw-fits", raw.name, f"{raw.name}: its {len(chars):,} characters are {whose}.")
        return
    differing = len(others) - len(fitting)
    head = f"{raw.name}: {differing:,} of {len(others):,} files have other characters than this raw text. "
    head += (
        f"It fits {_listed(fitting)}: the others were changed, or made from another text."
        if fitting
        else "Perhaps it is the raw text that was changed, or it is that of another test set."
    )
    lines = [_difference(raw, names, its) for its, names in list(groups.items())[:_SHOWN]]
    if len(groups) > _SHOWN:
        lines.append(f"{len(groups) - _SHOWN:,} more differ in other ways.")
    width = unicodedata.normalize("NFKC", chars)
    only_width = all(unicodedata.normalize("NFKC", its) == width for its in groups)
    if only_width:
        lines.append("All of that is full width against half width: normalise all files.")
    message = "\n".join([head, *lines])
    yield Finding("warning", "raw-differs", raw.name, message, "nfkc" if only_width else None, float(differing))


def _difference(raw: Document, names: Sequence[str], chars: str) -> str:
    text, _ = text_of(raw.words, raw.sizes)
    places = differing_stretches(text.chars, chars)
    many = f"{len(places):,} place{'s' * (len(places) != 1)}"
    return f"{_listed(names)}: {many}, the first in {place_of(places[0], text, chars, names=('raw text', 'there'))}"


def _listed(names: Sequence[str]) -> str:
    """Return names of systems, the first few of many."""
    shown = list(names) if len(names) <= _LISTED else [*names[: _LISTED - 1], f"{len(names) - _LISTED + 1:,} others"]
    return listed(shown)
