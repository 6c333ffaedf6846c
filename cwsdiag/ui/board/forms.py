"""Submitting a system, and making a task: for everybody, and for the owner alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.board import Board, Entry, Split, Submitter, TaskDraft
from cwsdiag.board.admission import FILE_BYTES, PER_DAY
from cwsdiag.board.models import TRACKS
from cwsdiag.board.tasks import LEAST_SENTENCES
from cwsdiag.board.texts import LONGEST, moment_of, track_rule
from cwsdiag.errors import BoardError
from cwsdiag.files import MEGABYTE
from cwsdiag.formats import READERS, Source
from cwsdiag.frames import track_said
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.report.board_text import MISMATCHES, times_said
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in, who
from cwsdiag.ui.import_report.cards import DETECTED, ENCODINGS
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.owning.actions import Form, Outcome, field_of
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.project import FileSet
    from cwsdiag.ui.board.submissions import Submissions
    from cwsdiag.ui.data.boards import Kept

# Author, e-mail address and key of a session's last submission, for its next.
_SUBMITTER = "submitter"
_FROM_FILES, _FROM_OPEN = "files", "open dataset"
_ORIGINS = {_FROM_FILES: lazy("from files"), _FROM_OPEN: lazy("of the open dataset")}
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
        file_help = _(
            "The raw text of the task, segmented, in any format that predictions may have. "
            "Where characters differ: {what}.",
            what=translated(MISMATCHES[task.mismatch]),
        )
    formats = [name for name, reader in READERS.items() if reader.kind == "segmented"]
    rows = (
        (
            field_of("system", "text_input", _("Name of the system")),
            field_of("author", "text_input", _("Author"), value=last.get("author", "")),
        ),
        (
            field_of(
                "key",
                "text_input",
                _("Key, if you have one"),
                value=last.get("key", ""),
                type="password",
                max_chars=200,
                autocomplete="off",
                help=_(
                    "From the board's owner. It has a name: leave the author out. It is kept for this session alone."
                ),
            ),
            field_of(
                "email",
                "text_input",
                _("E-mail, optional"),
                value=last.get("email", ""),
                help=_("For the board's owner only; never shown."),
            ),
        ),
        (
            field_of("file", "file_uploader", _("File"), max_upload_size=FILE_BYTES // MEGABYTE, help=file_help),
            # Tracks are the task's.
            field_of(
                "track",
                "radio",
                _("Track"),
                options=task.tracks,
                format_func=partial(_track_with_rule, task.track_rules),
            ),
        ),
        (
            field_of(
                "resources",
                "text_input",
                _("Resources, for everybody"),
                placeholder=_("what it was made with beside the task's training data"),
            ),
            field_of(
                "description",
                "text_area",
                _("Description, for everybody"),
                height=90,
                placeholder=_("what it was trained on, where to read about it"),
            ),
        ),
    )
    Form("submission", seen.board.path, about=task.name, longest=LONGEST).draw(
        rows,
        partial(_submit, seen),
        button=_("Submit"),
        icon=":material/send:",
        waiting=_("Checking and scoring …"),
        refused=_("This was not accepted. What you typed is still here."),
        folded=(
            field_of("encoding", "selectbox", _("Encoding"), options=[DETECTED, *ENCODINGS], format_func=_read_as),
            field_of("format", "selectbox", _("Format"), options=[DETECTED, *formats], format_func=_read_as),
        ),
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
    names = ("system", "author", "track", "email", "description", "resources")
    entry = Entry(**{name: values[name] for name in names})
    read = {name: values[name] if values[name] != DETECTED else None for name in ("encoding", "format")}
    by = submitter(values["key"])
    receipt = seen.board.submit(seen.task.name, entry, _source(values["file"]), by=by, **read)
    st.session_state[_SUBMITTER] = {name: values[name] for name in ("author", "email", "key")}
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


def _read_as(option: str) -> str:
    """Return what people call an encoding or a format."""
    if option == DETECTED:
        return _("detected")
    return translated(READERS[option].label) if option in READERS else option


def _track_with_rule(rules: Mapping[str, str], track: str) -> str:
    """Return what a track is called, with what it allows; the name and the rule come from the owner of the board."""
    name, rule = track_said(track), translated(track_rule(track, rules))
    return widgets.plain(_("{name}: {rule}", name=name, rule=rule) if rule else name)


def may_create(own: Kept | None) -> bool:
    """Return whether the visitor may create tasks on a board."""
    return own is not None and not own.is_example and who.is_owner()


def task(own: Kept) -> None:
    """Draw the form for a task, for who may make one."""
    form, opened = Form("task", own.path, longest=LONGEST), _open_dataset()
    if opened is not None and _origin() == _FROM_FILES:
        opened = None
    moment_help = _("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound.")
    files = (
        field_of("gold", "file_uploader", _("Gold")),
        field_of("training", "file_uploader", _("Training data or dictionary, optional")),
        field_of(
            "references",
            "file_uploader",
            _("References beside gold, optional"),
            accept_multiple_files=True,
            help=_("Other segmentations of the same text that count as right for the scores of separators."),
        ),
        field_of(
            "weights",
            "file_uploader",
            _("Difficulties, optional"),
            help=_(
                "How hard each gold word is, as the page Difficulty and `cwsdiag difficulty` write it: .weight, "
                ".weight_c or .csv. They give balanced scores, and are as private as gold."
            ),
        ),
    )
    rows = (
        (
            field_of("task", "text_input", _("Name of the task"), 2),
            field_of(
                "split",
                "number_input",
                _("Share for NAME-dev"),
                min_value=0.0,
                max_value=0.99,
                value=0.0,
                step=0.05,
                help=_(
                    "Two tasks of a random split: NAME-dev, whose gold is open, with this share of the sentences, and "
                    "NAME-test with the rest. 0: one task."
                ),
            ),
            field_of("seed", "number_input", _("Seed of the split"), min_value=0, value=0, step=1),
        ),
        *((files,) if opened is None else ()),
        (
            field_of(
                "tracks",
                "text_area",
                _("Tracks"),
                value="\n".join(TRACKS),
                height=90,
                help=_(
                    "One per line, of any name; after a colon what it allows. Such as semi-open: public dictionaries "
                    "too."
                ),
            ),
            field_of("rules", "text_area", _("Rules, for everybody"), height=90),
        ),
        (
            field_of("opens", "text_input", _("Submissions from"), placeholder="2026-05-01 18:00", help=moment_help),
            field_of("closes", "text_input", _("Submissions until"), placeholder="2026-05-08 18:00", help=moment_help),
        ),
        (
            field_of(
                "mismatch",
                "radio",
                _("Where characters differ from gold"),
                options=list(MISMATCHES),
                format_func=lambda mismatch: translated(MISMATCHES[mismatch]),
                horizontal=True,
                help=_(
                    "Of systems that write their own text, as generating models do. What is counted against a system "
                    "are the words that it adds, and those of gold that it lacks or changes; separators are not scored "
                    "then."
                ),
            ),
        ),
        (
            field_of(
                "open_gold",
                "checkbox",
                _("Everybody may see gold"),
                help=_("Otherwise it is private; after a split, that of -test."),
            ),
            field_of(
                "few_sentences",
                "checkbox",
                _("A private gold may have few sentences"),
                help=_("Of fewer than {least} sentences the scores tell single words.", least=LEAST_SENTENCES),
            ),
        ),
    )
    form.draw(
        rows,
        partial(make, own, opened),
        button=_("Make the task"),
        icon=":material/add_task:",
        waiting=_("Scoring BASE and TOP …"),
        refused=_("No task was made. What you typed is still here."),
    )


def _open_dataset() -> FileSet | None:
    """Return the dataset that is open, if a task can be made of it: its gold is there, and nobody else's secret."""
    view = current()
    if view.entry is None or view.found is None or view.entry.origin == "board" or view.withholds_gold:
        return None
    return view.entry.files


