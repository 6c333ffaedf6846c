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
from cwsdiag.ui.board.tested import Verdicts
from cwsdiag.ui.data import boards, catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.shell import navigation, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views import columns
from cwsdiag.views.columns import Column
from cwsdiag.views.hardness.committee import committee_said, own_kind_sentence
from cwsdiag.views.pairs.verdicts import judged_cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.board import Submission
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.board.submissions import Submissions

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
_TABLE = "board table"
_TICKED = "submissions ticked"
_LINES = {**columns.SUBMISSIONS, "system": Column(lazy("system"))}
_WIDTHS: dict[str, int | str] = {
    "id": 44, "system": 172, "by": 112, "track": 76, "known_by": 84, "date": 92, "description": "medium",
    "resources": "medium", "behind": 110, "ahead": 110,
}  # fmt: skip
_HARD_WORDS = lazy("Balanced: words weighted by how hard they are for the committee that is named under the table.")
_SEALED = lazy("Until then its submissions cannot be opened in the diagnosis pages.")
_WITHHELD = lazy("Gold is private: the pages open with their figures, but words and sentences are withheld.")
_OPENED = lazy("Gold is private; this is the owner's server, which shows all of it.")
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
            _one_of(Key.TRACK, _("Track"), [ALL, *seen.task.tracks], seen.track, ALL)
        _one_of(Key.SCORES, _("Scores"), [MAIN, *methods], scores, MAIN)
        widgets.download(
            "CSV",
            data=lambda: _csv(seen.shown),
            name=f"{seen.task.name}.csv",
            mime="text/csv",
            key="save the board",
            help=_("The lines shown, with all scores, numbers not rounded."),
        )
    return scores


