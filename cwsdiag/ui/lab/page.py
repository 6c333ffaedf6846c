"""Lab: the leaderboard and judging.

The leaderboard: who segments best what nobody has seen? Its table, what is done with its rows, and its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from cwsdiag.board import Submission, score_names
from cwsdiag.errors import BoardError, JudgingError
from cwsdiag.frames import track_name
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output import csv_text
from cwsdiag.report.difficulty import committee_note
from cwsdiag.report.lab import BALANCED, KNOWN_BY, csv_rows, sealed_text
from cwsdiag.ui import state
from cwsdiag.ui.data import boards, catalogue
from cwsdiag.ui.data.boards import LabFile
from cwsdiag.ui.host import server
from cwsdiag.ui.lab import judging, parts
from cwsdiag.ui.lab.actions import owner, owns
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.lab.submissions import ALL, Submissions, Verdicts, headline, look
from cwsdiag.ui.shell import empty, navigation, tables, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import answer, wait_for_answer
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.state import Key
from cwsdiag.views import columns
from cwsdiag.views.columns import Column
from cwsdiag.views.pairs import judged_cell
from cwsdiag.views.wording import in_turn

VIEWS = {"board": lazy("Leaderboard"), "judge": lazy("Judging")}
# By view: what is said where no file is there, and where nothing is in it.
_LACKS = {
    "board": (
        lazy(
            "There is no board here. A board is a small bakeoff for a laboratory: its owner gives a gold file that can "
            "stay private, others submit what their segmenters make of its raw text, and one table has all scores. "
            "Whoever starts the server names its board, with --board FILE, or sits at its machine."
        ),
        lazy("This board has no task yet. Its owner makes one from a gold file and training data."),
    ),
    "judge": (
        lazy(
            "This server keeps no judgements. People mark the best and second-best segmentations of drawn sentences, "
            "without knowing which systems made them, and the page compares their scores with F1 and balanced F. "
            "Whoever starts the server names the file that keeps them, with --judgements FILE, or sits at its machine."
        ),
        lazy("There is no study yet. The owner of the judgements makes one."),
    ),
}


@in_place
def page() -> None:
    """Draw the page."""
    part = state.choose(Key.PART, VIEWS) or "board"
    row = widgets.controls("lab", in_a_row=True)
    if part == "board" or not judged_now():
        with row:
            widgets.segments(Key.PART, VIEWS, label=_("Part of the page"))
    own = None
    try:
        own, kept = boards.board() if part == "board" else boards.judgements()
        draw = draw_board if part == "board" else judging.draw
        if kept is not None and kept.is_there and draw(own, kept, row):
            return
    except (BoardError, JudgingError) as error:
        paths = [] if own is None else [own.path]
        widgets.box("error", boards.said(error, *paths), title=_("This file cannot be used"))
        return
    # What the view lacks, and for the owner what makes it.
    view = current()
    empty.empty_state(
        translated(_LACKS[part][own is not None]),
        None if view.a is None else empty.to_page("scores", lazy("Rank the systems that are open")),
        empty.open_sample(view),
    )
    if own is not None:
        owner(part, own, lambda _action: parts.task(own) if part == "board" else judging.new_study(own, ()))


MAIN = "main"
_EXAMPLE = lazy(
    "The systems of the sample, submitted for a task of its own. It lies apart from your own board, and makes room for "
    "its first task."
)
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
.st-key-board-table button[aria-label*="ownload"] { display: none; }
</style>"""


def draw_board(own: LabFile | None, kept: LabFile, row: Any) -> bool:
    """Draw a board; return whether it has a task.

    Args:
        own: the board in which tasks are made; None where there is none.
        kept: the board that is looked at.
        row: where the page has its choices.

    Raises:
        BoardError: it cannot be used.
    """
    seen = look(kept)
    if seen is None:
        return False
    job = seen.testing()
    tests = None if job is None else answer(job)
    verdicts = seen.arranged(tests or ())
    with row:
        scores = _controls(seen)
    sentence, *about = headline(seen, verdicts)
    wanted = _wanted(seen, scores)
    if kept.is_example:
        sentence, about = _("Example: {said}", said=sentence), [_EXAMPLE, *about]
    widgets.lead(sentence, in_turn(*about, *_about(seen, wanted)))
    _table(seen, wanted, verdicts)
    if job is not None and tests is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))
    tabs: dict[str, Callable[[], None]] = {}
    if not kept.is_example:
        tabs[_("Submit a system")] = partial(parts.submission, seen)
    tabs[_("The task and its files")] = partial(parts.about, seen)
    if not server.settings().no_board:
        tabs[_("Owner")] = partial(owner, "board", kept, partial(parts.panel, seen))
    if own is not None and owns(own):
        tabs[_("Make a task")] = partial(parts.task, own)
    with widgets.controls("board parts"):
        for tab, part in zip(st.tabs(list(tabs)), tabs.values(), strict=True):
            with tab:
                part()
    return True


