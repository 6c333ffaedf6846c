"""Making a task on the Board page: for the owner, on a server that was started to show private gold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Split, TaskDraft
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import Source
from cwsdiag.ui.data import server
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.board import Board

_OFFICE = "office of the owner"
_TRACKS = ("closed", "open")


@dataclass
class Office:
    """What a session has of the owner's work.

    Attributes:
        made: number of tasks made; with each the form is a new one.
        names: of the tasks made last.
        refusal: why the last one could not be made.
    """

    made: int = 0
    names: list[str] = field(default_factory=list)
    refusal: str = ""


def first_task(board: Board) -> None:
    """Draw the form on a board without a task, where this server is the owner's."""
    if server.settings().open_gold:
        with widgets.controls("first task"):
            _form(board)


def another_task(board: Board) -> None:
    """Draw the form under the parts of a task, where this server is the owner's."""
    if server.settings().open_gold:
        with st.expander("Make another task", icon=":material/add:"):
            _form(board)


def _form(board: Board) -> None:
    office: Office = st.session_state.setdefault(_OFFICE, Office())
    if office.names:
        widgets.box("info", f"Made: {', '.join(office.names)}.")
    with st.form(f"task {office.made}", enter_to_submit=False):
        draft = _fields(board, office)
        wanted = st.form_submit_button("Make the task", type="primary", icon=":material/add_task:")
    if wanted:
        with st.spinner("Scoring BASE and TOP …"):
            _make(board, office, draft)
        if not office.refusal:
            state.put(Key.TASK, office.names[-1])
            st.rerun()
    if office.refusal:
        widgets.box("error", office.refusal, title="No task was made. What you typed is still here.")


def _fields(board: Board, office: Office) -> dict[str, Any]:
    """Draw the fields; return what was given, by name."""

    def key(name: str) -> str:
        return f"{name} of the task {office.made}"

    limits = board.limits
    first, second, third, fourth = st.columns([0.34, 0.26, 0.2, 0.2], vertical_alignment="bottom")
    given: dict[str, Any] = {
        "name": first.text_input("Name of the task", key=key("name"), max_chars=limits.task),
        "tracks": second.pills("Tracks", _TRACKS, default=_TRACKS, selection_mode="multi", key=key("tracks")),
        "split": third.number_input(
            "Share for NAME-dev",
            0.0,
            0.99,
            0.0,
            0.05,
            key=key("split"),
            help="Two tasks of a random split: NAME-dev, whose gold is open, with this share of the sentences, and "
            "NAME-test with the rest. 0: one task.",
        ),
        "seed": fourth.number_input("Seed of the split", 0, None, 0, 1, key=key("seed")),
    }
    given |= _uploads(key)
    given["rules"] = st.text_area("Rules, for everybody", key=key("rules"), max_chars=limits.rules, height=90)
    given["open_gold"] = st.checkbox(
        "Everybody may see gold",
        key=key("open gold"),
        help="Otherwise it is private; after a split, that of -test.",
    )
    return given


def _uploads(key: Callable[[str], str]) -> dict[str, Any]:
    """Draw the places for files; return what was given, by name."""
    gold, training, references, weights = st.columns(4)
    return {
        "gold": gold.file_uploader("Gold", key=key("gold")),
        "training": training.file_uploader("Training data or dictionary, optional", key=key("training")),
        "references": references.file_uploader(
            "References beside gold, optional",
            accept_multiple_files=True,
            key=key("references"),
            help="Other segmentations of the same text that count as right for the scores of separators.",
        ),
        "weights": weights.file_uploader(
            "Difficulties, optional",
            key=key("weights"),
            help="How hard each gold word is, as the page Committee and `cwsdiag difficulty` write it: .weight, "
            ".weight_c, .csv or .parquet. They give balanced scores, and are as private as gold.",
        ),
    }


def _make(board: Board, office: Office, given: dict[str, Any]) -> None:
    """Make the task, or keep why that is not possible."""
    office.names, office.refusal = [], ""
    if given["gold"] is None:
        office.refusal = "The gold file is missing. Choose it."
        return
    try:
        draft = TaskDraft(
            name=given["name"],
            gold=_source(given["gold"]),
            training=None if given["training"] is None else _source(given["training"]),
            references=tuple(map(_source, given["references"])),
            weights=None if given["weights"] is None else _source(given["weights"]),
            tracks=tuple(given["tracks"] or ()),
            rules=given["rules"],
            open_gold=given["open_gold"],
        )
        split = Split(given["split"], given["seed"]) if given["split"] else None
        office.names = [task.name for task in board.add_task(draft, split=split)]
    except CwsdiagError as error:
        office.refusal = said(error, board.path)
        return
    office.made += 1


def _source(upload: Any) -> Source:
    return Source.from_bytes(upload.name, upload.getvalue())
