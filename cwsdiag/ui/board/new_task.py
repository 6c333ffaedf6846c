"""Making a task on the page Leaderboard: for the owner alone."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Board, Split, TaskDraft
from cwsdiag.board.models import TRACKS
from cwsdiag.board.tasks import LEAST_SENTENCES
from cwsdiag.board.texts import LONGEST, moment_of
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.formats import Source
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.report.board_text import MISMATCHES
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import who
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.project import FileSet
    from cwsdiag.ui.data.boards import Kept

_SESSION = "form of a new task"
_FROM_FILES, _FROM_OPEN = "files", "open dataset"
_ORIGINS = {_FROM_FILES: lazy("from files"), _FROM_OPEN: lazy("of the open dataset")}
_NOT_YOURS = lazy(
    "Tasks are made by the owner of the board alone, who has its key or is known to the server, or with the command "
    "cwsdiag board add-task."
)


@dataclass
class _Session:
    """What a session has of this form.

    Attributes:
        made: number of tasks made; with each the form is a new one.
        names: of the tasks made last.
        warnings: what looks odd about their files.
        refusal: why the last one could not be made.
    """

    made: int = 0
    names: list[str] = field(default_factory=list)
    warnings: tuple[str, ...] = ()
    refusal: CwsdiagError | None = None


def may_create(own: Kept | None) -> bool:
    """Return whether the visitor may create tasks on a board."""
    return own is not None and not own.is_example and who.is_owner()


def first_task(own: Kept | None) -> None:
    """Draw the form where there is no task to look at, for who may make one."""
    if own is not None and may_create(own):
        with widgets.controls("first task"):
            widgets.heading(_("Make a task"))
            _form(own)


def another_task(own: Kept | None, *, beside_example: bool) -> None:
    """Draw the form under the parts of a task, for who may make one.

    Args:
        own: the board in which tasks are made; None where there is none.
        beside_example: whether the task is one of the example.
    """
    if own is not None and may_create(own):
        label = _("Make a task of your own") if beside_example else _("Make another task")
        with st.expander(label, icon=":material/add:"):
            _form(own)


def _form(own: Kept) -> None:
    session: _Session = st.session_state.setdefault(_SESSION, _Session())
    if session.names:
        widgets.box("info", _("Made: {tasks}.", tasks=_(", ").join(session.names)))
        for warning in session.warnings:
            widgets.box("warning", translated(warning))
    opened = _open_dataset()
    origin = _FROM_FILES if opened is None else _origin(session)
    with st.form(f"task {session.made}", enter_to_submit=False):
        given = _fields(session, None if origin == _FROM_FILES else opened)
        wanted = st.form_submit_button(_("Make the task"), type="primary", icon=":material/add_task:")
    if wanted:
        with st.spinner(_("Scoring BASE and TOP …")):
            _make(own, session, given)
        if session.refusal is None:
            state.put(Key.TASK, own.id(session.names[-1]))
            st.rerun()
    if session.refusal is not None:
        why = said(session.refusal, own.path)
        widgets.box("error", why, title=_("No task was made. What you typed is still here."))


def _open_dataset() -> FileSet | None:
    """Return the dataset that is open, if a task can be made of it: its gold is there, and nobody else's secret."""
    view = current()
    if view.entry is None or view.found is None or view.entry.origin == "board" or view.withholds_gold:
        return None
    return view.entry.files


def _origin(session: _Session) -> str:
    """Draw the choice of where gold and training data come from, and return it."""
    return st.radio(
        _("Gold and training data"),
        list(_ORIGINS),
        format_func=lambda origin: translated(_ORIGINS[origin]),
        # In another language the choice begins anew: the browser holds what it is called.
        key=f"origin of the task {session.made} {language()}",
        horizontal=True,
        help=_("The open dataset is the one that the side bar names. Its difficulties are taken too, if it has any."),
    )


