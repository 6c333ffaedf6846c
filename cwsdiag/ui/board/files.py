"""What the page Leaderboard tells of a task: its rules, and the files that are for everybody."""

from __future__ import annotations

from functools import partial, reduce
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
    files: list[tuple[str, Role, int, str, str]] = [
        (_("Raw text"), "raw", 0, f"{task.name}.raw.txt", _("To be segmented.")),
    ]
    if task.training:
        name = _training_name(board, task)
        files.append((_("Training data"), "training", 0, name, _("Training text or dictionary.")))
    if task.open_gold:
        files.append((_("Gold"), "gold", 0, f"{task.name}.gold.txt", _("Everybody may see it.")))
        files += [
            (
                _("Reference {number}", number=place + 2),
                "reference",
                place,
                f"{task.name}.reference-{place + 2}.txt",
                _("Also counts as right for separators."),
            )
            for place in range(task.references)
        ]
        if task.weights:
            name = f"{task.name}.weights.csv"
            files.append((_("Difficulties"), "weights", 0, name, _("How hard each gold word is.")))
    with st.container(horizontal=True):
        for label, role, place, name, help in files:
            widgets.download(
                label,
                data=partial(_data, board, task.name, role, place),
                name=name,
                mime="application/octet-stream",
                key=f"fetch {name}",
                help=help,
            )
    st.html(
        "".join(
            f'<p class="cw-facts">{"".join(f"<span>{escape(fact)}</span>" for fact in line)}</p>'
            for line in _facts(task)
            if line
        )
    )
    # The file of the example has them in English.
    _track_rules(task)
    told = translated(examples.RULES if seen.kept.is_example else task.rules or _NO_RULES)
    rules = f'<div style="white-space:pre-line; overflow-wrap:anywhere">{escape(told)}</div>'
    heading = _("Rules")
    st.html(f"<p><b>{heading}</b></p>{rules}")


def _track_rules(task: Task) -> None:
    """Draw what each track allows, as far as that is said; names and rules come from the owner of the board."""
    said = [(track_said(track), translated(track_rule(track, task.track_rules))) for track in task.tracks]
    told = [escape(_("{name}: {rule}", name=name, rule=rule)) for name, rule in said if rule]
    heading = _("Tracks")
    if told:
        st.html(f'<p><b>{heading}</b></p><div style="overflow-wrap:anywhere">{"<br>".join(told)}</div>')


def _facts(task: Task) -> list[list[str]]:
    sizes = [n_("{n:,} sentence", "{n:,} sentences", task.sentences)]
    if task.words is not None:
        sizes.append(n_("{n:,} gold word", "{n:,} gold words", task.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", task.characters))
    kept = [_("gold may be seen") if task.open_gold else _("gold is private")]
    if task.references:
        kept.append(n_("{n:,} reference beside it", "{n:,} references beside it", task.references))
    tracks = reduce(lambda some, more: _("{some}, {more}", some=some, more=more), map(track_said, task.tracks))
    kept += [_("tracks: {tracks}", tracks=tracks), _("made on {date}", date=task.created[:10])]
    if task.opens:
        kept.append(_("opens {moment}", moment=moment_said(task.opens)))
    if task.closes:
        kept.append(_("closes {moment}", moment=moment_said(task.closes)))
    if task.mismatch != "error":
        kept.append(_("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    hard = []
    if task.weights:
        hard.append(_("difficulties by the committee {committee}", committee=committee_said(task.committee)))
    return [sizes, kept, hard, [translated(task.split)] if task.split else []]


def _data(board: Board, task: str, role: Role, place: int) -> bytes:
    return board.files(task, role)[place].data


def _training_name(board: Board, task: Task) -> str:
    """Return the name of a task's training file as the owner gave it: its ending says what it is."""
    return kept(
        "server",
        "name of training file",
        (str(board.path), task.name, task.signature),
        lambda: f"{task.name}.{board.files(task.name, 'training')[0].name}",
        places=_NAMES,
    )
