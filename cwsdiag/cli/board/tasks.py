"""``cwsdiag board``: making tasks, and what everybody may see of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.board.opening import board_options, open_board, output_option, time_options
from cwsdiag.cli.options import PATH, json_option, mismatch_option, read_options, text_options, whole
from cwsdiag.cli.output import read_utf8, say, show, warn, write_file
from cwsdiag.errors import BoardError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.board import Board, Submission, Task
    from cwsdiag.board.models import Role
    from cwsdiag.report.documents import Document


def _named_tracks(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Return what tracks allow, by name; empty where that is not said."""
    del context, parameter
    tracks: dict[str, str] = {}
    for value in values:
        name, _, rule = value.partition("=")
        tracks[name] = rule.strip()
    return tracks


@click.command("list")
@board_options
@json_option
def list_tasks(as_json: bool, **where: Any) -> None:
    """The tasks of the board."""
    from cwsdiag.report.board_text import tasks_document, tasks_lines

    tasks = open_board(**where).tasks()
    show(tasks_document(tasks), tasks_lines(tasks), as_json=as_json)


@click.command("show")
@click.argument("task")
@board_options
@json_option
def show_task(task: str, as_json: bool, **where: Any) -> None:
    """The public table of TASK, best F1 first."""
    from cwsdiag.report.board_text import table_lines

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    document = _document(opened, found, table)
    show(document, table_lines(found, table, document["pairs"]), as_json=as_json)


def _document(opened: Board, task: Task, table: Sequence[Submission]) -> Document:
    """Return the public table of a task with its tests."""
    from cwsdiag.board.verdicts import board_verdicts
    from cwsdiag.report.board_text import table_document

    with working("comparing"):
        return table_document(task, table, board_verdicts(opened, task.name))


@click.command()
@click.argument("task")
@click.option("--csv", "csv_file", type=PATH, metavar="FILE", help="Write the table as CSV.")
@json_option
@board_options
def export(task: str, csv_file: Path | None, as_json: bool, **where: Any) -> None:
    """Everything public about TASK, as JSON or, with --csv, as a table."""
    from cwsdiag.output.table import csv_text
    from cwsdiag.report.board_text import csv_rows

    opened = open_board(**where)
    found, table = opened.task(task), opened.table(task)
    if csv_file is not None:
        write_file(csv_file, csv_text(csv_rows(table)))
    if as_json or csv_file is None:
        show(_document(opened, found, table), (), as_json=True)


@click.command()
@click.argument("task")
@click.argument("what", type=click.Choice(["raw", "training", "gold", "weights"]))
@output_option
@board_options
def fetch(task: str, what: Role, output: Path, **where: Any) -> None:
    """The raw text of TASK, or its training data as provided; gold and weights where gold is open."""
    files = open_board(**where).files(task, what)
    if not files:
        raise BoardError(f"{task} has no {'weights' if what == 'weights' else 'training data'}.")
    write_file(output, files[0].data)


@click.command("add-task")
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
@click.option("--few-sentences", is_flag=True,
              help="Allow a private gold of under 300 sentences, of which scores tell single words.")  # fmt: skip
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
    few_sentences: bool,
    mismatch: Mismatch,
    file: Path | None,
    project: Path | None,
    **reading: Any,
) -> None:
    """Make a task from a gold file; the board's file is made with its first task."""
    from cwsdiag.board import Split, TaskDraft
    from cwsdiag.board.texts import moment_of
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import tasks_lines

    draft = TaskDraft(
        name=name,
        gold=Source.from_path(gold),
        training=None if train is None else Source.from_path(train),
        references=tuple(map(Source.from_path, references)),
        weights=None if weights is None else Source.from_path(weights),
        tracks=tracks,
        opens=moment_of(opens),
        closes=moment_of(closes),
        rules="" if rules is None else read_utf8(rules, "the rules must be UTF-8. Save them as UTF-8 and try again."),
        open_gold=open_gold,
        mismatch=mismatch,
        options=read_options(**reading),
        few_sentences=few_sentences,
    )
    opened = open_board(file, project, create=True)
    with working("scoring BASE and TOP"):
        made = opened.add_task(draft, split=None if split is None else Split(split, seed))
    warn(made[0].warnings)
    say("\n".join(tasks_lines(made)))