def _fields(session: _Session, opened: FileSet | None) -> dict[str, Any]:
    """Draw the fields; return what was given, by name.

    Args:
        session: what the session has of this form.
        opened: the dataset whose files are taken; None where they are chosen here.
    """

    def key(name: str) -> str:
        return f"{name} of the task {session.made}"

    first, second, third = st.columns([0.5, 0.25, 0.25], vertical_alignment="bottom")
    given: dict[str, Any] = {
        "name": first.text_input(_("Name of the task"), key=key("name"), max_chars=LONGEST["task"]),
        "split": second.number_input(
            _("Share for NAME-dev"),
            0.0,
            0.99,
            0.0,
            0.05,
            key=key("split"),
            help=_(
                "Two tasks of a random split: NAME-dev, whose gold is open, with this share of the sentences, and "
                "NAME-test with the rest. 0: one task."
            ),
        ),
        "seed": third.number_input(_("Seed of the split"), 0, None, 0, 1, key=key("seed")),
    }
    given |= _uploads(key) if opened is None else {"dataset": opened}
    left, right = st.columns(2)
    given["tracks"] = left.text_area(
        _("Tracks"),
        value="\n".join(TRACKS),
        key=key("tracks"),
        height=90,
        help=_("One per line, of any name; after a colon what it allows. Such as semi-open: public dictionaries too."),
    )
    given["rules"] = right.text_area(_("Rules, for everybody"), key=key("rules"), max_chars=LONGEST["rules"], height=90)
    help = _("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound.")
    left, right = st.columns(2)
    for side, name, label, example in (
        (left, "opens", _("Submissions from"), "2026-05-01 18:00"),
        (right, "closes", _("Submissions until"), "2026-05-08 18:00"),
    ):
        given[name] = side.text_input(label, key=key(name), placeholder=example, help=help)
    given["mismatch"] = st.radio(
        _("Where characters differ from gold"),
        list(MISMATCHES),
        format_func=lambda mismatch: translated(MISMATCHES[mismatch]),
        # In another language the choice begins anew: the browser holds what it is called.
        key=key(f"mismatch {language()}"),
        horizontal=True,
        help=_(
            "Of systems that write their own text, as generating models do. What is counted against a system are the "
            "words that it adds, and those of gold that it lacks or changes; separators are not scored then."
        ),
    )
    left, right = st.columns(2)
    given["open_gold"] = left.checkbox(
        _("Everybody may see gold"),
        key=key("open gold"),
        help=_("Otherwise it is private; after a split, that of -test."),
    )
    given["few_sentences"] = right.checkbox(
        _("A private gold may have few sentences"),
        key=key("few sentences"),
        help=_("Of fewer than {least} sentences the scores tell single words.", least=LEAST_SENTENCES),
    )
    return given


def _uploads(key: Callable[[str], str]) -> dict[str, Any]:
    """Draw the places for files; return what was given, by name."""
    gold, training, references, weights = st.columns(4)
    return {
        "gold": gold.file_uploader(_("Gold"), key=key("gold")),
        "training": training.file_uploader(_("Training data or dictionary, optional"), key=key("training")),
        "references": references.file_uploader(
            _("References beside gold, optional"),
            accept_multiple_files=True,
            key=key("references"),
            help=_("Other segmentations of the same text that count as right for the scores of separators."),
        ),
        "weights": weights.file_uploader(
            _("Difficulties, optional"),
            key=key("weights"),
            help=_(
                "How hard each gold word is, as the page Difficulty and `cwsdiag difficulty` write it: .weight, "
                ".weight_c or .csv. They give balanced scores, and are as private as gold."
            ),
        ),
    }


def _make(own: Kept, session: _Session, given: dict[str, Any]) -> None:
    """Make the task, or keep why that is not possible."""
    session.names, session.refusal = [], None
    # Asked again where something is done, whatever was drawn before.
    if not may_create(own):
        session.refusal = BoardError(_NOT_YOURS)
        return
    try:
        split = Split(given["split"], given["seed"]) if given["split"] else None
        draft = _draft(given)
        made = Board(own.ready(BoardError)).add_task(draft, split=split)
    except CwsdiagError as error:
        # Without where it was raised, which holds on to the files.
        session.refusal = copy(error)
        return
    session.names, session.warnings = [task.name for task in made], made[0].warnings
    session.made += 1


def _draft(given: dict[str, Any]) -> TaskDraft:
    """Return what the task is made from.

    Raises:
        BoardError: gold is missing, or a time is none.
        InputError: a file of the open dataset is gone.
    """
    settings = {name: given[name] for name in ("name", "rules", "open_gold", "few_sentences", "mismatch")}
    settings |= {
        "tracks": dict(_track(line) for line in given["tracks"].splitlines() if line.strip()),
        "opens": moment_of(given["opens"]),
        "closes": moment_of(given["closes"]),
    }
    if "dataset" in given:
        return _of_dataset(given["dataset"], settings)
    if given["gold"] is None:
        raise BoardError(lazy("The gold file is missing. Choose it."))
    return TaskDraft(
        gold=_source(given["gold"]),
        training=None if given["training"] is None else _source(given["training"]),
        references=tuple(map(_source, given["references"])),
        weights=None if given["weights"] is None else _source(given["weights"]),
        **settings,
    )


def _track(line: str) -> tuple[str, str]:
    """Return the name of a track, and what it allows, from a line; people may type colons of either width."""
    name, _colon, rule = line.replace("：", ":", 1).partition(":")
    return name.strip(), rule.strip()


def _of_dataset(files: FileSet, settings: dict[str, Any]) -> TaskDraft:
    """Return what a task is made from, with gold, training data and difficulties of a dataset, read as they are there.

    Raises:
        BoardError: it has no gold.
        InputError: a file is gone.
    """
    if files.gold is None:
        raise BoardError(lazy("The open dataset has no gold file. Choose another one."))
    return TaskDraft(
        gold=files.gold.source(),
        training=None if files.training is None else files.training.source(),
        weights=None if files.weights is None else files.weights.source(),
        options=files.gold.options,
        training_options=None if files.training is None else files.training.options,
        **settings,
    )


def _source(upload: Any) -> Source:
    return Source.from_bytes(upload.name, upload.getvalue())
