"""Hard words on the Difficulty page: who gets them right, which kinds are hard, scores that weigh them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.balanced import INTERVAL_LABELS
from cwsdiag.charts.difficulty.intervals import WordKind, accuracy_figure, kinds_figure
from cwsdiag.charts.difficulty.lines import variants_figure
from cwsdiag.charts.names import short_names
from cwsdiag.exhibits.difficulty import HardWords, system_line
from cwsdiag.formats.language import language_of
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.difficulty import door
from cwsdiag.ui.shell import leads, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import Column

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.columns import Columns
    from cwsdiag.views.hardness.scores import Hardness

# The ten intervals, for when the address has attributes cut in another way.
_TENTHS = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"
_LONGEST_NAME = 24
# What the page calls the scores of a measure, by the letter of their fields, plain first.
_VARIANTS = {
    lazy("precision"): ("precision", "p_punishment", "p_reward", "p_b"),
    lazy("recall"): ("recall", "r_punishment", "r_reward", "r_b"),
}
_VARIANT_TICKS = (lazy("standard"), lazy("punishment"), lazy("reward"), lazy("balanced"))


def to_interval(place: int) -> None:
    """In a callback: lead to the words of an interval of difficulty, which needs difficulty cut into ten."""
    _lead(bucket=place, word=None)


def to_word(word: str, place: int | None = None) -> None:
    """In a callback: lead to all places of a word, or to those of them in an interval of difficulty."""
    _lead(bucket=place, word=word)


def _lead(*, bucket: int | None, word: str | None) -> None:
    notation = state.get(Key.BUCKETS)
    cut: dict[str, str | None] = {}
    if notation is not None:
        others = [part for part in notation.split(";") if not part.startswith("diff=")]
        cut["buckets"] = ";".join([*others, _TENTHS])
    leads.to_words("diff", bucket, word=word, **cut)


def words_part(view: View, hard: Hardness) -> None:
    """Draw who gets hard words right, and which kinds of words are hard."""
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        widgets.heading(_("Who gets the hard ones?"), _("accuracy; columns: share of words"))
        _accuracy(view, hard)
        widgets.note(_("A click on an interval leads to its words, in both figures."))
        _accuracy_table(view, hard)
    with right:
        _kinds(view, hard)


def _labels() -> list[str]:
    return [translated(label) for label in INTERVAL_LABELS]


def _accuracy(view: View, hard: Hardness) -> None:
    intervals, accuracy = hard.intervals, hard.accuracy
    widgets.leading_chart(
        accuracy_figure(
            [system_line(name, view.looks[name], accuracy[name]) for name in view.known.systems],
            labels=_labels(),
            words=intervals["words"].tolist(),
            shares=intervals["share"].tolist(),
        ),
        key="accuracy by difficulty",
        lead=lambda data: to_interval(int(data[0])),
        alt=_("Accuracy of every system by difficulty; the table below holds the same numbers"),
        exhibit=HardWords(view.scene),
    )


def _accuracy_table(view: View, hard: Hardness) -> None:
    short = short_names(view.known.systems, _LONGEST_NAME)
    # By number: a system may be called as a column beside it.
    scores = {f"system {place}": Column(name, format="score") for place, name in enumerate(short)}
    _intervals_table(
        pd.concat([hard.intervals[["words"]], hard.accuracy.set_axis(list(scores), axis=1)], axis=1),
        {"words": Column(_("words"), format="count"), **scores},
        title=_("Accuracy as a table"),
        key="accuracy table",
        alt=_("Accuracy of every system by difficulty"),
    )


def _intervals_table(frame: pd.DataFrame, columns: Columns, *, title: str, key: str, alt: str) -> None:
    """Draw numbers, a row an interval of difficulty, closed at first; a click leads to the words of an interval."""
    shown = {"label": tables.Shown(Column(_("difficulty")), width=90), **tables.columns(columns)}
    with widgets.controls(key), st.expander(title):
        tables.leading_table(frame.assign(label=_labels()), shown, key=key, lead=to_interval, alt=alt)


def _kinds(view: View, hard: Hardness) -> None:
    language = language_of(view.known.dataset.gold.text.chars)
    listed, whose = door.idioms(view) if language is None else (None, "")
    shares, sizes = hard.kinds(listed)
    names = {name: translated(name) for name in shares}
    widgets.heading(_("Which words are hard?"), _("per cent of each kind"))
    widgets.leading_chart(
        kinds_figure(
            [WordKind(names[name], sizes[name], tuple(share.tolist())) for name, share in shares.items()],
            labels=_labels(),
        ),
        key="kinds by difficulty",
        lead=lambda data: to_interval(int(data[0])),
        alt=_(
            "How each kind of words spreads over ten intervals of difficulty; the table below holds the same numbers"
        ),
    )
    if listed is not None:
        count = n_("{n:,} word", "{n:,} words", len(listed))
        said = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    else:
        said = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    if "OOV words" not in shares:
        said = _("{first} {second}", first=said, second=_("Without training data no word is OOV."))
    widgets.note(said)
    if listed is not None:
        door.idioms_control(view)
    _intervals_table(
        pd.DataFrame(shares),
        {name: Column(_("{kind} %", kind=called), format="points") for name, called in names.items()},
        title=_("Shares as a table"),
        key="kinds table",
        alt=_("Per cent of each kind of words by difficulty"),
    )


def variants(view: View, hard: Hardness) -> None:
    """Draw standard precision and recall beside the weighted ones."""
    scores = hard.scores
    widgets.heading(_("Precision and recall, weighted"), _("punishment: easy words count; reward: hard words count"))
    panels = {
        translated(measure): [
            system_line(name, view.looks[name], values)
            for name, *values in scores[["name", *fields]].itertuples(index=False, name=None)
        ]
        for measure, fields in _VARIANTS.items()
    }
    widgets.leading_chart(
        variants_figure(panels, ticks=[translated(tick) for tick in _VARIANT_TICKS]),
        key="weighed",
        lead=lambda data: leads.to_system(data[0]),
        alt=_("Standard and weighted precision and recall of every system; the table of scores holds the same numbers"),
    )
