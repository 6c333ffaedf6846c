"""Submitting a system, and making a task: for everybody, and for the owner alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.board.admission import FILE_BYTES, PER_DAY
from cwsdiag.board.models import TRACKS
from cwsdiag.board.tasks import LEAST_SENTENCES
from cwsdiag.board.texts import moment_of
from cwsdiag.errors import BoardError
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, translated
from cwsdiag.report.board_text import MISMATCHES, times_said
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in
from cwsdiag.ui.lab import entrance
from cwsdiag.ui.lab.actions import Outcome, field, form
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.lab.submissions import Submissions

# Author and key of a session's last submission, for its next.
_SUBMITTER = "submitter"
_NOT_YOURS = lazy(
    "Tasks are made by the owner of the board alone, who has its key or is known to the server, or with the command "
    "cwsdiag board add-task."
)


def submission(seen: Submissions) -> None:
    """Draw the form for a submission, as whom one submits, and what became of the last one."""
    task, last = seen.task, st.session_state.setdefault(_SUBMITTER, {})
    if task.phase != "open":
        widgets.box("info", times_said(task))
        return
    _identity(seen, last)
    file_help = _("The raw text of the task, segmented: the same characters, in any format that predictions may have.")
    if task.mismatch != "error":
        what = translated(MISMATCHES[task.mismatch])
        file_help = widgets.joined(file_help, _("where characters differ: {what}", what=what))
    track_help = _("closed: only the task's training data; open: other data allowed. What others allow the rules say.")
    key_help = _("From the board's owner. It has a name: leave the author out. It is kept for this session alone.")
    key_options = {"value": last.get("key", ""), "type": "password", "autocomplete": "off", "help": key_help}
    about = _("what it was made with, where to read about it")
    form(
        f"submission to {task.name}",
        seen.board.path,
        (
            (
                field("system", "text_input", _("Name of the system")),
                field("author", "text_input", _("Author"), value=last.get("author", "")),
                field("key", "text_input", _("Key, if you have one"), **key_options),
            ),
            (
                field("file", "file_uploader", _("File"), max_upload_size=FILE_BYTES // MEGABYTE, help=file_help),
                field("track", "radio", _("Track"), options=task.tracks, format_func=_track, help=track_help),
            ),
            (field("description", "text_area", _("Description, for everybody"), height=90, placeholder=about),),
        ),
        partial(_submit, seen),
        button=_("Submit"),
        icon=":material/send:",
        waiting=_("Checking and scoring …"),
        refused=_("This was not accepted. What you typed is still here."),
    )


def submitter(key: str) -> Submitter:
    """Return who submits on this page: by a key that was typed, else who signed in."""
    person = sign_in.person()
    return Submitter(key=key, signed_in="" if person is None else person.id)


def _identity(seen: Submissions, last: dict[str, str]) -> None:
    """Draw as whom one submits; and let one sign in, where the server has it."""
    entrance.sign_in_or_out("submit")
    try:
        identity = seen.board.identity(submitter(last.get("key", "")))
    except BoardError as error:
        widgets.box("error", said(error, seen.board.path))
        # The next form begins without it.
        last["key"] = ""
        return
    if identity.known_by == "key":
        remark = _("You submit with the key of {name}.", name=identity.name)
    elif identity.known_by == "sign-in":
        remark = _("You submit as who signed in: nobody else does under your name.")
    elif seen.task.open_gold:
        remark = _("Without a key you submit under a name that is taken on trust.")
    else:
        remark = _(
            "Gold is private: systems are submitted with a key, which the owner of the board gives, at most {most} a "
            "day.",
            most=PER_DAY,
        )
    widgets.note(remark)


def _submit(seen: Submissions, values: dict[str, Any]) -> Outcome:
    """Give a submission to the board."""
    if values["file"] is None:
        raise BoardError(lazy("The file is missing. Choose the segmented raw text of the task."))
    entry = Entry(**{name: values[name] for name in ("system", "author", "track", "description")})
    receipt = seen.board.submit(seen.task.name, entry, _source(values["file"]), by=submitter(values["key"]))
    st.session_state[_SUBMITTER] = {name: values[name] for name in ("author", "key")}
    one = receipt.submission
    return Outcome(
        lazy(
            "Submission {number}, {system} by {author}, is in the table of {task}: F {f1}.",
            number=one.id,
            system=one.system,
            author=one.author,
            task=one.task,
            f1=number(one.scores.get("bakeoff.f1")),
        ),
        warnings=receipt.warnings,
    )


def _track(name: str) -> str:
    # It comes from the owner of the board.
    return widgets.plain(track_said(name))


def task(own: Kept) -> None:
    """Draw the form for a task, for who may make one."""
    weights_help = _(
        "How hard each gold word is, as the page Difficulty and `cwsdiag difficulty` write it: .weight, .weight_c or "
        ".csv. They give balanced scores, and are as private as gold."
    )
    closes_help = _("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound.")
    few_help = _("Of fewer than {least} sentences the scores tell single words.", least=LEAST_SENTENCES)
    mismatch_help = _(
        "Of systems that write their own text, as generating models do. What is counted against a system are the words "
        "that it adds, and those of gold that it lacks or changes; separators are not scored then."
    )
    mismatches = {"options": list(MISMATCHES), "format_func": lambda one: translated(MISMATCHES[one])}
    form(
        "task",
        own.path,
        (
            (
                field("task", "text_input", _("Name of the task")),
                field("closes", "text_input", _("Open until"), placeholder="2026-05-08 18:00", help=closes_help),
            ),
            (
                field("gold", "file_uploader", _("Gold")),
                field("training", "file_uploader", _("Training data or dictionary, optional")),
                field("weights", "file_uploader", _("Difficulties, optional"), help=weights_help),
            ),
            (
                field("tracks", "text_input", _("Tracks"), value=", ".join(TRACKS)),
                field("rules", "text_area", _("Rules, for everybody"), height=90),
            ),
            (
                field("mismatch", "radio", _("Where characters differ from gold"), **mismatches, help=mismatch_help),
                field("open_gold", "checkbox", _("Everybody may see gold"), help=_("Otherwise it is private.")),
                field("few_sentences", "checkbox", _("A private gold may have few sentences"), help=few_help),
            ),
        ),
        partial(make, own),
        button=_("Make the task"),
        icon=":material/add_task:",
        waiting=_("Scoring BASE and TOP …"),
        refused=_("No task was made. What you typed is still here."),
    )


def make(own: Kept, values: dict[str, Any]) -> Outcome:
    """Make a task of what the form says."""
    # Asked again where something is done, whatever was drawn before.
    if not entrance.owns(own):
        raise BoardError(_NOT_YOURS)
    if values["gold"] is None:
        raise BoardError(lazy("The gold file is missing. Choose it."))
    uploads = {name: values[name] for name in ("gold", "training", "weights")}
    files: dict[str, Any] = {name: _source(upload) for name, upload in uploads.items() if upload is not None}
    draft = TaskDraft(
        values["task"],
        # People may type commas of either width.
        tracks=dict.fromkeys(values["tracks"].replace("，", ",").split(","), ""),
        closes=moment_of(values["closes"]),
        **{name: values[name] for name in ("rules", "open_gold", "few_sentences", "mismatch")},
        **files,
    )
    (made,) = Board(own.ready(BoardError)).add_task(draft)
    state.put(Key.TASK, made.name)
    return Outcome(lazy("Made: {task}.", task=made.name), warnings=made.warnings)


def _source(upload: Any) -> Source:
    return Source.from_bytes(upload.name, upload.getvalue())
