"""``cwsdiag board``: the board of submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.databases import say_copied, show_health
from cwsdiag.cli.options import (
    PATH,
    format_options,
    json_option,
    mismatch_option,
    read_options,
    text_options,
    together,
    whole,
)
from cwsdiag.cli.output import read_utf8, say, show, warn, write_file
from cwsdiag.errors import BoardError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.board import Board, BoardFile, Submission, Task
    from cwsdiag.report.documents import Document


# ``open_board`` takes them.
board_options = together(
    click.option("--board", "file", type=PATH, help="File of the board."),
    click.option("--project", type=PATH, help="Project file that names the board."),
)
time_options = together(
    click.option("--opens", default="", metavar="TIME",
                 help="Submissions from then on; 2026-05-01 18:00 (UTC), or with a zone: 2026-05-01T18:00+08:00."),
    click.option("--closes", default="", metavar="TIME", help="Submissions before then."),
)  # fmt: skip
output_option = click.option("-o", "--output", required=True, type=PATH, help="File to write.")


def open_board(file: Path | None, project: Path | None, *, create: bool = False) -> Board:
    """Return the board that the options name.

    Args:
        file: of the board; wins over the project.
        project: project file that names it.
        create: whether to make it where there is none.

    Raises:
        SettingError: neither names one.
        BoardError: it is missing or cannot be used.
    """
    from cwsdiag.board import Board

    return Board(board_file(file, project), create=create)


def board_file(file: Path | None, project: Path | None) -> Path:
    """Return the file of the board that the options name; see ``open_board``."""
    if file is None and project is not None:
        from cwsdiag.project import read_project

        file = read_project(project).board
        if file is None:
            raise SettingError(f'{project}: this project names no board. Add a line such as board = "board.sqlite".')
    if file is None:
        raise SettingError("which board? Name it with --board FILE, or --project with a project file that names it.")
    return file


def _named_tracks(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Return what tracks allow, by name; empty where that is not said."""
    del context, parameter
    tracks: dict[str, str] = {}
    for value in values:
        name, _, rule = value.partition("=")
        tracks[name] = rule.strip()
    return tracks


@click.group()
def board() -> None:
    """The board of submissions: tasks with private gold, and a public table of scores."""


@board.command("list")
@board_options
@json_option
def list_tasks(as_json: bool, **where: Any) -> None:
    """The tasks of the board."""
    from cwsdiag.report.board_text import tasks_document, tasks_lines

    tasks = open_board(**where).tasks()
    show(tasks_document(tasks), tasks_lines(tasks), as_json=as_json)


@board.command("show")
@click.argument("task")
@board_options
@json_option
def show_task(task: str, as_json: bool, **where: Any) -> None:
    """The public table of TASK, best F1 first."""
    from cwsdiag.report.board_text import table_lines

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    document = _document(opened, found, table)
    lines = table_lines(found, table, document["pairs"], phase=opened.phase(found))
    show(document, lines, as_json=as_json)


def _document(opened: Board, task: Task, table: Sequence[Submission]) -> Document:
    """Return the public table of a task with its tests."""
    from cwsdiag.board.verdicts import board_verdicts
    from cwsdiag.report.board_text import table_document

    with working("comparing"):
        return table_document(task, table, board_verdicts(opened, task.name))


@board.command()
@click.argument("task")
@click.argument("prediction", metavar="FILE", type=PATH)
@click.option("--system-name", "system", required=True, help="Name of the segmenter.")
@click.option("--author", required=True, help="Author of the system.")
@click.option("--track", required=True,
              help="One of the task's. closed: only the task's training data; open: other data allowed.")  # fmt: skip
@click.option(
    "--resources", default="", help="What it was made with beside the task's training data; shown to everyone."
)
@click.option("--email", default="", help="For the board's owner only; never shown.")
@click.option("--description", default="", help="Shown to everyone.")
@format_options("FILE; detected")
@board_options
@json_option
def submit(
    task: str,
    prediction: Path,
    encoding: str | None,
    input_format: str | None,
    file: Path | None,
    project: Path | None,
    as_json: bool,
    **entry: Any,
) -> None:
    """Submit FILE, a segmentation of the raw text of TASK: prints the scores and, once, the token."""
    from cwsdiag.board import Entry
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import receipt_document, receipt_lines

    opened = open_board(file, project)
    with working("scoring"):
        source = Source.from_path(prediction)
        receipt = opened.submit(task, Entry(**entry), source, encoding=encoding, format=input_format)
    warn(receipt.warnings)
    show(receipt_document(receipt), receipt_lines(receipt), as_json=as_json)


@board.command()
@click.argument("task")
@click.option("--csv", "csv_file", type=PATH, metavar="FILE", help="Write the table as CSV.")
@json_option
@board_options
def export(task: str, csv_file: Path | None, as_json: bool, **where: Any) -> None:
    """Everything public about TASK, as JSON or, with --csv, as a table."""
    from cwsdiag.report.board_text import csv_rows
    from cwsdiag.report.tables import csv_text

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    if csv_file is not None:
        write_file(csv_file, csv_text(csv_rows(table)))
    if as_json or csv_file is None:
        show(_document(opened, found, table), (), as_json=True)


@board.command()
@board_options
@json_option
def participants(as_json: bool, **where: Any) -> None:
    """Who took part in what: authors by tasks and tracks, with the number of submissions."""
    from cwsdiag.report.board_text import participants_document, participants_lines

    opened = open_board(**where)
    found = opened.participants()
    show(participants_document(found), participants_lines(found, opened.tasks()), as_json=as_json)


