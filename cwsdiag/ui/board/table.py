"""The public table of the page Leaderboard, and the way from its rows to the diagnosis pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.board import score_names
from cwsdiag.charts import theme
from cwsdiag.frames import track_said, width
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output.table import csv_text
from cwsdiag.report.board_text import (
    BALANCED,
    KNOWN_BY,
    RANGE,
    csv_rows,
    range_of,
    sealed_said,
    shows_ranges,
    with_ranges,
)
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.ui.board.submissions import ALL
from cwsdiag.ui.data import boards, catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.shell import navigation, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views import columns
from cwsdiag.views.columns import Column
from cwsdiag.views.committee import committee_said, own_kind_sentence
from cwsdiag.views.pairs import judged_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.board import Submission
    from cwsdiag.ui.board.submissions import Submissions, Verdicts

MAIN = "main"
# What most people want to see at once; everything else is a click away, by method.
_MAIN = (
    "bakeoff.f1",
    "bakeoff.recall",
    "bakeoff.precision",
    "bakeoff.oov_recall",
    "bakeoff.iv_recall",
    "separators.f1",
    "balanced.f_b",
    "fidelity.coverage",
    "fidelity.exact_sentences",
)
# What says nothing there: under count nothing is left out, and under skip coverage says more.
_UNTOLD = {"skip": "fidelity.exact_sentences", "count": "fidelity.coverage"}
BASELINE = "baseline"
_LINES = {**columns.SUBMISSIONS, "system": Column(lazy("system"))}
_WIDTHS: dict[str, int | str] = {
    "id": 44, "system": 172, "by": 112, "track": 76, "known_by": 84, "date": 92, "description": "medium",
    "resources": "medium", "behind": 110, "ahead": 110,
}  # fmt: skip
# The table is saved by the button beside it: a saved cell must not be a formula to a spreadsheet.
_STYLE = """<style>
.st-key-choose-track button, .st-key-choose-scores button { min-height: 2.5rem; }
.st-key-board-table button[aria-label*="ownload"] { display: none; }
</style>"""


def controls(seen: Submissions) -> str:
    """Draw what chooses the task, the track and the scores, and what saves the table; return which scores."""
    methods = list(dict.fromkeys(name.partition(".")[0] for name in score_names(seen.lines)))
    scores = state.choose(Key.SCORES, methods) or MAIN
    with widgets.controls("board"), st.container(horizontal=True, vertical_alignment="bottom"):
        state.bind(
            Key.TASK,
            st.selectbox,
            value=seen.id,
            label=_("Task"),
            options=list(seen.offered),
            format_func=seen.offered.__getitem__,
            width=260,
        )
        if len(seen.task.tracks) > 1:
            _one_of(Key.TRACK, _("Track"), [ALL, *seen.task.tracks], seen.track)
        _one_of(Key.SCORES, _("Scores"), [MAIN, *methods], scores)
        widgets.download(
            "CSV",
            # With a mark, or Excel would take Chinese names for another encoding.
            data=lambda: csv_text(csv_rows(seen.shown)).encode("utf-8-sig"),
            name=f"{seen.task.name}.csv",
            mime="text/csv",
            key="save the board",
            help=_("The lines shown, with all scores, numbers not rounded."),
        )
    return scores


def _one_of(key: Key, label: str, options: Sequence[str], chosen: str) -> None:
    """Draw a choice of which the first is not said in the address."""
    draw, named = st.segmented_control, _named
    state.bind(
        key, draw, value=chosen, default=options[0], label=label, options=options, format_func=named, required=True
    )


def _named(option: str) -> str:
    """Return what people call a track, a method of scoring, or all of them."""
    names = {
        ALL: _("all"),
        MAIN: _("main"),
        "bakeoff": _("bakeoff"),
        "separators": _("separators"),
        BALANCED: _("balanced"),
        "fidelity": _("text fidelity"),
        BASELINE: _("baseline"),
    }
    return names.get(option) or track_said(option)


def table(seen: Submissions, scores: str, tests: Verdicts) -> None:
    """Draw the table with the main scores or those of one method, and what is done with its rows.

    Args:
        seen: what is looked at.
        scores: of all methods (``main``), or of which.
        tests: the paired tests, shown beside scores of bakeoffs.
    """
    names = score_names(seen.lines)
    names = with_ranges(names) if shows_ranges(seen.task) else names
    if scores == MAIN:
        wanted = [name for name in _MAIN if name in names and name != _UNTOLD.get(seen.task.mismatch)]
    else:
        wanted = [name for name in names if name.startswith(f"{scores}.")]
    of_bakeoff = any(name.startswith("bakeoff.") for name in wanted)
    ticked = _drawn(seen, frame(seen.shown, wanted, tests if of_bakeoff else {}))
    if any(name.startswith(BALANCED) for name in wanted):
        committee = seen.task.committee
        kind = own_kind_sentence(committee)
        facts = {"committee": committee_said(committee), "balanced": translated(ONE_COMMITTEE), "kind": kind}
        widgets.note(_("Committee: {committee}. {balanced} {kind}", **facts))
    shows_gold = server.settings().open_gold
    label, help = _("Open in the diagnosis pages"), _("Tick systems in the first column of the table.")
    if ticked:
        label = _("Open {count} in the diagnosis pages", count=len(ticked))
        help = _("Overview, One system, Two systems and all others, with these systems.")
    with widgets.controls("board rows"), st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            label,
            key="open submissions",
            type="primary",
            icon=":material/troubleshoot:",
            disabled=not ticked or (seen.task.sealed and not shows_gold),
            on_click=open_submissions,
            args=(seen.id, tuple(ticked)),
            help=help,
        )
        if seen.task.open_gold:
            return
        if shows_gold:
            widgets.note(_("Gold is private; this is the owner's server, which shows all of it."))
        elif seen.task.sealed:
            more = _("Until then its submissions cannot be opened in the diagnosis pages.")
            widgets.note(_("{said} {more}", said=sealed_said(seen.task), more=more))
        else:
            widgets.note(_("Gold is private: the pages open with their figures, but words and sentences are withheld."))


def frame(lines: Sequence[Submission], scores: Sequence[str], tests: Verdicts) -> pd.DataFrame:
    """Return a row a line, with the scores wanted; one that a line lacks is missing, as one that is undefined.

    Where tests were made their verdicts follow.
    """
    known_by = [translated(KNOWN_BY[line.known_by]) for line in lines]
    resources = [line.resources for line in lines]
    return pd.DataFrame(
        {
            "id": [line.id for line in lines],
            "system": [line.system for line in lines],
            "by": ["" if line.kind == BASELINE else line.author for line in lines],
            "track": [_named(line.track or BASELINE) for line in lines],
            **{name: _scores_of(name, lines) for name in scores},
            **{
                name: [judged_cell(column[line.id].scores["f1"]) if line.id in column else "" for line in lines]
                for name, column in tests.items()
            },
            **({"known_by": known_by} if any(known_by) else {}),
            "date": [line.created[:10] for line in lines],
            "description": [translated(line.description) for line in lines],
            **({"resources": resources} if any(resources) else {}),
        }
    )


def _scores_of(name: str, lines: Sequence[Submission]) -> Any:
    """Return a column: counts as whole numbers, which may be missing, and scores as they are."""
    if name.startswith(RANGE):
        return [range_of(name, line.scores) for line in lines]
    values = [line.scores.get(name) for line in lines]
    known = [value for value in values if value is not None]
    whole = bool(known) and all(isinstance(value, int) for value in known)
    return pd.array(values, dtype="Int64") if whole else pd.array(values, dtype="float64")


def _drawn(seen: Submissions, rows: pd.DataFrame) -> list[int]:
    """Draw the rows, and return the numbers of those that are ticked."""
    ids = rows["id"].tolist()
    # Each board counts its submissions from 1.
    key = f"submissions ticked {seen.kept.path}"

    def tick(places: Sequence[int]) -> None:
        # By the rows that were seen when it was clicked: others may have handed in meanwhile.
        st.session_state[key] = {ids[place] for place in places if place < len(ids)}

    ticked = [place for place, id in enumerate(ids) if id in st.session_state.get(key, set())]
    ground = tables.grounds(_grounds([line.track or BASELINE for line in seen.shown]))
    st.html(_STYLE)
    tables.ticking_table(
        rows,
        {
            name: tables.Shown(_LINES[name], width=_WIDTHS.get(name)) if name in _LINES else _score_column(name)
            for name in map(str, rows.columns)
        },
        key="board table",
        ticked=ticked,
        tick=tick,
        styled=lambda shown: ground(shown.style),
        alt=_("Scores of all submissions to {task}", task=seen.task.name),
    )
    return [ids[place] for place in ticked]


def _score_column(name: str) -> Any:
    """Return the column of a score; what several methods have by one name is told apart."""
    method, _dot, key = name.partition(".")
    end, _dot, last = key.rpartition(".")
    column = columns.METHODS.get(method, {}).get(last, Column(last, format="score"))
    if method == "separators":
        column = _against(column, end)
    elif method == BALANCED:
        hard = _("Balanced: words weighted by how hard they are for the committee that is named under the table.")
        column = replace(column, meaning=hard, formula="")
    size = width(translated(column.label))
    return tables.Shown(column, width=58 if size < 5 else 64 if size < 7 else None)


def _against(column: Column, end: str) -> Column:
    """Return the column of a score by separators, which is told apart; ``end`` is empty where gold is the reference."""
    label, meaning = translated(column.label), translated(column.meaning)
    if end == "intersection":
        label = _("{column} intersection", column=label)
        meaning = _("Separators, against the intersection of references: {meaning}", meaning=meaning)
    elif end == "union":
        label = _("{column} union", column=label)
        meaning = _("Separators, against the union of references: {meaning}", meaning=meaning)
    elif end == "range":
        label = _("{column} range", column=label)
        meaning = _(
            "Separators, against several references: P and F from their intersection to their union, R from the union "
            "to the intersection."
        )
        return replace(column, label=label, meaning=meaning, format="text")
    else:
        label, meaning = _("{column} sep", column=label), _("Separators: {meaning}", meaning=meaning)
    return replace(column, label=label, meaning=meaning)


def _grounds(groups: Sequence[str]) -> list[str]:
    """Return the colours of the rows: the second track on a light ground, BASE and TOP on a clearly darker one."""
    tracks = [group for group in dict.fromkeys(groups) if group != BASELINE]
    colours = {group: theme.SOFT if place % 2 else theme.CLEAR for place, group in enumerate(tracks)}
    return [colours.get(group, theme.FAINT) for group in groups]


def open_submissions(id: str, ids: tuple[int, ...]) -> None:
    """In a callback: make submissions to a task the dataset of all pages, and go to Overview."""
    chosen = {"dataset": catalogue.BOARD_PREFIX + id, "submissions": boards.to_text(ids)}
    navigation.lead_to("overview", **chosen, system=None, other=None, baselines=None)
