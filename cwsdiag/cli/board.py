"""``cwsdiag board``: the board of submissions."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import text_options
from cwsdiag.errors import BoardError, ReadError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.board import Board, BoardFile
    from cwsdiag.dataset import Track
    from cwsdiag.report.documents import Document


def board_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that name the board; ``open_board`` takes them."""
    for option in (
        click.option("--project", type=click.Path(path_type=Path), help="Project file that names the board."),
        click.option("--board", "file", type=click.Path(path_type=Path), help="File of the board."),
    ):
        command = option(command)
    return command


def json_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option to print JSON."""
    option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
    return option(command)


def output_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option that names a file to write."""
    option = click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="File to write.")
    return option(command)


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

    if file is None and project is not None:
        from cwsdiag.project import read_project

        file = read_project(project).board
        if file is None:
            raise SettingError(f'{project}: this project names no board. Add a line such as board = "board.sqlite".')
    if file is None:
        raise SettingError("which board? Name it with --board FILE, or --project with a project file that names it.")
    return Board(file, create=create)


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
    _print(tasks_document(tasks), tasks_lines(tasks), as_json=as_json)


@board.command()
@click.argument("task")
@board_options
@json_option
def show(task: str, as_json: bool, **where: Any) -> None:
    """The public table of TASK, best F1 first."""
    from cwsdiag.report.board_text import table_document, table_lines

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    _print(table_document(found, table), table_lines(found, table), as_json=as_json)


@board.command()
@click.argument("task")
@click.argument("prediction", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--system-name", "system", required=True, help="Name of the segmenter.")
@click.option("--author", required=True, help="Author of the system.")
@click.option("--track", type=click.Choice(["closed", "open"]), required=True,
              help="closed: only the task's training data; open: other data allowed.")  # fmt: skip
@click.option("--email", default="", help="For the board's owner only; never shown.")
@click.option("--description", default="", help="Shown to everyone.")
@click.option("--encoding", help="Encoding of FILE; detected if not given.")
@click.option("--input-format", metavar="FORMAT", help="Format of FILE; detected if not given.")
@board_options
@json_option
def submit(
    task: str,
    prediction: Path,
    system: str,
    author: str,
    track: Track,
    email: str,
    description: str,
    encoding: str | None,
    input_format: str | None,
    as_json: bool,
    **where: Any,
) -> None:
    """Submit FILE, a segmentation of the raw text of TASK: prints the scores and, once, the token."""
    from cwsdiag.board import Entry
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import receipt_document, receipt_lines

    opened = open_board(**where)
    entry = Entry(system, author, track, email, description)
    with working("scoring"):
        receipt = opened.submit(task, entry, Source.from_path(prediction), encoding=encoding, format=input_format)
    for warning in receipt.warnings:
        click.echo(f"warning: {warning}", err=True)
    _print(receipt_document(receipt), receipt_lines(receipt), as_json=as_json)


@board.command()
@click.argument("task")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write the table as CSV.")
@json_option
@board_options
def export(task: str, csv_file: Path | None, as_json: bool, **where: Any) -> None:
    """Everything public about TASK, as JSON or, with --csv, as a table."""
    from cwsdiag.report.board_text import csv_rows, table_document
    from cwsdiag.report.tables import write_csv

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    if csv_file is not None:
        text = StringIO()
        write_csv(csv_rows(table), text)
        _write(csv_file, text.getvalue().encode("utf-8"))
    if as_json or csv_file is None:
        _print(table_document(found, table), (), as_json=True)


@board.command()
@click.argument("id", type=int)
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
    click.echo(f"removed {called}")


@board.command()
@click.argument("id", type=int)
@click.option("--token", prompt=True, hide_input=True, help="The token that `submit` printed; asked for if not given.")
@output_option
@board_options
def download(id: int, token: str, output: Path, **where: Any) -> None:
    """The file of submission ID, for its author."""
    _write(output, open_board(**where).prediction(id, token).data)


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
    _write(output, found.data)


@board.command("add-task")
@click.argument("name")
@click.option("--gold", required=True, type=click.Path(path_type=Path), help="Gold segmentation.")
@click.option("--train", "--dictionary", "train", type=click.Path(path_type=Path),
              help="Training data or word list, for everybody to download.")  # fmt: skip
@click.option("--reference", "references", multiple=True, type=click.Path(path_type=Path),
              help="Another segmentation that counts as right for separators; repeat for more.")  # fmt: skip
@click.option("--weights", type=click.Path(path_type=Path),
              help="How hard each gold word is, as `cwsdiag difficulty` writes it: gives balanced scores.")  # fmt: skip
@click.option("--track", "tracks", multiple=True, type=click.Choice(["closed", "open"]), default=("closed", "open"),
              show_default=True, help="Track to submit to; repeat for both.")  # fmt: skip
@click.option("--rules", type=click.Path(path_type=Path), help="Text file (UTF-8) that says what systems may use.")
@click.option("--open-gold", is_flag=True, help="Gold may be viewed and downloaded; private by default.")
@click.option("--split", type=float, metavar="SHARE",
              help="Two tasks: NAME-dev with this share of the sentences and open gold, and NAME-test.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the split.")
@text_options
@board_options
def add_task(
    name: str,
    gold: Path,
    train: Path | None,
    references: Sequence[Path],
    weights: Path | None,
    tracks: Sequence[Track],
    rules: Path | None,
    open_gold: bool,
    split: float | None,
    seed: int,
    normalise: Sequence[str],
    encoding: str | None,
    input_format: str | None,
    **where: Any,
) -> None:
    """Make a task from a gold file; the board's file is made with its first task."""
    from cwsdiag.board import Split, TaskDraft
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import tasks_lines

    draft = TaskDraft(
        name=name,
        gold=Source.from_path(gold),
        training=None if train is None else Source.from_path(train),
        references=tuple(map(Source.from_path, references)),
        weights=None if weights is None else Source.from_path(weights),
        tracks=tuple(tracks),
        rules="" if rules is None else _text(rules),
        open_gold=open_gold,
        options=ReadOptions(encoding, input_format, tuple(normalise)),
    )
    opened = open_board(**where, create=True)
    with working("scoring BASE and TOP"):
        made = opened.add_task(draft, split=None if split is None else Split(split, seed))
    click.echo("\n".join(tasks_lines(made)))


def _print(document: Document, lines: Sequence[str], *, as_json: bool) -> None:
    from cwsdiag.report.documents import to_json

    click.echo(to_json(document) if as_json else "\n".join(lines))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ReadError(f"{path}: cannot be read ({error.strerror}). Check the path.") from None
    except UnicodeDecodeError:
        raise ReadError(f"{path}: the rules must be UTF-8. Save them as UTF-8 and try again.") from None


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise ReadError(f"{path}: cannot be written ({error.strerror}). Name a file in a writable folder.") from None
