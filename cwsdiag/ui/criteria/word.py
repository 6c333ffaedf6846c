"""One word on the Criteria page: how each side cuts its string, with sentences that show it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import escape
from cwsdiag.study import Concordance
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Cut, Place, WordDifference
    from cwsdiag.text import Segmentation

# Ways to cut a string that are shown, sentences for each, and characters on either side of the string.
_WAYS, _SENTENCES, _AROUND = 4, 2, 12


@dataclass(frozen=True, eq=False)
class Side:
    """A text in which a word is looked at.

    Attributes:
        name: of the dataset, or of a file of one's own.
        what: which of its texts.
        text: None where it is not there.
    """

    name: str
    what: str
    text: Segmentation | None


def draw(one: WordDifference, sides: Sequence[Side]) -> None:
    """Draw how each side cuts the string of a word."""
    word = one.loss.word
    found = [(side, Concordance(side.text, word)) for side in sides if side.text is not None]
    widgets.heading(word)
    widgets.said(word_sentence(word, found))
    for column, (side, concordance) in zip(st.columns(len(found), gap="medium"), found, strict=True):
        with column:
            st.html(side_html(side, concordance))


def word_sentence(word: str, found: Sequence[tuple[Side, Concordance]]) -> str:
    """Say what the texts make of a string, the test text before the training data that it is set against."""
    (against, other), (test, own), *_rest = found
    values: dict[str, object] = {
        "word": word,
        "kept": _kept(own),
        "text": test.what,
        "name": test.name,
        "other_text": against.what,
        "other": against.name,
    }
    if not len(other):
        return _(
            "“{word}” is a word in {kept} in the {text} of {name}; the training data of {other} does not have the "
            "string.",
            **values,
        )
    values["other_kept"] = _kept(other)
    elsewhere = next(((cut, count) for cut, count in other.cuts() if cut.manner != "kept"), None)
    if elsewhere is None:
        return _(
            "“{word}” is a word in {kept} in the {text} of {name}, and in {other_kept} in the {other_text} of {other}.",
            **values,
        )
    cut, count = elsewhere
    values |= {"cut": "·".join(cut.words), "count": count}
    if cut.manner == "split":
        return _(
            "“{word}” is a word in {kept} in the {text} of {name}, and in {other_kept} in the {other_text} of {other}, "
            "which splits it: {cut} ({count:,}×).",
            **values,
        )
    if cut.manner == "inside":
        return _(
            "“{word}” is a word in {kept} in the {text} of {name}, and in {other_kept} in the {other_text} of {other}, "
            "which has it inside: {cut} ({count:,}×).",
            **values,
        )
    return _(
        "“{word}” is a word in {kept} in the {text} of {name}, and in {other_kept} in the {other_text} of {other}, "
        "which cuts across it: {cut} ({count:,}×).",
        **values,
    )


def _kept(concordance: Concordance) -> str:
    kept = sum(count for cut, count in concordance.cuts() if cut.manner == "kept")
    return n_("{kept:,} of {n:,} occurrence", "{kept:,} of {n:,} occurrences", len(concordance), kept=kept)


def cut_text(cut: Cut) -> str:
    """Return a way to cut a string in words: ``split 年·代``, ``inside 年代``, ``across 今·年代``."""
    words = "·".join(cut.words)
    if cut.manner == "kept":
        return _("as a word {words}", words=words)
    if cut.manner == "split":
        return _("split {words}", words=words)
    return _("inside {words}", words=words) if cut.manner == "inside" else _("across {words}", words=words)


def side_html(side: Side, concordance: Concordance) -> str:
    """Return the HTML of all that a side makes of a string, the most frequent first, with sentences."""
    cuts = concordance.cuts()
    occurrences = n_("{n:,} occurrence", "{n:,} occurrences", len(concordance))
    parts = [f'<p class="cw-side"><b>{escape(side.name)}</b> {escape(side.what)}<small>{occurrences}</small></p>']
    if not cuts:
        said = _("The string does not occur.")
        parts.append(f'<p class="cw-note">{said}</p>')
    for cut, count in cuts[:_WAYS]:
        parts.append(f'<p class="cw-cut">{escape(cut_text(cut))} <small>{count:,}×</small></p>')
        parts += [sentence_html(place) for place in concordance.places(cut, limit=_SENTENCES)]
    left = cuts[_WAYS:]
    if left:
        said = n_(
            "{n:,} more way to cut it, {count:,}× in all.",
            "{n:,} more ways to cut it, {count:,}× in all.",
            len(left),
            count=sum(count for _cut, count in left),
        )
        parts.append(f'<p class="cw-note">{said}</p>')
    return "".join(parts)


def sentence_html(place: Place) -> str:
    """Return the HTML of the words around a place of a string, each a box, the string's characters marked."""
    first, last = place.start - _AROUND, place.end + _AROUND
    spans = [
        (end - len(word), end, word) for word, end in zip(place.words, accumulate(map(len, place.words)), strict=True)
    ]
    shown = [
        (start, end, word)
        for start, end, word in spans
        if (start >= first and end <= last) or (start < place.end and end > place.start)
    ]
    before = "…" if shown[0] != spans[0] else ""
    after = "…" if shown[-1] != spans[-1] else ""
    boxes = "".join(_box(word, start, place, first, last) for start, _end, word in shown)
    return f'<p class="cw-preview cw-example">{before}{boxes}{after}</p>'


def _box(word: str, start: int, place: Place, first: int, last: int) -> str:
    """Return a word that begins at ``start``, the string's characters marked; a long one cut to [first, last)."""
    low, high = max(start, first), min(start + len(word), last)
    inner, outer = (min(max(edge, low), high) for edge in (place.start, place.end))
    head, middle, tail = (
        escape(word[begin - start : end - start]) for begin, end in ((low, inner), (inner, outer), (outer, high))
    )
    marked = f"<mark>{middle}</mark>" if middle else ""
    dots = ("…" if low > start else "", "…" if high < start + len(word) else "")
    return f"<span>{dots[0]}{head}{marked}{tail}{dots[1]}</span>"
