"""What the page Leaderboard tells of a task: its rules, and the files that are for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import examples
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.report.board_text import MISMATCHES
from cwsdiag.ui.shell import widgets
from cwsdiag.views.committee import committee_said

if TYPE_CHECKING:
    from cwsdiag.board.models import Role
    from cwsdiag.ui.board.submissions import Submissions

_NO_RULES = lazy("The board's owner has written no rules.")


def about(seen: Submissions) -> None:
    """Draw the files of the task to download, its facts and its rules."""
    task, board = seen.task, seen.board
    files: list[tuple[str, Role, str]] = [(_("Raw text"), "raw", _("To be segmented."))]
    if task.training:
        files.append((_("Training data"), "training", _("Training text or dictionary.")))
    if task.open_gold:
        files.append((_("Gold"), "gold", _("Everybody may see it.")))
        if task.weights:
            files.append((_("Difficulties"), "weights", _("How hard each gold word is.")))
    with st.container(horizontal=True):
        for label, role, help in files:
            # Training data as they were given, packed perhaps: their own name says what they are.
            file = board.files(task.name, role)[0]
            name = f"{task.name}.{file.name}" if role == "training" else file.name
            mime = "application/octet-stream"
            widgets.download(label, data=file.data, name=name, mime=mime, key=f"fetch {role}", help=help)
    facts = [
        _("tracks: {tracks}", tracks=_(", ").join(map(track_said, task.tracks))),
        _("made on {date}", date=task.created[:10]),
    ]
    if task.mismatch != "error":
        facts.append(_("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    if task.weights:
        facts.append(_("difficulties by the committee {committee}", committee=committee_said(task.committee)))
    st.html(f'<p class="cw-facts">{"".join(f"<span>{escape(fact)}</span>" for fact in facts)}</p>')
    # Rules come from the owner of the board; the file of the example has them in English.
    rules = escape(translated(examples.RULES if seen.kept.is_example else task.rules or _NO_RULES))
    widgets.heading(_("Rules"))
    st.html(f'<div style="white-space:pre-line; overflow-wrap:anywhere">{rules}</div>')
