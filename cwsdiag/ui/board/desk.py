"""Handing in on the page Leaderboard, and getting a file back: what was typed stays until it has been taken."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Entry, Submitter
from cwsdiag.board.notes import track_rule
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import READERS, Source
from cwsdiag.frames import track_said
from cwsdiag.languages import _, language, lazy, n_, translated
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.host import client, sign_in
from cwsdiag.ui.import_report.cards import DETECTED, ENCODINGS
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import widgets
from cwsdiag.views.submissions import MISMATCHES, times_said
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.align import Mismatch
    from cwsdiag.board import BoardFile, Receipt
    from cwsdiag.ui.board.seen import Seen

_DESK = "desk of the board"
_ONCE = lazy(
    "This token is shown once. Copy it now: it is the only way to get your file back. The board does not store it, so "
    "it cannot be recovered."
)


@dataclass
class Desk:
    """What a session has at the desk.

    It is changed and never put into the session anew: that would be a place where Streamlit may stop the run, and a
    token that was given would not be seen.

    Attributes:
        taken: number of submissions taken so far; with each the form is a new one.
        author, email, key: to be filled into the next form.
        receipt: of the last submission, until the person has kept the token.
        refusal: task of what was not taken last, and why.
        found: the file that was asked for last, with a token.
    """

    taken: int = 0
    author: str = ""
    email: str = ""
    key: str = ""
    receipt: Receipt | None = None
    refusal: tuple[str, CwsdiagError] | None = None
    found: BoardFile | None = None


def _desk() -> Desk:
    desk: Desk = st.session_state.setdefault(_DESK, Desk())
    return desk


def hand_in(seen: Seen) -> None:
    """Draw the form, the receipt of what was taken, and why something was not."""
    desk = _desk()
    if desk.receipt is not None:
        _receipt(desk, desk.receipt)
    if seen.phase != "open":
        widgets.box("info", times_said(seen.task, seen.phase))
        return
    _who(seen, desk)
    with st.form(f"submission {desk.taken}", enter_to_submit=False):
        entry, upload, options, key = _fields(seen, desk)
        submitted = st.form_submit_button(_("Hand in"), type="primary", icon=":material/send:")
    if submitted:
        with st.spinner(_("Checking and scoring …")):
            _submit(seen, desk, entry, upload, options, key)
        if desk.refusal is None:
            st.rerun()
    if desk.refusal is not None and desk.refusal[0] == seen.task.name:
        why = said(desk.refusal[1], seen.board.path)
        widgets.box("error", why, title=_("This was not accepted. What you typed is still here."))


def submitter(key: str) -> Submitter:
    """Return who hands in on this page: by a key that was typed, else who signed in, else by where they come from."""
    person = sign_in.person()
    return Submitter(key=key, signed_in="" if person is None else person.id, address=client.told() or "")


def _who(seen: Seen, desk: Desk) -> None:
    """Say as whom one hands in, and how many submissions are left; and let one sign in, where the server has it."""
    entrance.sign_in_or_out("hand in")
    try:
        allowance = seen.board.allowance(seen.task.name, submitter(desk.key))
    except BoardError as error:
        widgets.box("error", said(error, seen.board.path))
        # It is none any more: the next form begins without.
        desk.key = ""
        return
    told = n_("{n:,} submission is left to you now.", "{n:,} submissions are left to you now.", allowance.left)
    if allowance.known_by == "key":
        whose = _("You hand in with the key of {name}.", name=allowance.name)
    elif allowance.known_by == "sign-in":
        whose = _("You hand in as who signed in: nobody else does under your name.")
    elif not seen.task.keyless:
        whose, told = _("Systems are handed in with a key, which the owner of the board gives."), ""
    else:
        whose = _("Without a key you hand in with all others who have none, under a name that is taken on trust.")
    widgets.note(_("{said} {more}", said=whose, more=told) if told else whose)


def _fields(seen: Seen, desk: Desk) -> tuple[Entry, Any, tuple[str | None, str | None], str]:
    """Draw the fields; return what the submission says of itself, its file, how to read that, and the key."""
    limits = seen.board.limits

    def key(name: str) -> str:
        return f"{name} {desk.taken}"

    left, right = st.columns(2)
    system = left.text_input(_("Name of the system"), key=key("system"), max_chars=limits.system)
    author = right.text_input(_("Author"), value=desk.author, key=key("author"), max_chars=limits.author)
    email = right.text_input(
        _("E-mail, optional"),
        value=desk.email,
        key=key("email"),
        max_chars=limits.email,
        help=_("For the board's owner only; never shown."),
    )
    own_key = left.text_input(
        _("Key, if you have one"),
        value=desk.key,
        key=key("key"),
        type="password",
        max_chars=200,
        autocomplete="off",
        help=_("From the board's owner. It has a name: leave the author out. It is kept for this session alone."),
    )
    left, right = st.columns(2)
    with left:
        megabytes = max(1, limits.file_bytes // MEGABYTE)
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
            max_chars=limits.resources,
            placeholder=_("what it was made with beside the task's training data"),
        )
        description = st.text_area(
            _("Description, for everybody"),
            key=key("description"),
            max_chars=limits.description,
            height=90,
            placeholder=_("what it was trained on, where to read about it"),
        )
    told = tuple(None if one == DETECTED else one for one in (encoding, format))
    return Entry(system, author, track, email, description, resources), upload, (told[0], told[1]), own_key


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
    seen: Seen, desk: Desk, entry: Entry, upload: Any, options: tuple[str | None, str | None], key: str
) -> None:
    """Give a submission to the board, and keep its receipt or why it was refused."""
    name = seen.task.name
    if upload is None:
        desk.refusal = (name, BoardError(lazy("The file is missing. Choose the segmented raw text of the task.")))
        return
    try:
        source = Source.from_bytes(upload.name, upload.getvalue())
        by = submitter(key)
        receipt = seen.board.submit(name, entry, source, by=by, encoding=options[0], format=options[1])
    except CwsdiagError as error:
        # A copy: the error itself knows where it was raised, and so holds on to all that was there.
        desk.refusal = (name, copy(error))
        return
    desk.receipt, desk.refusal = receipt, None
    desk.author, desk.email, desk.key = entry.author, entry.email, key
    desk.taken += 1


def _receipt(desk: Desk, receipt: Receipt) -> None:
    """Show the token, once, with what became of the file."""
    one = receipt.submission
    f1, oov = (number(one.scores.get(name)) for name in ("bakeoff.f1", "bakeoff.oov_recall"))
    with st.container(border=True, key="receipt"):
        widgets.lead(
            _(
                "Submission {number}, {system} by {author}, is in the table of {task}: F {f1}, OOV recall {oov}.",
                number=one.id,
                system=one.system,
                author=one.author,
                task=one.task,
                f1=f1,
                oov=oov,
            )
        )
        for warning in receipt.warnings:
            widgets.box("warning", translated(warning))
        st.code(receipt.token, language=None)
        widgets.box("warning", translated(_ONCE), title=_("Token of submission {number}", number=one.id))
        st.button(_("I have kept it"), key="token kept", on_click=_forget, args=(desk,), icon=":material/check:")


def _forget(desk: Desk) -> None:
    desk.receipt = None


def file_back(seen: Seen) -> None:
    """Draw what gives an author the file back: number and token of the submission."""
    desk = _desk()
    widgets.note(
        _("For authors: the number of a submission is in the table; its token was shown when it was accepted.")
    )
    with st.form("file back", enter_to_submit=False):
        left, right = st.columns([0.25, 0.75])
        id = left.number_input(_("Number"), min_value=1, step=1, value=None, key="number of the file")
        token = right.text_input(_("Token"), type="password", key="token of the file")
        asked = st.form_submit_button(_("Find my file"), icon=":material/key:")
    if asked:
        desk.found = None
        try:
            if id is None:
                raise BoardError(lazy("the number of the submission is missing. It is in the table."))
            desk.found = seen.board.prediction(id, token)
        except CwsdiagError as error:
            widgets.box("error", said(error, seen.board.path))
    if desk.found is not None:
        # The name comes from a stranger, and labels are Markdown.
        file, size = desk.found.name, len(desk.found.data)
        widgets.box("info", _("{file}, {size:,} bytes, as it was submitted.", file=file, size=size))
        widgets.download(
            _("Save it"),
            data=desk.found.data,
            name=desk.found.name,
            mime="application/octet-stream",
            key="save the file",
        )
