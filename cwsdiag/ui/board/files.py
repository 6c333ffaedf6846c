"""What the page Leaderboard tells of a task: its rules, and the files that are for everybody."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work.kept import kept
from cwsdiag.views.committee import committee_said
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.board import Board, BoardFile, Task
    from cwsdiag.ui.board.seen import Seen

# Names of training files that are kept: to have one, the whole file is unpacked.
_NAMES = 200
_NO_RULES = "The board's owner has written no rules."


def about(seen: Seen) -> None:
    """Draw the files of the task to download, its figures and its rules."""
    task, board = seen.task, seen.board
    with st.container(horizontal=True):
        _download("Raw text", f"{task.name}.raw.txt", partial(board.raw_text, task.name), "To be segmented.")
        if task.training:
            name = _training_name(board, task)
            _download("Training data", name, partial(board.training, task.name), "Training text or dictionary.")
        if task.open_gold:
            _download("Gold", f"{task.name}.gold.txt", partial(board.gold, task.name), "Everybody may see it.")
            for place in range(task.references):
                _download(
                    f"Reference {place + 2}",
                    f"{task.name}.reference-{place + 2}.txt",
                    partial(_reference, board, task.name, place),
                    "Also counts as right for separators.",
                )
            if task.weights:
                name = f"{task.name}.weights.csv"
                _download("Difficulties", name, partial(board.weights, task.name), "How hard each gold word is.")
    st.html(
        "".join(
            f'<p class="cw-facts">{"".join(f"<span>{escape(fact)}</span>" for fact in line)}</p>'
            for line in _facts(task)
            if line
        )
    )
    rules = f'<div style="white-space:pre-line; overflow-wrap:anywhere">{escape(task.rules or _NO_RULES)}</div>'
    st.html(f"<p><b>Rules</b></p>{rules}")


def _facts(task: Task) -> list[list[str]]:
    sizes = [
        counted(task.sentences, "sentences"),
        counted(task.words, "gold words"),
        counted(task.characters, "characters"),
    ]
    kept = ["gold may be seen" if task.open_gold else "gold is private"]
    kept += [counted(task.references, "references") + " beside it"] if task.references else []
    kept += [f"tracks: {', '.join(task.tracks)}", f"made on {task.created[:10]}"]
    hard = [f"difficulties by the committee {committee_said(task.committee)}"] if task.weights else []
    return [sizes, kept, hard, [task.split] if task.split else []]


def _download(label: str, name: str, fetch: Callable[[], BoardFile | None], help: str) -> None:
    """Draw the button of a file that is there, which is fetched when it is clicked."""
    widgets.download(
        label,
        data=lambda: _there(fetch()).data,
        name=name,
        mime="application/octet-stream",
        key=f"fetch {name}",
        help=help,
    )


def _there(file: BoardFile | None) -> BoardFile:
    assert file is not None
    return file


def _reference(board: Board, task: str, place: int) -> BoardFile:
    return board.references(task)[place]


def _training_name(board: Board, task: Task) -> str:
    """Return the name of a task's training file as the owner gave it: its ending says what it is."""
    return kept(
        "server",
        "name of training file",
        (str(board.path), task.name, task.signature),
        lambda: f"{task.name}.{_there(board.training(task.name)).name}",
        places=_NAMES,
    )
