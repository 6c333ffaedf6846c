"""What the leaderboard tells of a task: its rules, and the files that are for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import examples
from cwsdiag.board.texts import track_rule
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.report.board_text import MISMATCHES
from cwsdiag.ui.shell import widgets
from cwsdiag.views.committee import committee_said

if TYPE_CHECKING:
    from cwsdiag.board.models import Role
    from cwsdiag.ui.lab.submissions import Submissions

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
        if task.references:
            files.append((_("Reference"), "reference", _("Also counts as right for separators.")))
    with st.container(horizontal=True):
        for label, role, help in files:
            # Training data as they were given, packed perhaps: their own name says what they are.
            for file in board.files(task.name, role):
                name = f"{task.name}.{file.name}" if role == "training" else file.name
                mime = "application/octet-stream"
                widgets.download(label, data=file.data, name=name, mime=mime, key=f"fetch {name}", help=help)
    facts = [
        _("tracks: {tracks}", tracks=_(", ").join(map(track_said, task.tracks))),
        _("made on {date}", date=task.created[:10]),
    ]
    if task.mismatch != "error":
        facts.append(_("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    if task.weights:
        facts.append(_("difficulties by the committee {committee}", committee=committee_said(task.committee)))
    if task.split:
        facts.append(translated(task.split))
    st.html(f'<p class="cw-facts">{"".join(f"<span>{escape(fact)}</span>" for fact in facts)}</p>')
    # Rules come from the owner of the board; the file of the example has them in English.
    tracks = [(track_said(track), translated(track_rule(track, task.track_rules))) for track in task.tracks]
    allowed = [_("{name}: {rule}", name=name, rule=rule) for name, rule in tracks if rule]
    written = translated(examples.RULES if seen.kept.is_example else task.rules or _NO_RULES)
    rules = escape("\n".join([*allowed, written]))
    widgets.heading(_("Rules"))
    st.html(f'<div style="white-space:pre-line; overflow-wrap:anywhere">{rules}</div>')
