"""The public table of the page Leaderboard, and the way from its rows to the diagnosis pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.board import score_names
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output.table import csv_text
from cwsdiag.report.board_text import BALANCED, KNOWN_BY, csv_rows, sealed_said
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
        tasks = list(reversed(seen.tasks))
        state.bind(Key.TASK, st.selectbox, value=seen.task.name, label=_("Task"), options=tasks, width=260)
        choices = [(Key.TRACK, _("Track"), [ALL, *seen.task.tracks], seen.track)]
        choices += [(Key.SCORES, _("Scores"), [MAIN, *methods], scores)]
        for key, label, options, chosen in choices if len(seen.task.tracks) > 1 else choices[1:]:
            # The first one is not said in the address.
            choice: dict[str, Any] = {"options": options, "format_func": _named, "required": True, "label": label}
            state.bind(key, st.segmented_control, value=chosen, default=options[0], **choice)
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
    if scores == MAIN:
        wanted = [name for name in _MAIN if name in names and name != _UNTOLD.get(seen.task.mismatch)]
    else:
        # Those against several references are in the CSV, and what `cwsdiag board show` prints.
        wanted = [name for name in names if name.startswith(f"{scores}.") and name.count(".") == 1]
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
            args=(seen.task.name, tuple(ticked)),
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
            **({"resources": resources} if any(resources) else {}),
            "description": [translated(line.description) for line in lines],
        }
    )


def _scores_of(name: str, lines: Sequence[Submission]) -> Any:
    """Return a column: counts as whole numbers, which may be missing, and scores as they are."""
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
    st.html(_STYLE)
    names = map(str, rows.columns)
    tables.ticking_table(
        rows,
        {name: tables.Shown(_LINES[name] if name in _LINES else _score(name)) for name in names},
        key="board table",
        ticked=ticked,
        tick=tick,
        alt=_("Scores of all submissions to {task}", task=seen.task.name),
    )
    return [ids[place] for place in ticked]


def _score(name: str) -> Column:
    """Return the column of a score; what several methods have by one name is told apart."""
    method, _dot, key = name.partition(".")
    column = columns.METHODS.get(method, {}).get(key, Column(key, format="score"))
    if method == "separators":
        meaning = _("Separators: {meaning}", meaning=translated(column.meaning))
        return replace(column, label=_("{column} sep", column=translated(column.label)), meaning=meaning)
    if method == BALANCED:
        hard = _("Balanced: words weighted by how hard they are for the committee that is named under the table.")
        return replace(column, meaning=hard, formula="")
    return column


def open_submissions(task: str, ids: tuple[int, ...]) -> None:
    """In a callback: make submissions to a task the dataset of all pages, and go to Overview."""
    chosen = {"dataset": catalogue.BOARD_PREFIX + task, "submissions": boards.to_text(ids)}
    navigation.lead_to("summary", **chosen, system=None, other=None, baselines=None)