def _controls(seen: Submissions) -> str:
    """Draw what chooses the task, the track and the scores, and what saves the table; return which scores."""
    methods = list(dict.fromkeys(name.partition(".")[0] for name in score_names(seen.lines)))
    state.bind(
        Key.TASK,
        st.selectbox,
        value=seen.task.name,
        label=_("Task"),
        options=list(reversed(seen.tasks)),
        width=220,
        label_visibility="collapsed",
    )
    tracks = {name: _named(name) for name in (ALL, *seen.task.tracks)}
    if len(tracks) > 2:
        widgets.segments(Key.TRACK, tracks, label=_("Track"))
    scores = widgets.segments(Key.SCORES, {name: _named(name) for name in (MAIN, *methods)}, label=_("Scores"))
    widgets.download(
        "CSV",
        # With a mark, or Excel would take Chinese names for another encoding.
        data=lambda: csv_text(csv_rows(seen.shown)).encode("utf-8-sig"),
        name=f"{seen.task.name}.csv",
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
    return names.get(option) or track_name(option)


def _wanted(seen: Submissions, scores: str) -> list[str]:
    """Return the scores of all methods (``main``), or of one."""
    names = score_names(seen.lines)
    if scores == MAIN:
        return [name for name in _MAIN if name in names and name != _UNTOLD.get(seen.task.mismatch)]
    # Those against several references are in the CSV, and what `cwsdiag board show` prints.
    return [name for name in names if name.startswith(f"{scores}.") and name.count(".") == 1]


def _about(seen: Submissions, wanted: Sequence[str]) -> list[str]:
    """Return what there is to know of the scores that are shown, and of a private gold."""
    about = [committee_note(seen.task.committee)] if any(name.startswith(BALANCED) for name in wanted) else []
    if seen.task.open_gold:
        return about
    if server.settings().open_gold:
        about.append(_("Gold is private; this is the owner's server, which shows all of it."))
    elif seen.task.sealed:
        about += [sealed_text(seen.task), _("Until then its submissions cannot be opened in the diagnosis pages.")]
    else:
        about.append(_("Gold is private: the pages open with their figures, but words and sentences are withheld."))
    return about


def _table(seen: Submissions, wanted: Sequence[str], tests: Verdicts) -> None:
    """Draw the table, with the paired tests beside scores of bakeoffs, and what is done with its rows."""
    of_bakeoff = any(name.startswith("bakeoff.") for name in wanted)
    rows = frame(seen.shown, wanted, tests if of_bakeoff else {})
    ids = rows["id"].tolist()
    # Each board counts its submissions from 1.
    key, table = f"submissions ticked {seen.kept.path}", "board table"
    ticked = [id for id in ids if id in st.session_state.get(key, ())]
    st.session_state[table] = {"selection": {"rows": [*map(ids.index, ticked)], "columns": [], "cells": []}}

    def tick() -> None:
        # By the rows that were seen when it was clicked: others may have handed in meanwhile.
        places = st.session_state[table]["selection"]["rows"]
        st.session_state[key] = {ids[place] for place in places if place < len(ids)}

    st.html(_STYLE)
    tables.table(
        rows,
        # Streamlit measures cells, not heads.
        tables.columns(
            {name: _LINES.get(name) or _score(name) for name in map(str, rows.columns)}, behind=98, ahead=104
        ),
        key=table,
        on_select=tick,
        selection_mode="multi-row",
        alt=_("Scores of all submissions to {task}", task=seen.task.name),
    )
    with widgets.controls("board rows"):
        st.button(
            _("Open in the diagnosis pages"),
            key="open submissions",
            type="primary",
            icon=":material/troubleshoot:",
            disabled=not ticked or (seen.task.sealed and not server.settings().open_gold),
            # Another dataset for all pages.
            on_click=partial(
                navigation.lead_to,
                "summary",
                dataset=catalogue.BOARD_PREFIX + seen.task.name,
                submissions=boards.to_text(ticked),
                **dict.fromkeys(("system", "other", "baselines")),
            ),
            help=_("Tick systems in the first column of the table."),
        )


def frame(lines: Sequence[Submission], scores: Sequence[str], tests: Verdicts) -> pd.DataFrame:
    """Return a row a line, with the scores wanted; one that a line lacks is missing, as one that is undefined.

    Where tests were made their verdicts follow.
    """
    rows: dict[str, Any] = {
        "id": [line.id for line in lines],
        "system": [line.system for line in lines],
        "by": ["" if line.kind == BASELINE else line.author for line in lines],
        "track": [_named(line.track or BASELINE) for line in lines],
        **{name: _scores_of(name, lines) for name in scores},
        **{
            name: [judged_cell(column[line.id].scores["f1"]) if line.id in column else "" for line in lines]
            for name, column in tests.items()
        },
        "known_by": [translated(KNOWN_BY[line.known_by]) for line in lines],
        "date": [line.created[:10] for line in lines],
        "resources": [line.resources for line in lines],
        "description": [translated(line.description) for line in lines],
    }
    return pd.DataFrame(rows).drop(columns=[name for name in ("known_by", "resources") if not any(rows[name])])


def _scores_of(name: str, lines: Sequence[Submission]) -> Any:
    """Return a column: counts as whole numbers, which may be missing, and scores as they are."""
    values = [line.scores.get(name) for line in lines]
    kinds = {type(value) for value in values if value is not None}
    return pd.array(values, dtype="Int64" if kinds == {int} else "float64")


def _score(name: str) -> Column:
    """Return the column of a score; what several methods have by one name is told apart."""
    method, _dot, key = name.partition(".")
    column = columns.METHODS.get(method, {}).get(key, Column(key, format="score"))
    if method == "separators":
        return replace(
            column,
            label=_("{column} sep", column=translated(column.label)),
            meaning=_("Separators: {meaning}", meaning=translated(column.meaning)),
        )
    if method == BALANCED:
        return replace(
            column,
            meaning=_("Balanced: words weighted by how hard they are for the committee that is named under the table."),
            formula="",
        )
    return column
