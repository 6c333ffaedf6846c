"""``cwsdiag board``: the board of submissions; ``check`` and ``backup`` of its file, and of judgements."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.board import Board, Entry, Submission, Submitter, Task, TaskDraft
from cwsdiag.board.admission import moment_of
from cwsdiag.board.models import Role
from cwsdiag.cli.options import (
    PATH,
    flag,
    format_options,
    gathered,
    json_option,
    mismatch_option,
    number_option,
    path_option,
    read_options,
    text_options,
    together,
    whole,
)
from cwsdiag.cli.output import read_utf8, say, show, warn, write_file
from cwsdiag.database import Health
from cwsdiag.errors import BoardError, SettingError
from cwsdiag.files import MEGABYTE, read_whole
from cwsdiag.formats import Source
from cwsdiag.languages.visible import printable
from cwsdiag.output import csv_text
from cwsdiag.progress import working
from cwsdiag.report import lab
from cwsdiag.report.documents import Document
from cwsdiag.views.wording import counted

_WRONG = 1


def show_health(path: Path, health: Health, *, as_json: bool) -> None:
    """Print what is wrong with a file, and end with exit code 1 where something is."""
    rows = ", ".join(f"{table} {count:,}" for table, count in health.rows.items()) or "none that can be read"
    version = f"version {health.version} of its tables (newest {health.newest})"
    lines = [
        f"{printable(str(path))}: {version}; {health.bytes / MEGABYTE:,.1f} MB",
        f"rows: {rows}",
        *(f"wrong: {printable(problem)}" for problem in health.problems),
        "Restore a backup." if health.problems else "nothing is wrong",
    ]
    show({"file": str(path), "ok": not health.problems, **asdict(health)}, lines, as_json=as_json)
    if health.problems:
        sys.exit(_WRONG)


def say_copied(path: Path, target: Path) -> None:
    """Say that a file was copied."""
    size = target.stat().st_size / MEGABYTE
    say(f"{target}: a copy of {path} as it was at this moment, {size:,.1f} MB")


# Where a key stands that is in no file: others see the arguments of a command, but not its environment.
VARIABLE = "CWSDIAG_KEY"
_board_options = together(
    path_option("--board", "file", help="File of the board."),
    path_option("--project", help="Project file that names the board."),
)
_yes_option = flag("--yes", help="Do not ask for confirmation.")


@click.group()
def board() -> None:
    """The board of submissions: tasks with private gold, and a public table of scores."""


def _path(file: Path | None, project: Path | None) -> Path:
    """Return the path of the board that the options name."""
    if file is None and project is not None:
        from cwsdiag.project import read_project

        file = read_project(project).board
        if file is None:
            raise SettingError(f'{project}: this project names no board. Add a line such as board = "board.sqlite".')
    if file is None:
        raise SettingError("which board? Name it with --board FILE, or --project with a project file that names it.")
    return file


def _opened(file: Path | None, project: Path | None) -> Board:
    return Board(_path(file, project), create=False)


_on_file = gathered("path", _path, _board_options)
_on_board = gathered("opened", _opened, _board_options)


@board.command("list")
@_on_board
@json_option
def list_tasks(opened: Board, as_json: bool) -> None:
    """The tasks of the board."""
    tasks = opened.tasks()
    show({"tasks": [lab.task_row(task) for task in tasks]}, lab.tasks_lines(tasks), as_json=as_json)


@board.command("show")
@click.argument("task")
@path_option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV, with all scores.")
@_on_board
@json_option
def show_task(opened: Board, task: str, csv_file: Path | None, as_json: bool) -> None:
    """The public table of TASK, best F1 first."""
    public, table = _table(opened, task, csv_file)
    document = _document(opened, public, table)
    show(document, lab.table_lines(public, table, document["pairs"]), as_json=as_json)


@board.command()
@click.argument("task")
@path_option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV.")
@_on_board
@json_option
def export(opened: Board, task: str, csv_file: Path | None, as_json: bool) -> None:
    """Everything public about TASK, as JSON or, with --csv, as a table."""
    public, table = _table(opened, task, csv_file)
    if as_json or csv_file is None:
        show(_document(opened, public, table), (), as_json=True)


def _table(opened: Board, task: str, csv_file: Path | None) -> tuple[Task, list[Submission]]:
    """Return a task with its public table, which is written to a file where one is named."""
    table = opened.table(task)
    if csv_file is not None:
        write_file(csv_file, csv_text(lab.csv_rows(table)))
    return opened.task(task), table


def _document(opened: Board, task: Task, table: Sequence[Submission]) -> Document:
    """Return the public table of a task with its tests."""
    from cwsdiag.report.lab import board_verdicts

    with working("comparing"):
        return lab.table_document(task, table, board_verdicts(opened, task.name))


@board.command()
@click.argument("task")
@click.argument("prediction", metavar="FILE", type=PATH)
@click.option("--system-name", "system", required=True, help="Name of the segmenter.")
@click.option("--author", default="", help="Author of the system; not needed with a key, which has a name.")
@path_option("--key-file", metavar="FILE",
             help=f"File with the key that the board's owner gave you; - is standard input. [{VARIABLE}]")  # fmt: skip
@click.option("--track", required=True,
              help="One of the task's. closed: only the task's training data; open: other data allowed.")  # fmt: skip
@click.option(
    "--resources", default="", help="What it was made with beside the task's training data; shown to everyone."
)
@click.option("--description", default="", help="Shown to everyone.")
@format_options("FILE; detected")
@_on_board
@json_option
def submit(
    opened: Board,
    task: str,
    prediction: Path,
    encoding: str | None,
    input_format: str | None,
    key_file: Path | None,
    as_json: bool,
    **entry: Any,
) -> None:
    """Submit FILE, a segmentation of the raw text of TASK, and print its scores. Private gold needs a key."""
    by = Submitter(key=os.environ.get(VARIABLE, "").strip() if key_file is None else _key(key_file))
    with working("scoring"):
        receipt = opened.submit(
            task, Entry(**entry), Source.from_path(prediction), by=by, encoding=encoding, format=input_format
        )
    warn(receipt.warnings)
    show(asdict(receipt), lab.receipt_lines(receipt), as_json=as_json)


@board.command()
@click.argument("task")
@click.argument("what", type=click.Choice(["raw", "training", "gold", "weights"]))
@path_option("-o", "--output", required=True, help="File to write.")
@_on_board
def fetch(opened: Board, task: str, what: Role, output: Path) -> None:
    """The raw text of TASK, or its training data as provided; gold and weights where gold is open."""
    files = opened.files(task, what)
    if not files:
        raise BoardError(f"{task} has no {'weights' if what == 'weights' else 'training data'}.")
    write_file(output, files[0].data)


@board.command("add-task")
@click.argument("name")
@path_option("--gold", required=True, help="Gold segmentation.")
@path_option("--train", "--dictionary", "training",
             help="Training data or word list, for everybody to download.")  # fmt: skip
@path_option("--reference", "references", multiple=True,
             help="Another segmentation that counts as right for separators; repeat for more.")  # fmt: skip
@path_option("--weights",
             help="How hard each gold word is, as `cwsdiag difficulty` writes it: gives balanced scores.")  # fmt: skip
@click.option("--track", "tracks", multiple=True, metavar="NAME[=RULE]", default=("closed", "open"), show_default=True,
              help="Track to submit to, and what it allows; repeat for more.")  # fmt: skip
@click.option("--opens", default="", metavar="TIME",
              help="Submissions from then on; 2026-05-01 18:00 (UTC), or with a zone: 2026-05-01T18:00+08:00.",
)  # fmt: skip
@click.option("--closes", default="", metavar="TIME", help="Submissions before then.")
@path_option("--rules", help="Text file (UTF-8) that says what systems may use.")
@flag("--open-gold", help="Gold may be viewed and downloaded; private by default.")
@flag("--few-sentences",
      help="Allow a private gold of under 300 sentences, of which scores tell single words.")  # fmt: skip
@click.option("--split", type=float, metavar="SHARE",
              help="Two tasks: NAME-dev with this share of the sentences and open gold, and NAME-test.")  # fmt: skip
@number_option(bounds.SEED, "--seed", default=0, help="Seed of the split.")
@mismatch_option()
@gathered("options", read_options, text_options)
@_on_file
def add_task(
    path: Path,
    references: Sequence[Path],
    tracks: Sequence[str],
    opens: str,
    closes: str,
    rules: Path | None,
    **others: Any,
) -> None:
    """Make a task from a gold file; the board's file is made with its first task."""
    for name in ("gold", "training", "weights"):
        if others[name] is not None:
            others[name] = Source.from_path(others[name])
    draft = TaskDraft(
        references=tuple(map(Source.from_path, references)),
        # What each allows, by name; empty where that is not said.
        tracks={name: rule.strip() for name, _, rule in (track.partition("=") for track in tracks)},
        opens=moment_of(opens),
        closes=moment_of(closes),
        rules="" if rules is None else read_utf8(rules),
        **others,
    )
    with working("scoring BASE and TOP"):
        tasks = Board(path).add_task(draft)
    # Of the parts of a split those of the files are the same.
    warn(dict.fromkeys(warning for task in tasks for warning in task.warnings))
    say(*lab.tasks_lines(tasks))


