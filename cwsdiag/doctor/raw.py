"""What the text that systems were given says about gold and predictions."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from cwsdiag.align import differing_stretches, place_of
from cwsdiag.doctor.finding import Finding, listed
from cwsdiag.languages import Lazy, lazy, n_lazy

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
    chars = raw.chars
    # A system may be called "gold" too.
    others = [(lazy("gold"), gold.chars), *((name, text.chars) for name, text in systems.items())]
    # Whoever has the same characters differs at the same places: that is said once.
    groups: dict[str, list[str]] = {}
    for name, its in others:
        groups.setdefault(its, []).append(name)
    fitting = groups.pop(chars, [])
    if not groups:
        said = {"name": raw.name, "characters": len(chars)}
        if len(systems) > 1:
            message = lazy("{name}: its {characters:,} characters are those of gold and of all predictions.", **said)
        elif systems:
            message = lazy("{name}: its {characters:,} characters are those of gold and prediction.", **said)
        else:
            message = lazy("{name}: its {characters:,} characters are those of gold.", **said)
        yield Finding("note", "raw-fits", raw.name, message)
        return
    differing = len(others) - len(fitting)
    said = {"name": raw.name, "differing": differing, "files": len(others)}
    if fitting:
        message = lazy(
            "{name}: {differing:,} of {files:,} files have other characters than this raw text. It fits {names}: the "
            "others were changed, or made from another text.",
            names=_listed(fitting),
            **said,
        )
    else:
        message = lazy(
            "{name}: {differing:,} of {files:,} files have other characters than this raw text. Perhaps it is the raw "
            "text that was changed, or it is that of another test set.",
            **said,
        )
    for its, names in list(groups.items())[:_SHOWN]:
        message += "\n" + _difference(raw, names, its)
    if len(groups) > _SHOWN:
        message += "\n" + lazy("{number:,} more differ in other ways.", number=len(groups) - _SHOWN)
    width = unicodedata.normalize("NFKC", chars)
    only_width = all(unicodedata.normalize("NFKC", its) == width for its in groups)
    if only_width:
        message += "\n" + lazy(
            "All of that is full width against half width: normalise all files. That moves the OOV rate, too."
        )
    yield Finding("warning", "raw-differs", raw.name, message, "nfkc" if only_width else None, float(differing))


def _difference(raw: Document, names: Sequence[str], chars: str) -> Lazy:
    places = differing_stretches(raw.chars, chars)
    where = place_of(places[0], raw.text, chars, names=(lazy("raw text"), lazy("there")))
    return n_lazy(
        "{names}: {n:,} place, the first in {place}",
        "{names}: {n:,} places, the first in {place}",
        len(places),
        names=_listed(names),
        place=where,
    )


def _listed(names: Sequence[str]) -> str:
    """Return names of systems, the first few of many."""
    if len(names) <= _LISTED:
        return listed(names)
    return listed([*names[: _LISTED - 1], lazy("{number:,} others", number=len(names) - _LISTED + 1)])
