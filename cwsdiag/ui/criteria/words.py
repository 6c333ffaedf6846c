"""The first part of the Criteria page: Ψ of all training data and test texts, and the words that it is lost by.

The test text of a pair is that of a dataset, or one of the person's own.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.criteria import psi
from cwsdiag.languages import _, lazy, n_
from cwsdiag.languages.visible import escape
from cwsdiag.study import Concordance
from cwsdiag.text import Segmentation
from cwsdiag.ui.criteria.bench import Bench, choose_pair
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.across.criteria import points
from cwsdiag.views.across.systems import friedman_sentence
from cwsdiag.views.columns import WORD_LOSSES
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.study import Cut, Place, WordDifference

# A text in which a word is looked at: the name of its dataset or file, which of the texts it is, and the text itself,
# None where it is not there.
Side = tuple[str, str, Segmentation | None]
_HEIGHT = 290
_WIDTHS = {"word": 120, "count": 80, "taken": 80, "consistency": 80, "occurs": 110, "own_consistency": 80, "cut": 260}
# Ways to cut a string that are shown, sentences for each, and characters on either side of the string.
_WAYS, _SENTENCES, _AROUND = 4, 2, 12
_PSI = lazy(
    "Ψ says how consistently training data has the words of a test text as words: for each of them the share of the "
    "string's occurrences in the training data that are the word, averaged over the test text, × 100."
)


def part(bench: Bench) -> Content:
    """Draw the part; return what it shows."""
    train, test = _pair(bench)
    content = psi(bench, selected=(train, test))
    bench.say(content.sentence, content.remark)
    if len(bench.names) > 1:
        exhibit = bench.exhibit("psi", content)
        left, right = st.columns([0.52, 0.48], gap="medium")
        with left:
            show.chart(
                exhibit,
                key="psi matrix",
                title="Ψ",
                remark=_("rows: training data, columns: test texts; a click: its words"),
                click=lambda mark: choose_pair(*mark),
                size=HALF,
            )
        with right:
            title = _("Points below the test text's own training data")
            bench.pairs_table(exhibit, title, key="psi pairs", lead=choose_pair, psi=58, lost=58)
        tested = friedman_sentence(bench.matrix.test(), treatments="test texts", blocks="training data")
        widgets.note(_PSI, tested)
    of_datasets(bench, train, test)
    return content


def _pair(bench: Bench) -> tuple[str, str]:
    """Return the selected training data and test text; without a selection, where Ψ loses most."""
    train, test = bench.selected()
    pairs = psi(bench).table
    if (train is None or test is None) and pairs is not None:
        for row in pairs().frame.dropna(subset=["psi"]).itertuples():
            if row.train != row.test and train in (None, row.train) and test in (None, row.test):
                return row.train, row.test
    first = train or test or bench.names[0]
    return first, test or first


def of_datasets(bench: Bench, train: str, test: str) -> None:
    """Draw the words of a pair of datasets."""
    has_own = train != test and test in bench.trainable
    values = {
        "psi": number(bench.psi(train, test), 1),
        "own": number(bench.psi(test, test), 1),
        "words": n_("{n:,} word", "{n:,} words", len(bench.corpus(test).test)),
    }
    if has_own:
        remark = _("Ψ {psi} over {words}; {own} under its own training data", **values)
    else:
        remark = _("Ψ {psi} over {words}", **values)
    widgets.heading(test if train == test else f"{train} → {test}", remark)
    if train not in bench.trainable:
        said = _("{dataset} has no segmented training text, so there is nothing to compare with.", dataset=train)
        widgets.box("info", said)
        return
    if not has_own:
        widgets.note(_("Words are ranked by what each takes from 100."))
    with st.spinner(_("Looking up the words …")):
        words = project_data.differences_of(bench.chosen, train, test)
    sides: list[Side] = [
        (name, _("training data"), project_data.training_text(bench.chosen, name))
        for name in ([train, test] if has_own else [train])
    ]
    sides.insert(1, (test, _("test text"), bench.corpus(test).test))
    draw(words, sides, has_own=has_own, nothing=_("No word loses anything here."))


def draw(words: Sequence[WordDifference], sides: Sequence[Side], *, has_own: bool, nothing: str) -> None:
    """Draw the words of a pair of training data and test text, and the chosen one in sentences.

    Args:
        words: those that take most from Ψ, costliest first.
        sides: where the chosen one is shown in sentences: the training data first.
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
    tables.choosing_table(
        frame,
        tables.columns(columns, [key for key in _WIDTHS if has_own or key != "own_consistency"], **_WIDTHS),
        key="strings",
        chosen=strings.index(string),
        lead=lambda row: state.put(Key.STRING, strings[row]),
        height=_HEIGHT,
        alt=_("The words that take most from Ψ, and how the training data has them"),
    )
    widgets.note(
        _(
            "The {words} that take most, {points} together.",
            words=n_("{n:,} word", "{n:,} words", len(words)),
            points=points(float(frame["taken"].sum())),
        )
    )
    widgets.heading(string)
    concordances = [(side, Concordance(side[2], string)) for side in sides if side[2] is not None]
    for column, shown in zip(st.columns(len(concordances), gap="medium"), concordances, strict=True):
        with column:
            st.html(side_html(*shown))


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