@board.command()
@click.argument("task")
@_on_board
def close(opened: Board, task: str) -> None:
    """Close TASK now: nothing more is accepted, and all scores are shown, exact."""
    say(*lab.tasks_lines([opened.close(task)]))


@board.command()
@click.argument("task")
@click.option("--closes", default="", metavar="TIME",
              help="Submissions before then, as in `add-task`. [no end]")  # fmt: skip
@_on_board
def reopen(opened: Board, task: str, closes: str) -> None:
    """Accept submissions to TASK from now until --closes, whether it was closed or not.

    What was seen of a private gold while it was closed is known.
    """
    say(*lab.tasks_lines([opened.reopen(task, closes=moment_of(closes))]))


@board.command()
@click.argument("ids", metavar="ID …", nargs=-1, required=True, type=whole(bounds.NUMBER))
@_yes_option
@_on_board
def remove(opened: Board, ids: Sequence[int], yes: bool) -> None:
    """Remove submissions by their numbers, after a copy of the board."""
    chosen = [opened.submission(id) for id in ids]
    what = "; ".join(f"submission {one.id} to {one.task}: {one.system} by {one.author}" for one in chosen)
    _confirm(f"Remove {what}?", yes)
    say(f"removed {what}; the board before: {opened.remove(ids)}")


