"""What the text that systems were given says about gold and predictions."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from cwsdiag.align import differing_stretches, place_of
from cwsdiag.doctor.finding import Finding
from cwsdiag.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.formats import Document

# So many files that differ are named with the place; of the others their number is said.
_SHOWN = 3


def about_raw(raw: Document, gold: Document, systems: Mapping[str, Document]) -> Iterator[Finding]:
    """Compare the characters of a raw text with those of gold and of each prediction.

    Yields:
        ``raw-fits``, or ``raw-differs`` with the number of files whose characters are others; it names the first place
        in each, as the raw text has it.
    """
    chars = "".join(raw.words)
    texts = {f"{gold.name} (gold)": gold, **{f"{text.name} ({name})": text for name, text in systems.items()}}
    others = {called: "".join(text.words) for called, text in texts.items()}
    differing = [called for called, its in others.items() if its != chars]
    if not differing:
        those = "gold" if not systems else "gold and of all predictions" if len(systems) > 1 else "gold and prediction"
        message = f"{raw.name}: its {len(chars):,} characters are those of {those}."
        yield Finding("note", "raw-fits", raw.name, message)
        return
    fitting = len(others) - len(differing)
    lines = [_difference(raw, called, others[called]) for called in differing[:_SHOWN]]
    if len(differing) > _SHOWN:
        lines.append(f"So do {len(differing) - _SHOWN:,} others.")
    head = f"{raw.name}: {len(differing):,} of {len(others):,} files have other characters than this raw text"
    head += ". What all have in common is probably right." if fitting else ": perhaps it is that of another test set."
    width = unicodedata.normalize("NFKC", chars)
    only_width = all(unicodedata.normalize("NFKC", others[called]) == width for called in differing)
    if only_width:
        lines.append("All of that is full width against half width.")
    yield Finding(
        "warning",
        "raw-differs",
        raw.name,
        "\n".join([head, *lines]),
        fix="nfkc" if only_width else None,
        value=float(len(differing)),
    )


def _difference(raw: Document, called: str, chars: str) -> str:
    text, _ = text_of(raw.words, raw.sizes)
    places = differing_stretches(text.chars, chars)
    many = f"{len(places):,} place{'s' * (len(places) != 1)}"
    return f"{called}: {many}, the first in {place_of(places[0], text, chars, names=('raw text', 'there'))}"
