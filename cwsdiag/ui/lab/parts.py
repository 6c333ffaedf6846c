"""The parts of the leaderboard below its table: submitting, the task and its files, its owner's actions, a new task."""

from __future__ import annotations

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from cwsdiag import examples
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.board.admission import FILE_BYTES, PER_DAY, moment_of, track_rule
from cwsdiag.board.models import TRACKS, Role
from cwsdiag.board.tasks import LEAST_SENTENCES
from cwsdiag.errors import BoardError
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import Source
from cwsdiag.frames import track_name
from cwsdiag.languages import _, lazy, n_, n_lazy, translated
from cwsdiag.report.lab import MISMATCHES, times_text
from cwsdiag.ui import state
from cwsdiag.ui.data.boards import LabFile, said
from cwsdiag.ui.host import who
from cwsdiag.ui.lab.actions import Action, ActionOutcome, check_owner, field, form, sign_in_or_out
from cwsdiag.ui.lab.submissions import Submissions
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.ui.state import Key
from cwsdiag.views.columns import BOARD_KEYS
from cwsdiag.views.committee import committee_name
from cwsdiag.views.wording import in_turn, number

# Author and key of a session's last submission, for its next.
_SUBMITTER = "submitter"


def submission(seen: Submissions) -> None:
    """Draw the form for a submission, as whom one submits, and what became of the last one."""
    task, last = seen.task, st.session_state.setdefault(_SUBMITTER, {})
    if task.phase != "open":
        widgets.box("info", times_text(task))
        return
    _identity(seen, last)
    file_help = _("The raw text of the task, segmented: the same characters, in any format that predictions may have.")
    if task.mismatch != "error":
        file_help = in_turn(file_help, _("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    form(
        f"submission to {task.name}",
        seen.board.path,
        (
            (
                field("system", "text_input", _("Name of the system")),
                field("author", "text_input", _("Author"), value=last.get("author", "")),
                field(
                    "key",
                    "text_input",
                    _("Key, if you have one"),
                    value=last.get("key", ""),
                    type="password",
                    autocomplete="off",
                    help=_(
                        "From the board's owner. It has a name: leave the author out. It is kept for this session "
                        "alone."
                    ),
                ),
            ),
            (
                field("file", "file_uploader", _("File"), max_upload_size=FILE_BYTES // MEGABYTE, help=file_help),
                field(
                    "track",
                    "radio",
                    _("Track"),
                    options=task.tracks,
                    # They come from the owner of the board.
                    format_func=lambda one: widgets.plain(track_name(one)),
                    help=_(
                        "closed: only the task's training data; open: other data allowed. What others allow the rules "
                        "say."
                    ),
                ),
            ),
            (
                field(
                    "description",
                    "text_area",
                    _("Description, for everybody"),
                    height=90,
                    placeholder=_("what it was made with, where to read about it"),
                ),
            ),
        ),
        partial(_submit, seen),
        button=_("Submit"),
        icon=":material/send:",
    )


def submitter(key: str) -> Submitter:
    """Return who submits on this page: by a key that was typed, else who signed in."""
    person = who.person()
    return Submitter(key=key, signed_in="" if person is None else person.id)


def _identity(seen: Submissions, last: dict[str, str]) -> None:
    """Draw as whom one submits; and let one sign in, where the server has it."""
    sign_in_or_out("submit")
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


def _submit(seen: Submissions, values: dict[str, Any]) -> ActionOutcome:
    """Give a submission to the board."""
    if values["file"] is None:
        raise BoardError(lazy("The file is missing. Choose the segmented raw text of the task."))
    entry = Entry(**{name: values[name] for name in ("system", "author", "track", "description")})
    receipt = seen.board.submit(seen.task.name, entry, _source(values["file"]), by=submitter(values["key"]))
    st.session_state[_SUBMITTER] = {name: values[name] for name in ("author", "key")}
    one = receipt.submission
    return ActionOutcome(
        lazy(
            "Submission {number}, {system} by {author}, is in the table of {task}: F {f1}.",
            number=one.id,
            system=one.system,
            author=one.author,
            task=one.task,
            f1=number(one.f1),
        ),
        warnings=receipt.warnings,
    )


def task(own: LabFile) -> None:
    """Draw the form for a task, for who may make one."""
    form(
        "task",
        own.path,
        (
            (
                field("task", "text_input", _("Name of the task")),
                field(
                    "closes",
                    "text_input",
                    _("Open until"),
                    placeholder="2026-05-08 18:00",
                    help=_("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound."),
                ),
            ),
            (
                field("gold", "file_uploader", _("Gold")),
                field("training", "file_uploader", _("Training data or dictionary, optional")),
                field(
                    "weights",
                    "file_uploader",
                    _("Difficulties, optional"),
                    help=_(
                        "How hard each gold word is, as the page Difficulty and `cwsdiag difficulty` write it: "
                        ".weight, .weight_c or .csv. They give balanced scores, and are as private as gold."
                    ),
                ),
            ),
            (
                field("tracks", "text_input", _("Tracks"), value=", ".join(TRACKS)),
                field("rules", "text_area", _("Rules, for everybody"), height=90),
            ),
            (
                field(
                    "mismatch",
                    "radio",
                    _("Where characters differ from gold"),
                    options=list(MISMATCHES),
                    format_func=lambda one: translated(MISMATCHES[one]),
                    help=_(
                        "Of systems that write their own text, as generating models do. What is counted against a "
                        "system are the words that it adds, and those of gold that it lacks or changes; separators are "
                        "not scored then."
                    ),
                ),
                field("open_gold", "checkbox", _("Everybody may see gold"), help=_("Otherwise it is private.")),
                field(
                    "few_sentences",
                    "checkbox",
                    _("A private gold may have few sentences"),
                    help=_("Of fewer than {least} sentences the scores tell single words.", least=LEAST_SENTENCES),
                ),
            ),
        ),
        partial(make, own),
        button=_("Make the task"),
        icon=":material/add_task:",
    )


def make(own: LabFile, values: dict[str, Any]) -> ActionOutcome:
    """Make a task of what the form says."""
    check_owner(own)
    if values["gold"] is None:
        raise BoardError(lazy("The gold file is missing. Choose it."))
    for name in ("gold", "training", "weights"):
        if values[name] is not None:
            values[name] = _source(values[name])
    # People may type commas of either width.
    tracks = dict.fromkeys(values.pop("tracks").replace("，", ",").split(","), "")
    closes = moment_of(values.pop("closes"))
    draft = TaskDraft(values.pop("task"), tracks=tracks, closes=closes, **values)
    (made,) = Board(own.ready()).add_task(draft)
    state.put(Key.TASK, made.name)
    return ActionOutcome(lazy("Made: {task}.", task=made.name), warnings=made.warnings)


def _source(upload: Any) -> Source:
    return Source.from_bytes(upload.name, upload.getvalue())


_NO_RULES = lazy("The board's owner has written no rules.")


def about(seen: Submissions) -> None:
    """Draw the files of the task to download, its facts and its rules."""
    task, board = seen.task, seen.board
    files: list[tuple[str, Role, str]] = [
        (_("Raw text"), "raw", _("To be segmented.")),
        (_("Training data"), "training", _("Training text or dictionary.")),
    ]
    if task.open_gold:
        files += [
            (_("Gold"), "gold", _("Everybody may see it.")),
            (_("Difficulties"), "weights", _("How hard each gold word is.")),
            (_("Reference"), "reference", _("Also counts as right for separators.")),
        ]
    with st.container(horizontal=True):
        for label, role, help in files:
            # Training data as they were given, packed perhaps: their own name says what they are.
            for file in board.files(task.name, role):
                name = f"{task.name}.{file.name}" if role == "training" else file.name
                widgets.download(
                    label,
                    data=file.data,
                    name=name,
                    key=f"fetch {name}",
                    help=help,
                )
    facts = [
        _("tracks: {tracks}", tracks=_(", ").join(map(track_name, task.tracks))),
        _("made on {date}", date=task.created[:10]),
    ]
    if task.mismatch != "error":
        facts.append(_("where characters differ: {what}", what=translated(MISMATCHES[task.mismatch])))
    if task.weights:
        facts.append(_("difficulties by the committee {committee}", committee=committee_name(task.committee)))
    if task.split:
        facts.append(translated(task.split))
    widgets.note(" · ".join(facts))
    # Rules come from the owner of the board; the file of the example has them in English.
    rules = [
        _("{name}: {rule}", name=track_name(track), rule=translated(rule))
        for track in task.tracks
        if (rule := track_rule(track, task.track_rules))
    ]
    rules.append(translated(examples.RULES if seen.kept.is_example else task.rules or _NO_RULES))
    widgets.box("info", "\n".join(rules), title=_("Rules"))


def panel(seen: Submissions, action: Action) -> None:
    """Draw what the owner does with the task on the page, its submissions, and keys."""
    _task(seen, action)
    _submissions(seen, action)
    _keys(seen, action)


def _task(seen: Submissions, action: Action) -> None:
    """Draw what opens, closes and removes the task."""
    board, task = seen.board, seen.task.name

    def close() -> ActionOutcome:
        board.close(task)
        return ActionOutcome(lazy("{task} is closed.", task=task))

    def reopen() -> ActionOutcome:
        board.reopen(task, closes=moment_of(closes))
        return ActionOutcome(lazy("{task} is open.", task=task))

    def remove() -> ActionOutcome:
        copy = board.remove_task(task)
        # The next run shows another one.
        state.put(Key.TASK, None)
        return ActionOutcome(lazy("{task} was removed; {copy} has it as it was before.", task=task, copy=copy.name))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        closes = st.text_input(
            _("Open until"),
            key=f"end of {task}",
            placeholder="2026-05-08 18:00",
            help=_("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound."),
            width=200,
        )
        action(
            _("Open it"),
            _("Systems can be submitted from now on, until then. What was seen of a private gold by now is known."),
            reopen,
            key="reopen",
            icon="lock_open",
        )
        if seen.task.phase != "closed":
            action(
                _("Close it now"),
                _("No system is accepted any more; all scores are shown, exact, and charts of all systems."),
                close,
                key="close",
                icon="lock",
            )
        action(
            _("Remove the task"),
            n_(
                "The task goes, with {n:,} submission.", "The task goes, with {n:,} submissions.", seen.task.submissions
            ),
            remove,
            key="remove the task",
            icon="delete",
        )


def _submissions(seen: Submissions, action: Action) -> None:
    """Draw what removes submissions."""

    def remove() -> ActionOutcome:
        copy = seen.board.remove(chosen).name
        return ActionOutcome(
            n_lazy(
                "{n:,} submission was removed; {copy} has it.",
                "{n:,} submissions were removed; {copy} has them.",
                len(chosen),
                copy=copy,
            )
        )

    names = {line.id: f"{line.id} {line.system} ({line.author})" for line in seen.systems()}
    if not names:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.multiselect(
            _("Submissions"),
            list(names),
            format_func=names.__getitem__,
            placeholder=_("Choose some"),
            key=f"submissions to remove of {seen.task.name}",
        )
        if chosen:
            action(
                _("Remove"),
                _("They go, with their scores and files."),
                remove,
                key="remove submissions",
                icon="delete_sweep",
            )


def _keys(seen: Submissions, action: Action) -> None:
    """Draw who has a key, what makes one, and what revokes one."""
    if keys := seen.board.keys():
        rows = [vars(key) | {"created": key.created[:10], "revoked": key.revoked[:10]} for key in keys]
        tables.table(pd.DataFrame(rows), tables.columns(BOARD_KEYS), key="keys of the board", alt=_("Who has a key"))

    def create() -> ActionOutcome:
        key = seen.board.add_key(name)
        return ActionOutcome(lazy("The key of {name}, shown this once. Give it to them alone.", name=name), secret=key)

    def revoke() -> ActionOutcome:
        seen.board.revoke_key(one)
        return ActionOutcome(lazy("The key of {name} is revoked.", name=one))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(_("A key for"), key="name of the new key", width=260)
        action(
            _("Make the key"),
            _("Whoever has a key submits under its name, and nobody else can."),
            create,
            key="make the key",
            icon="key",
        )
        if valid := [key.name for key in keys if not key.revoked]:
            one = st.selectbox(_("Key of"), valid, key="key to revoke", width=220)
            action(
                _("Revoke"),
                _("Nobody submits with the key of {name} any more; its submissions stay.", name=one),
                revoke,
                key="revoke",
                icon="key_off",
            )
