"""One word on the Criteria page: how each side cuts its string, with sentences that show it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.study import KINDS, Concordance
from cwsdiag.ui.shell import widgets
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Cut, Place, WordDifference
    from cwsdiag.text import Segmentation

# Ways to cut a string that are shown, sentences for each, and characters on either side of the string.
_WAYS, _SENTENCES, _AROUND = 4, 2, 12
MANNERS = {"kept": "as a word", "split": "split", "inside": "inside", "across": "across"}


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
    widgets.heading(word, kind_remark(one))
    widgets.said(word_sentence(word, found))
    for column, (side, concordance) in zip(st.columns(len(found), gap="medium"), found, strict=True):
        with column:
            st.html(side_html(side, concordance))


def kind_remark(one: WordDifference) -> str:
    """Return what kind of difference it is, and by which cut; empty where no cut tells."""
    pieces = one.pieces
    return f"{KINDS[one.kind].label}: {''.join(pieces)} or {'·'.join(pieces)}" if pieces else ""


def word_sentence(word: str, found: Sequence[tuple[Side, Concordance]]) -> str:
    """Say what the texts make of a string, the test text before the training data that it is set against."""
    (against, other), (test, own), *_ = found
    said = f"“{word}” is a word in {_kept(own)} in the {test.what} of {test.name}"
    if not len(other):
        return f"{said}; the training data of {against.name} does not have the string."
    said += f", and in {_kept(other)} in the {against.what} of {against.name}"
    elsewhere = next(((cut, count) for cut, count in other.cuts() if cut.manner != "kept"), None)
    if elsewhere is None:
        return f"{said}."
    cut, count = elsewhere
    made = {"split": "which splits it", "inside": "which has it inside", "across": "which cuts across it"}[cut.manner]
    return f"{said}, {made}: {'·'.join(cut.words)} ({count:,}×)."


def _kept(concordance: Concordance) -> str:
    kept = sum(count for cut, count in concordance.cuts() if cut.manner == "kept")
    return f"{kept:,} of {counted(len(concordance), 'occurrences')}"


def cut_text(cut: Cut) -> str:
    """Return a way to cut a string in words: ``split 年·代``, ``inside 年代``, ``across 今·年代``."""
    return f"{MANNERS[cut.manner]} {'·'.join(cut.words)}"


def side_html(side: Side, concordance: Concordance) -> str:
    """Return the HTML of all that a side makes of a string, the most frequent first, with sentences."""
    cuts = concordance.cuts()
    parts = [
        f'<p class="cw-side"><b>{escape(side.name)}</b> {escape(side.what)}'
        f"<small>{counted(len(concordance), 'occurrences')}</small></p>"
    ]
    if not cuts:
        parts.append('<p class="cw-note">The string does not occur.</p>')
    for cut, count in cuts[:_WAYS]:
        parts.append(f'<p class="cw-cut">{escape(cut_text(cut))} <small>{count:,}×</small></p>')
        parts += [sentence_html(place) for place in concordance.places(cut, limit=_SENTENCES)]
    left = cuts[_WAYS:]
    if left:
        more = counted(len(left), "more ways")
        parts.append(f'<p class="cw-note">{more} to cut it, {sum(count for _, count in left):,}× in all.</p>')
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
    boxes = "".join(_box(word, start, place, first, last) for start, _, word in shown)
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
