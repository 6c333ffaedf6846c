"""``cwsdiag board submit``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.board.opening import board_options, open_board
from cwsdiag.cli.options import PATH, format_options, json_option
from cwsdiag.cli.output import show, warn
from cwsdiag.errors import BoardError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path

# Where a key stands that is in no file: others see the arguments of a command, but not its environment.
VARIABLE = "CWSDIAG_KEY"
# A key has some fifty characters; what is longer is another file.
_LONGEST = 1000


@click.command()
@click.argument("task")
@click.argument("prediction", metavar="FILE", type=PATH)
@click.option("--system-name", "system", required=True, help="Name of the segmenter.")
@click.option("--author", default="", help="Author of the system; not needed with a key, which has a name.")
@click.option("--key-file", type=PATH, metavar="FILE",
              help=f"File with the key that the board's owner gave you; - is standard input. [{VARIABLE}]")  # fmt: skip
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
    key_file: Path | None,
    as_json: bool,
    **entry: Any,
) -> None:
    """Submit FILE, a segmentation of the raw text of TASK, and print its scores. Private gold needs a key."""
    from cwsdiag.board import Entry, Submitter
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import receipt_document, receipt_lines

    opened = open_board(file, project)
    by = Submitter(key=os.environ.get(VARIABLE, "").strip() if key_file is None else _key(key_file))
    with working("scoring"):
        source = Source.from_path(prediction)
        receipt = opened.submit(task, Entry(**entry), source, by=by, encoding=encoding, format=input_format)
    warn(receipt.warnings)
    show(receipt_document(receipt), receipt_lines(receipt), as_json=as_json)


def _key(path: Path) -> str:
    """Return the key in a file.

    Raises:
        BoardError: it has none, or is no regular file: a pipe may keep one waiting for ever.
    """
    if str(path) == "-":
        data = sys.stdin.buffer.read(_LONGEST)
    elif path.is_file() or not path.exists():
        from cwsdiag.files import read_whole

        data = read_whole(path, error=BoardError)[:_LONGEST]
    else:
        raise BoardError(f"{path}: this is no regular file. Name a file that has the key, or - for standard input.")
    key = data.decode("utf-8", "replace").strip()
    if len(key.split()) != 1:
        raise BoardError(f"{path}: there is no key in this file. Name one that has the key and nothing else.")
    return key