def _origin() -> str:
    """Draw the choice of where gold and training data come from, and return it."""
    return st.radio(
        _("Gold and training data"),
        list(_ORIGINS),
        format_func=lambda origin: translated(_ORIGINS[origin]),
        # In another language the choice begins anew: the browser holds what it is called.
        key=f"origin of the task {language()}",
        horizontal=True,
        help=_("The open dataset is the one that the side bar names. Its difficulties are taken too, if it has any."),
    )


def make(own: Kept, opened: FileSet | None, values: dict[str, Any]) -> Outcome:
    """Make a task of what the form says, with the files of the open dataset where there is one."""
    # Asked again where something is done, whatever was drawn before.
    if not may_create(own):
        raise BoardError(_NOT_YOURS)
    files: dict[str, Any] = {}
    if opened is not None:
        if opened.gold is None:
            raise BoardError(lazy("The open dataset has no gold file. Choose another one."))
        # Read as they are there.
        given = {"gold": opened.gold, "training": opened.training, "weights": opened.weights}
        files = {name: None if file is None else file.source() for name, file in given.items()}
        files |= {"options": opened.gold.options}
        files |= {"training_options": None if opened.training is None else opened.training.options}
    elif values["gold"] is None:
        raise BoardError(lazy("The gold file is missing. Choose it."))
    else:
        single = {name: values[name] for name in ("gold", "training", "weights")}
        files = {name: None if upload is None else _source(upload) for name, upload in single.items()}
        files |= {"references": tuple(map(_source, values["references"]))}
    draft = TaskDraft(
        name=values["task"],
        tracks=dict(_track(line) for line in values["tracks"].splitlines() if line.strip()),
        opens=moment_of(values["opens"]),
        closes=moment_of(values["closes"]),
        **{name: values[name] for name in ("rules", "open_gold", "few_sentences", "mismatch")},
        **files,
    )
    split = Split(values["split"], values["seed"]) if values["split"] else None
    tasks = Board(own.ready(BoardError)).add_task(draft, split=split)
    names = [one.name for one in tasks]
    state.put(Key.TASK, own.id(names[-1]))
    return Outcome(lazy("Made: {tasks}.", tasks=_(", ").join(names)), warnings=tasks[0].warnings)


def _track(line: str) -> tuple[str, str]:
    """Return the name of a track, and what it allows, from a line; people may type colons of either width."""
    name, _colon, rule = line.replace("：", ":", 1).partition(":")
    return name.strip(), rule.strip()


def _source(upload: Any) -> Source:
    return Source.from_bytes(upload.name, upload.getvalue())