@board.command("remove-task")
@click.argument("task")
@_yes_option
@_on_board
def remove_task(opened: Board, task: str, yes: bool) -> None:
    """Remove TASK with all that was submitted for it, after a copy of the board."""
    what = f"{task} with {counted(opened.task(task).submissions, 'submissions')}"
    _confirm(f"Remove {what}?", yes)
    say(f"removed {what}; the board before: {opened.remove_task(task)}")


@board.command()
@click.argument("task")
@_on_board
def rescore(opened: Board, task: str) -> None:
    """Score all submissions to TASK anew, BASE and TOP too, as this version of cwsdiag does."""
    with working("scoring"):
        count = opened.rescore(task)
    say(f"scored {count:,} lines of {task} anew")


@board.group()
def key() -> None:
    """Keys to submit with. Whoever has one submits under its name, and nobody else can."""


@key.command("add")
@click.argument("name")
@_on_board
def add_key(opened: Board, name: str) -> None:
    """Make a key for NAME, and print it, once: the board stores its digest alone."""
    say(opened.add_key(name))


@key.command("list")
@_on_board
@json_option
def list_keys(opened: Board, as_json: bool) -> None:
    """The keys of the board, with the number of submissions; the keys themselves are not stored."""
    keys = opened.keys()
    show({"keys": [asdict(one) for one in keys]}, lab.keys_lines(keys), as_json=as_json)


@key.command("revoke")
@click.argument("name")
@_on_board
def revoke_key(opened: Board, name: str) -> None:
    """Revoke the key of NAME. Its submissions stay, and the name stays taken; `key add` makes another key for it."""
    opened.revoke_key(name)
    say(f"revoked the key of {name}")


@board.command("owner-key")
@flag("--renew", help="Make another; the one before is not valid any more.")
@_on_board
def owner_key(opened: Board, renew: bool) -> None:
    """Make the owner's key of the board, and print it, once: the board stores its digest alone."""
    key = opened.owner_key(renew=renew)
    say(key or "The board has an owner's key, which was shown when it was made. --renew makes another.")


@board.command()
@_on_file
@json_option
def check(path: Path, as_json: bool) -> None:
    """What is wrong with the board's file; nothing is written. Exit code 1 where something is."""
    with working("checking"):
        health = Board.check(path)
    show_health(path, health, as_json=as_json)


@board.command()
@click.argument("target", metavar="FILE", type=PATH)
@_on_file
def backup(path: Path, target: Path) -> None:
    """Copy the board to FILE, a new one, while servers write to it. The copy has gold and e-mail addresses in it."""
    with working("copying"):
        Board.copy(path, target)
    say_copied(path, target)


def _key(path: Path) -> str:
    """Return the key in a file.

    Raises:
        BoardError: it cannot be read, as a named pipe, which may keep one waiting for ever; or it has no key.
    """
    data = sys.stdin.buffer.read() if str(path) == "-" else read_whole(path, error=BoardError)
    key = data.decode("utf-8", "replace").strip()
    if len(key.split()) != 1:
        raise BoardError(f"{path}: there is no key in this file. Name one that has the key and nothing else.")
    return key


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(printable(question), abort=True)