def _one_of(key: Key, label: str, options: Sequence[str], chosen: str, default: str) -> None:
    """Draw a choice whose default is not said in the address."""
    state.bind(
        key,
        st.segmented_control,
        value=chosen,
        to_text=lambda value: None if value == default else value,
        label=label,
        options=options,
        format_func=_named,
        required=True,
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


def table(seen: Submissions, scores: str, tested: Verdicts) -> None:
    """Draw the table with the main scores or those of one method, and what is done with its rows.

    Args:
        seen: what is looked at.
        scores: of all methods (``main``), or of which.
        tested: the paired tests, told beside scores of bakeoffs.
    """
    names = score_names(seen.lines)
    if shows_ranges(seen.task):
        names = with_ranges(names)
    untold = _UNTOLD.get(seen.task.mismatch)
    wanted = [name for name in _MAIN if name in names and name != untold]
    if scores != MAIN:
        wanted = _of_method(names, scores)
    ticked = _drawn(seen, frame(seen.shown, wanted, tested if _of_method(wanted, "bakeoff") else Verdicts()))
    if _of_method(wanted, BALANCED):
        committee = seen.task.committee
        kind = own_kind_sentence(committee, others=[line.system for line in seen.baselines])
        widgets.note(
            _(
                "Committee: {committee}. {balanced} {kind}",
                committee=committee_said(committee),
                balanced=translated(ONE_COMMITTEE),
                kind=kind,
            )
        )
    with widgets.controls("board rows"), st.container(horizontal=True, vertical_alignment="center"):
        _open_button(seen, ticked)
        if not seen.task.open_gold:
            widgets.note(_gold_said(seen))


def frame(lines: Sequence[Submission], scores: Sequence[str], tested: Verdicts | None = None) -> pd.DataFrame:
    """Return a row a line, with the scores wanted; one that a line lacks is missing, as one that is undefined.

    Where tests were made their verdicts follow.
    """
    tests = tested or Verdicts()
    found = pd.DataFrame(
        {
            "id": [line.id for line in lines],
            "system": [line.system for line in lines],
            "by": ["" if line.kind == BASELINE else line.author for line in lines],
            "track": [_named(line.track or BASELINE) for line in lines],
            **{name: _scores_of(name, lines) for name in scores},
            **{name: _verdicts(lines, made) for name, made in vars(tests).items() if made},
            **_known_by(lines),
            "date": [line.created[:10] for line in lines],
            "description": [translated(line.description) for line in lines],
        }
    )
    if any(line.resources for line in lines):
        found["resources"] = [line.resources for line in lines]
    return found


def _known_by(lines: Sequence[Submission]) -> dict[str, list[str]]:
    """Return the column of how authors are known, where any is."""
    said = [translated(KNOWN_BY[line.known_by]) for line in lines]
    return {"known_by": said} if any(said) else {}


def _verdicts(lines: Sequence[Submission], tests: Mapping[int, PairedComparison]) -> list[str]:
    return [judged_cell(tests[line.id].scores["f1"]) if line.id in tests else "" for line in lines]


def _scores_of(name: str, lines: Sequence[Submission]) -> Any:
    if name.startswith(RANGE):
        return [range_of(name, line.scores) for line in lines]
    return _column([line.scores.get(name) for line in lines])


def _column(values: Sequence[float | None]) -> Any:
    """Return counts as whole numbers, which may be missing, and scores as they are."""
    known = [value for value in values if value is not None]
    whole = bool(known) and all(isinstance(value, int) for value in known)
    return pd.array(values, dtype="Int64") if whole else pd.array(values, dtype="float64")


def _of_method(names: Sequence[str], method: str) -> list[str]:
    return [name for name in names if name.startswith(f"{method}.")]


def _drawn(seen: Submissions, rows: pd.DataFrame) -> list[int]:
    """Draw the rows, and return the numbers of those that are ticked."""
    ids = rows["id"].tolist()
    # Each board counts its submissions from 1.
    kept = f"{_TICKED} {seen.kept.path}"

    def tick(places: Sequence[int]) -> None:
        # By the rows that were seen when it was clicked: others may have handed in meanwhile.
        st.session_state[kept] = {ids[place] for place in places if place < len(ids)}

    wanted = st.session_state.get(kept, set())
    ticked = [place for place, id in enumerate(ids) if id in wanted]
    ground = tables.grounds(_grounds([line.track or BASELINE for line in seen.shown]))
    st.html(_STYLE)
    tables.ticking_table(
        rows,
        _columns(rows),
        key=_TABLE,
        ticked=ticked,
        tick=tick,
        styled=lambda shown: ground(shown.style),
        alt=_("Scores of all submissions to {task}", task=seen.task.name),
    )
    return [ids[place] for place in ticked]


def _columns(rows: pd.DataFrame) -> dict[str, Any]:
    return {
        name: tables.Shown(_LINES[name], width=_WIDTHS.get(name)) if name in _LINES else _score_column(name)
        for name in map(str, rows.columns)
    }


def _score_column(name: str) -> Any:
    """Return the column of a score; what several methods have by one name is told apart."""
    method, _dot, key = name.partition(".")
    end, _dot, last = key.rpartition(".")
    column = columns.METHODS.get(method, {}).get(last, Column(last, format="score"))
    if method == "separators":
        column = _against(column, end)
    elif method == BALANCED:
        column = replace(column, meaning=_HARD_WORDS, formula="")
    size = width(translated(column.label))
    return tables.Shown(column, width=58 if size < 5 else 64 if size < 7 else None)


def _against(column: Column, end: str) -> Column:
    """Return the column of a score by separators, which is told apart; ``end`` is empty where gold is the reference."""
    label, meaning = translated(column.label), translated(column.meaning)
    if end == "intersection":
        return replace(
            column,
            label=_("{column} intersection", column=label),
            meaning=_("Separators, against the intersection of references: {meaning}", meaning=meaning),
        )
    if end == "range":
        return replace(
            column,
            format="text",
            label=_("{column} range", column=label),
            meaning=_(
                "Separators, against several references: P and F from their intersection to their union, R from the "
                "union to the intersection."
            ),
        )
    if end == "union":
        return replace(
            column,
            label=_("{column} union", column=label),
            meaning=_("Separators, against the union of references: {meaning}", meaning=meaning),
        )
    return replace(column, label=_("{column} sep", column=label), meaning=_("Separators: {meaning}", meaning=meaning))


def _grounds(groups: Sequence[str]) -> list[str]:
    """Return the colours of the rows: the second track on a light ground, BASE and TOP on a clearly darker one."""
    tracks = [group for group in dict.fromkeys(groups) if group != BASELINE]
    grounds = {group: theme.SOFT if place % 2 else theme.CLEAR for place, group in enumerate(tracks)}
    grounds[BASELINE] = theme.FAINT
    return [grounds[group] for group in groups]


def _gold_said(seen: Submissions) -> str:
    """Return what may be seen of a private gold."""
    if server.settings().open_gold:
        return translated(_OPENED)
    if not seen.task.sealed:
        return translated(_WITHHELD)
    return _("{said} {more}", said=sealed_said(seen.task), more=translated(_SEALED))


def _open_button(seen: Submissions, ticked: Sequence[int]) -> None:
    st.button(
        _("Open {count} in the diagnosis pages", count=len(ticked)) if ticked else _("Open in the diagnosis pages"),
        key="open submissions",
        type="primary",
        icon=":material/troubleshoot:",
        disabled=not ticked or (seen.task.sealed and not server.settings().open_gold),
        on_click=open_submissions,
        args=(seen.id, tuple(ticked)),
        help=_("Overview, One system, Two systems and all others, with these systems.")
        if ticked
        else _("Tick systems in the first column of the table."),
    )


def open_submissions(id: str, ids: tuple[int, ...]) -> None:
    """In a callback: make submissions to a task the dataset of all pages, and go to Overview."""
    navigation.lead_to(
        "overview",
        dataset=catalogue.BOARD_PREFIX + id,
        submissions=boards.to_text(ids),
        system=None,
        other=None,
        baselines=None,
    )


def _csv(lines: Sequence[Submission]) -> bytes:
    # With a mark, or Excel would take Chinese names for another encoding.
    return csv_text(csv_rows(lines)).encode("utf-8-sig")
