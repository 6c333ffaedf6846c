"""The words that Ψ of a test text under training data is lost by, and how both cut one of them.

The test text is that of a dataset, or one of the person's own.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import escape
from cwsdiag.study import Concordance
from cwsdiag.text import Segmentation
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.rows import choosing_table
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import WORD_LOSSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Cut, Place, WordDifference

# A text in which a word is looked at: the name of its dataset or file, which of the texts it is, and the text itself,
# None where it is not there.
Side = tuple[str, str, Segmentation | None]
_HEIGHT = 262
_WIDTHS = {"word": 80, "count": 50, "taken": 56, "consistency": 50, "occurs": 72, "own_consistency": 56, "cut": 170}
# Ways to cut a string that are shown, sentences for each, and characters on either side of the string.
_WAYS, _SENTENCES, _AROUND = 4, 2, 12


def draw(words: Sequence[WordDifference], sides: Sequence[Side], below: Any, *, has_own: bool, nothing: str) -> None:
    """Draw the words of a pair of training data and test text, and the chosen one in sentences.

    Args:
        words: those that take most from Ψ, costliest first.
        sides: where the chosen one is shown in sentences: the training data first.
        below: the place of these sentences.
        has_own: whether they are set against the test text's own training data, so that they have a loss; else a cost.
        nothing: what is said where there is none.
    """
    if not words:
        widgets.box("info", nothing)
        return
    strings = [one.loss.word for one in words]
    string = state.choose(Key.STRING, strings) or strings[0]
    measure = "loss" if has_own else "cost"
    frame = pd.DataFrame(
        [
            {
                "word": one.loss.word,
                "count": one.loss.count,
                "taken": getattr(one.loss, measure),
                "consistency": one.loss.consistency,
                "occurs": f"{one.loss.as_word:,} / {one.loss.as_string:,}",
                "own_consistency": one.loss.own_consistency,
                "cut": f"{cut_text(one.other[0])} {one.other[1]:,}×"
                if one.other is not None
                else _("not in the training data")
                if one.loss.is_unseen
                else None,
            }
            for one in words
        ]
    )
    columns = {**WORD_LOSSES, "taken": WORD_LOSSES[measure]}
    choosing_table(
        frame,
        tables.columns(columns, [key for key in _WIDTHS if has_own or key != "own_consistency"], **_WIDTHS),
        key="strings",
        chosen=strings.index(string),
        lead=lambda row: state.put(Key.STRING, strings[row]),
        height=_HEIGHT,
        alt=_("The words that take most from Ψ, and how the training data has them"),
    )
    concordances = [(side, Concordance(side[2], string)) for side in sides if side[2] is not None]
    with below:
        widgets.heading(string)
        for column, shown in zip(st.columns(len(concordances), gap="medium"), concordances, strict=True):
            column.html(side_html(*shown))


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
    parts = [f'<p class="cw-side"><b>{escape(side[0])}</b> {escape(side[1])}<small>{occurrences}</small></p>']
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
    """Return the HTML of the words around a place of a string, blanks between them, the string's characters marked."""
    text, starts = "".join(place.words), {*accumulate(map(len, place.words))}
    first, last = max(place.start - _AROUND, 0), min(place.end + _AROUND, len(text))
    drawn = "…" if first else ""
    for at in range(first, last):
        char = escape(text[at])
        gap = " " if at in starts and at > first else ""
        drawn += f"{gap}<mark>{char}</mark>" if place.start <= at < place.end else f"{gap}{char}"
    return f'<p class="cw-preview cw-example">{drawn}{"…" if last < len(text) else ""}</p>'
