"""Submitting on the page Leaderboard: what was typed stays until it has been accepted."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Entry, Submitter
from cwsdiag.board.admission import FILE_BYTES, PER_DAY
from cwsdiag.board.texts import LONGEST, track_rule
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import READERS, Source
from cwsdiag.frames import track_said
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.report.board_text import MISMATCHES, times_said
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in
from cwsdiag.ui.import_report.cards import DETECTED, ENCODINGS
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import widgets
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.align import Mismatch
    from cwsdiag.board import Receipt
    from cwsdiag.ui.board.submissions import Submissions

_SESSION = "submission form"


@dataclass
class _Session:
    """What a session has of the form; it is changed in place, as Streamlit may stop a run where it stores something.

    Attributes:
        accepted: number of submissions so far; with each the form is a new one.
        author, email, key: to be filled into the next form.
        receipt: of the last submission.
        refusal: task of what was not accepted last, and why.
    """

    accepted: int = 0
    author: str = ""
    email: str = ""
    key: str = ""
    receipt: Receipt | None = None
    refusal: tuple[str, CwsdiagError] | None = None


def form(seen: Submissions) -> None:
    """Draw the form, what became of the last submission, and why one was refused."""
    session: _Session = st.session_state.setdefault(_SESSION, _Session())
    if session.receipt is not None and session.receipt.submission.task == seen.task.name:
        _receipt(session.receipt)
    if seen.task.phase != "open":
        widgets.box("info", times_said(seen.task))
        return
    _identity(seen, session)
    with st.form(f"submission {session.accepted}", enter_to_submit=False):
        entry, upload, options, key = _fields(seen, session)
        submitted = st.form_submit_button(_("Submit"), type="primary", icon=":material/send:")
    if submitted:
        with st.spinner(_("Checking and scoring …")):
            _submit(seen, session, entry, upload, options, key)
        if session.refusal is None:
            st.rerun()
    if session.refusal is not None and session.refusal[0] == seen.task.name:
        why = said(session.refusal[1], seen.board.path)
        widgets.box("error", why, title=_("This was not accepted. What you typed is still here."))


def submitter(key: str) -> Submitter:
    """Return who submits on this page: by a key that was typed, else who signed in."""
    person = sign_in.person()
    return Submitter(key=key, signed_in="" if person is None else person.id)


def _identity(seen: Submissions, session: _Session) -> None:
    """Draw as whom one submits; and let one sign in, where the server has it."""
    entrance.sign_in_or_out("submit")
    try:
        who = seen.board.identity(submitter(session.key))
    except BoardError as error:
        widgets.box("error", said(error, seen.board.path))
        # The next form begins without it.
        session.key = ""
        return
    if who.known_by == "key":
        remark = _("You submit with the key of {name}.", name=who.name)
    elif who.known_by == "sign-in":
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


def _fields(seen: Submissions, session: _Session) -> tuple[Entry, Any, tuple[str | None, str | None], str]:
    """Draw the fields; return what the submission says of itself, its file, how to read that, and the key."""

    def key(name: str) -> str:
        return f"{name} {session.accepted}"

    left, right = st.columns(2)
    system = left.text_input(_("Name of the system"), key=key("system"), max_chars=LONGEST["system"])
    author = right.text_input(_("Author"), value=session.author, key=key("author"), max_chars=LONGEST["author"])
    own_key = left.text_input(
        _("Key, if you have one"),
        value=session.key,
        key=key("key"),
        type="password",
        max_chars=200,
        autocomplete="off",
        help=_("From the board's owner. It has a name: leave the author out. It is kept for this session alone."),
    )
    email = right.text_input(
        _("E-mail, optional"),
        value=session.email,
        key=key("email"),
        max_chars=LONGEST["email"],
        help=_("For the board's owner only; never shown."),
    )
    left, right = st.columns(2)
    with left:
        megabytes = FILE_BYTES // MEGABYTE
        upload = st.file_uploader(
            _("File"), key=key("file"), max_upload_size=megabytes, help=_file_help(seen.task.mismatch)
        )
        with st.popover(_("Read it differently"), type="tertiary"):
            encoding = st.selectbox(
                _("Encoding"), [DETECTED, *ENCODINGS], format_func=_read_as, key=key(f"encoding {language()}")
            )
            format = st.selectbox(
                _("Format"),
                [DETECTED, *(name for name, reader in READERS.items() if reader.kind == "segmented")],
                format_func=_read_as,
                # The browser holds what a choice is called: in another language it begins anew, for all to see.
                key=key(f"format {language()}"),
            )
    with right:
        # Tracks are the task's: another key where another task is chosen, or another language.
        track = st.radio(
            _("Track"),
            seen.task.tracks,
            format_func=partial(_track_with_rule, seen.task.track_rules),
            key=key(f"track {seen.task.name} {language()}"),
        )
        resources = st.text_input(
            _("Resources, for everybody"),
            key=key("resources"),
            max_chars=LONGEST["resources"],
            placeholder=_("what it was made with beside the task's training data"),
        )
        description = st.text_area(
            _("Description, for everybody"),
            key=key("description"),
            max_chars=LONGEST["description"],
            height=90,
            placeholder=_("what it was trained on, where to read about it"),
        )
    options = (None if encoding == DETECTED else encoding, None if format == DETECTED else format)
    return Entry(system, author, track, email, description, resources), upload, options, own_key


def _read_as(option: str) -> str:
    """Return what people call an encoding or a format."""
    if option == DETECTED:
        return _("detected")
    return translated(READERS[option].label) if option in READERS else option


def _file_help(mismatch: Mismatch) -> str:
    if mismatch == "error":
        return _("The raw text of the task, segmented: the same characters, in any format that predictions may have.")
    return _(
        "The raw text of the task, segmented, in any format that predictions may have. "
        "Where characters differ: {what}.",
        what=translated(MISMATCHES[mismatch]),
    )


def _track_with_rule(rules: Mapping[str, str], track: str) -> str:
    """Return what a track is called, with what it allows; the name and the rule come from the owner of the board."""
    name, rule = track_said(track), translated(track_rule(track, rules))
    return widgets.plain(_("{name}: {rule}", name=name, rule=rule) if rule else name)


def _submit(
    seen: Submissions, session: _Session, entry: Entry, upload: Any, options: tuple[str | None, str | None], key: str
) -> None:
    """Give a submission to the board, and store its receipt or why it was refused."""
    name = seen.task.name
    try:
        if upload is None:
            raise BoardError(lazy("The file is missing. Choose the segmented raw text of the task."))
        source = Source.from_bytes(upload.name, upload.getvalue())
        encoding, format = options
        receipt = seen.board.submit(name, entry, source, by=submitter(key), encoding=encoding, format=format)
    except CwsdiagError as error:
        # A copy without its traceback, which refers to all that was there.
        session.refusal = (name, copy(error))
        return
    session.receipt, session.refusal = receipt, None
    session.author, session.email, session.key = entry.author, entry.email, key
    session.accepted += 1


def _receipt(receipt: Receipt) -> None:
    """Draw what became of the last submission."""
    one = receipt.submission
    widgets.box(
        "info",
        _(
            "Submission {number}, {system} by {author}, is in the table of {task}: F {f1}.",
            number=one.id,
            system=one.system,
            author=one.author,
            task=one.task,
            f1=number(one.scores.get("bakeoff.f1")),
        ),
    )
    for warning in receipt.warnings:
        widgets.box("warning", translated(warning))
