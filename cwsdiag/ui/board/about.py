"""What the page Leaderboard tells of a task: its rules, and the files that are for everybody."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import examples
from cwsdiag.board.texts import track_rule
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape
from cwsdiag.report.board_text import MISMATCHES, moment_said
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work.results import kept
from cwsdiag.views.committee import committee_said

if TYPE_CHECKING:
    from cwsdiag.board import Board, Task
    from cwsdiag.board.models import Role
    from cwsdiag.ui.board.submissions import Submissions

# Names of training files that are kept: to have one, the whole file is unpacked.
_NAMES = 200
_NO_RULES = lazy("The board's owner has written no rules.")


def about(seen: Submissions) -> None:
    """Draw the files of the task to download, its figures and its rules."""
    task, board = seen.task, seen.board
    files: list[tuple[str, Role, int, str, str]] = [(_("Raw text"), "raw", 0, "raw.txt", _("To be segmented."))]
    if task.training:
        stamp = (str(board.path), task.name, task.signature)
        # As the owner called it: its ending says what it is.
        name = kept(
            "server",
            "name of training file",
            stamp,
            lambda: board.files(task.name, "training")[0].name,
            places=_NAMES,
        )
        files.append((_("Training data"), "training", 0, name, _("Training text or dictionary.")))
    if task.open_gold:
        files.append((_("Gold"), "gold", 0, "gold.txt", _("Everybody may see it.")))
        for place in range(task.references):
            label, help = _("Reference {number}", number=place + 2), _("Also counts as right for separators.")
            files.append((label, "reference", place, f"reference-{place + 2}.txt", help))
        if task.weights:
            files.append((_("Difficulties"), "weights", 0, "weights.csv", _("How hard each gold word is.")))
    with st.container(horizontal=True):
        for label, role, place, ending, help in files:
            name = f"{task.name}.{ending}"
            data = partial(_data, board, task.name, role, place)
            mime = "application/octet-stream"
            widgets.download(label, data=data, name=name, mime=mime, key=f"fetch {name}", help=help)
    spans = ["".join(f"<span>{escape(fact)}</span>" for fact in line) for line in _facts(task) if line]
    st.html("".join(f'<p class="cw-facts">{line}</p>' for line in spans))
    # Names and rules come from the owner of the board.
    rules = [(track_said(track), translated(track_rule(track, task.track_rules))) for track in task.tracks]
    tracks = [escape(_("{name}: {rule}", name=name, rule=rule)) for name, rule in rules if rule]
    if tracks:
        _part(_("Tracks"), "<br>".join(tracks))
    # The file of the example has them in English.
    _part(_("Rules"), escape(translated(examples.RULES if seen.kept.is_example else task.rules or _NO_RULES)))


def _part(heading: str, html: str) -> None:
    st.html(f'<p><b>{heading}</b></p><div style="white-space:pre-line; overflow-wrap:anywhere">{html}</div>')


def _facts(task: Task) -> list[list[str]]:
    sizes = [n_("{n:,} sentence", "{n:,} sentences", task.sentences)]
    if task.words is not None:
        sizes.append(n_("{n:,} gold word", "{n:,} gold words", task.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", task.characters))
    facts = [_("gold may be seen") if task.open_gold else _("gold is private")]
    if task.references:
        facts.append(n_("{n:,} reference beside it", "{n:,} references beside it", task.references))
    tracks = _(", ").join(map(track_said, task.tracks))
    facts += [_("tracks: {tracks}", tracks=tracks), _("made on {date}", date=task.created[:10])]
    if task.opens:
        facts.append(_("opens {moment}", moment=moment_said(task.opens)))
    if task.closes:
        facts.append(_("closes {moment}", moment=moment_said(task.closes)))
    if task.mismatch != "error":
        facts.append(_("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    hard = []
    if task.weights:
        hard.append(_("difficulties by the committee {committee}", committee=committee_said(task.committee)))
    return [sizes, facts, hard, [translated(task.split)] if task.split else []]


def _data(board: Board, task: str, role: Role, place: int) -> bytes:
    return board.files(task, role)[place].data
