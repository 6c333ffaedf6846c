"""The tables of the Overview: systems with their scores, and systems over datasets."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.names import short_names
from cwsdiag.ui.data.siblings import f1_table, siblings
from cwsdiag.ui.shell import navigation, widgets
from cwsdiag.ui.shell.columns import BEST, MEAN, SHORT, SYSTEM
from cwsdiag.views import wording
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.ui.shell.view import View

# Characters that fit into the column of the system, and its width in pixels; shorter names need less.
_LONGEST_NAME = 34
_LONG_WIDTH, _NAME_WIDTH = 250, 180
# A table with more rows scrolls in itself.
_SHOWN_ROWS = 16

# By column: name in tables, what it says in a sentence, formula.
SCORES = {
    "f1": (
        "F1",
        "Precision and recall in one number: their harmonic mean.",
        "2 · matched / (gold words + system words)",
    ),
    "precision": ("precision", "Of the words the system made, the share that gold has, too.", "matched / system words"),
    "recall": ("recall", "Of the gold words, the share that the system found.", "matched / gold words"),
    "oov_recall": (
        "OOV recall",
        "Recall over gold words that the training data does not have: new words.",
        "matched OOV gold words / OOV gold words",
    ),
    "iv_recall": (
        "IV recall",
        "Recall over gold words that the training data has: known words.",
        "matched IV gold words / IV gold words",
    ),
    "coverage": (
        "coverage",
        "The share of the gold words that were compared; the rest had other characters.",
        "compared gold words / gold words",
    ),
}
INTERVAL = (
    "95 % interval",
    "Where F1 falls for 95 of 100 test sets like this one: sentences are drawn anew, with replacement.",
    "2.5 % and 97.5 % quantiles of F1 over the resamples",
)
_MATCHED = "A word is matched where gold and system have a word from the same first to the same last character."


def meanings() -> None:
    """Offer what the scores mean, with their formulas, one click away."""
    explained = [INTERVAL if name == "interval" else SCORES[name] for name in ("f1", "interval", *list(SCORES)[1:])]
    with st.popover("What the scores mean", icon=":material/function:", type="tertiary"):
        st.html(
            f'<p class="cw-note">{escape(_MATCHED)}</p><dl>'
            + "".join(
                f"<dt><b>{escape(label)}</b></dt><dd>{escape(sentence)}<br><code>{escape(formula)}</code></dd>"
                for label, sentence, formula in explained
            )
            + "</dl>"
        )


def systems_table(ranking: pd.DataFrame) -> None:
    """Draw the systems with their scores, best first; a click leads to where one fails."""

    def clicked() -> None:
        row = widgets.picked_row(st.session_state["scores table"])
        if row is not None:
            navigation.lead_to("self_diagnosis", system=ranking["name"][row])

    columns = _named(ranking["name"], "name", _columns(ranking))
    short = short_names(list(ranking["name"]), _LONGEST_NAME)
    st.dataframe(
        ranking.assign(name=short, **{SYSTEM: ranking["name"]})[list(columns)],
        column_config=columns,
        hide_index=True,
        key="scores table",
        on_select=clicked,
        selection_mode=["single-row", "single-cell"],
        placeholder=widgets.ABSENT,
        height="content" if len(ranking) <= _SHOWN_ROWS else "auto",
        alt="Scores of every system",
    )


def _columns(ranking: pd.DataFrame) -> dict[str, Any]:
    """Return the columns of the scores; those that say nothing here are left out."""
    interval = f"{INTERVAL[1]} Formula: {INTERVAL[2]}."
    columns: dict[str, Any] = {
        "f1": _score_column("f1"),
        "f1_low": widgets.score_column("low", f"Lower end of the 95 % interval of F1. {interval}"),
        "f1_high": widgets.score_column("high", f"Upper end of the 95 % interval of F1. {interval}"),
        "precision": _score_column("precision"),
        "recall": _score_column("recall"),
    }
    if ranking[["oov_recall", "iv_recall"]].notna().any(axis=None):
        columns |= {name: _score_column(name) for name in ("oov_recall", "iv_recall")}
    columns["words"] = widgets.count_column("words", "Words of the system.")
    if (ranking["coverage"] < 1).any():
        columns["coverage"] = st.column_config.NumberColumn("coverage", format="%.4f", help=SCORES["coverage"][1])
    return columns


def _score_column(name: str) -> Any:
    label, sentence, formula = SCORES[name]
    return widgets.score_column(label, f"{sentence}\n\n`{formula}`")


def _named(names: Iterable[str], short: str, columns: dict[str, Any]) -> dict[str, Any]:
    """Return columns with that of the system before them; where names are cut, the full ones stand at the end."""
    longest = max(map(len, names))
    width = _LONG_WIDTH if longest > _LONGEST_NAME / 2 else _NAME_WIDTH
    named = {short: st.column_config.TextColumn("system", width=width), **columns}
    if longest > _LONGEST_NAME:
        named[SYSTEM] = st.column_config.TextColumn("full name", width="large")
    return named


def datasets_table(view: View) -> None:
    """Draw F1 of every system on every dataset of the project that is open; a cell leads to where the system fails."""
    entries = siblings(view)
    if len(entries) < 2:
        return
    st.header("Over all datasets", anchor=False)
    with st.spinner("Scoring all datasets …"):
        table = f1_table(entries, baselines=view.baselines)
    if table.empty:
        return

    def clicked() -> None:
        cells = st.session_state["datasets table"]["selection"].get("cells") or ()
        for row, column in cells:
            if column in entries and pd.notna(table.loc[row, column]):
                navigation.lead_to("self_diagnosis", dataset=column, system=table.loc[row, SYSTEM])

    labels = {id: st.column_config.NumberColumn(entry.files.name) for id, entry in entries.items()}
    mean = st.column_config.NumberColumn(
        "mean", help="Over all datasets, each counted alike, where the system has all."
    )
    columns = _named(table[SYSTEM], SHORT, {**labels, MEAN: mean})
    st.dataframe(
        _marked(table.assign(**{SHORT: short_names(list(table[SYSTEM]), _LONGEST_NAME)})[list(columns)]),
        column_config=columns,
        hide_index=True,
        key="datasets table",
        on_select=clicked,
        selection_mode="single-cell",
        placeholder=widgets.ABSENT,
        height="content" if len(table) <= _SHOWN_ROWS else "auto",
        alt="F1 of every system on every dataset",
    )
    complete = int(table[MEAN].notna().sum())
    widgets.note(
        f"F1 on {wording.counted(len(entries), 'datasets')}; {BEST} is the best of its dataset. A click on a cell "
        "shows where that system fails there."
        + ("" if complete == len(table) else " A mean is only given where a system has all datasets.")
    )


def _marked(table: pd.DataFrame) -> Any:
    """Return the table with the best of each column marked by a star and by colour, and holes as dashes."""
    scores = table.select_dtypes(float)
    best = scores.eq(scores.max()).reindex(columns=table.columns, fill_value=False)

    def text(highest: float) -> Any:
        return lambda value: f"{BEST} {number(value)}" if value == highest else number(value)

    style = table.style.format({column: text(scores[column].max()) for column in scores})
    return style.apply(lambda _: best.replace({True: f"background-color: {theme.A}33", False: ""}), axis=None)