@board.command()
@board_options
@json_option
def check(as_json: bool, **where: Any) -> None:
    """What is wrong with the board's file; nothing is written. Exit code 1 where something is."""
    from cwsdiag.board.health import examine

    path = board_file(**where)
    with working("checking"):
        health = examine(path)
    show_health(path, health, as_json=as_json)


@board.command()
@click.argument("target", metavar="FILE", type=PATH)
@board_options
def backup(target: Path, **where: Any) -> None:
    """Copy the board to FILE, a new one, while servers write to it. The copy has gold and e-mail addresses in it."""
    from cwsdiag.board.schema import back_up

    path = board_file(**where)
    with working("copying"):
        back_up(path, target)
    say_copied(path, target)


@board.command()
@click.argument("task")
@time_options
@board_options
def schedule(task: str, opens: str, closes: str, **where: Any) -> None:
    """Set when systems can be submitted to TASK, by the clock of this machine; without a time there is no bound."""
    from cwsdiag.board.limits import moment_of
    from cwsdiag.report.board_text import tasks_lines

    found = open_board(**where).set_times(task, opens=moment_of(opens), closes=moment_of(closes))
    say("\n".join(tasks_lines([found])))


@board.command()
@click.argument("id", type=whole(bounds.NUMBER))
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@board_options
def remove(id: int, yes: bool, **where: Any) -> None:
    """Remove submission ID for good."""
    from cwsdiag.report.tables import printable

    opened = open_board(**where)
    found = opened.submission(id)
    called = printable(f"submission {id} to {found.task}: {found.system} by {found.author}")
    if not yes:
        click.confirm(f"Remove {called}?", abort=True)
    opened.remove(id)
    say(f"removed {called}")


@board.command()
@click.argument("id", type=whole(bounds.NUMBER))
@click.option("--token", prompt=True, hide_input=True, help="The token that `submit` printed; asked for if not given.")
@output_option
@board_options
def download(id: int, token: str, output: Path, **where: Any) -> None:
    """The file of submission ID, for its author."""
    write_file(output, open_board(**where).prediction(id, token).data)


@board.command()
@click.argument("task")
@click.argument("what", type=click.Choice(["raw", "training", "gold", "weights"]))
@output_option
@board_options
def fetch(task: str, what: str, output: Path, **where: Any) -> None:
    """The raw text of TASK, or its training data as provided; gold and weights where gold is open."""
    opened = open_board(**where)
    files: dict[str, Callable[[str], BoardFile | None]] = {
        "raw": opened.raw_text,
        "training": opened.training,
        "gold": opened.gold,
        "weights": opened.weights,
    }
    found = files[what](task)
    if found is None:
        raise BoardError(f"{task} has no {'weights' if what == 'weights' else 'training data'}.")
    write_file(output, found.data)


@board.command("add-task")
@click.argument("name")
@click.option("--gold", required=True, type=PATH, help="Gold segmentation.")
@click.option("--train", "--dictionary", "train", type=PATH,
              help="Training data or word list, for everybody to download.")  # fmt: skip
@click.option("--reference", "references", multiple=True, type=PATH,
              help="Another segmentation that counts as right for separators; repeat for more.")  # fmt: skip
@click.option("--weights", type=PATH,
              help="How hard each gold word is, as `cwsdiag difficulty` writes it: gives balanced scores.")  # fmt: skip
@click.option("--track", "tracks", multiple=True, metavar="NAME[=RULE]", default=("closed", "open"), show_default=True,
              callback=_named_tracks, help="Track to submit to, and what it allows; repeat for more.")  # fmt: skip
@time_options
@click.option("--rules", type=PATH, help="Text file (UTF-8) that says what systems may use.")
@click.option("--open-gold", is_flag=True, help="Gold may be viewed and downloaded; private by default.")
@click.option("--split", type=float, metavar="SHARE",
              help="Two tasks: NAME-dev with this share of the sentences and open gold, and NAME-test.")  # fmt: skip
@click.option("--seed", type=whole(bounds.SEED), default=0, show_default=True, help="Seed of the split.")
@mismatch_option()
@text_options
@board_options
def add_task(
    name: str,
    gold: Path,
    train: Path | None,
    references: Sequence[Path],
    weights: Path | None,
    tracks: Mapping[str, str],
    opens: str,
    closes: str,
    rules: Path | None,
    open_gold: bool,
    split: float | None,
    seed: int,
    mismatch: Mismatch,
    file: Path | None,
    project: Path | None,
    **reading: Any,
) -> None:
    """Make a task from a gold file; the board's file is made with its first task."""
    from cwsdiag.board import Split, TaskDraft
    from cwsdiag.board.limits import moment_of
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import tasks_lines

    draft = TaskDraft(
        name=name,
        gold=Source.from_path(gold),
        training=None if train is None else Source.from_path(train),
        references=tuple(map(Source.from_path, references)),
        weights=None if weights is None else Source.from_path(weights),
        tracks=tuple(tracks),
        track_rules={track: rule for track, rule in tracks.items() if rule},
        opens=moment_of(opens),
        closes=moment_of(closes),
        rules="" if rules is None else read_utf8(rules, "the rules must be UTF-8. Save them as UTF-8 and try again."),
        open_gold=open_gold,
        mismatch=mismatch,
        options=read_options(**reading),
    )
    opened = open_board(file, project, create=True)
    with working("scoring BASE and TOP"):
        made = opened.add_task(draft, split=None if split is None else Split(split, seed))
    say("\n".join(tasks_lines(made)))
