"""``cwsdiag board``: handing in, and getting a file back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TextIO

import click

from cwsdiag.cli.board.opening import SUBMISSION, board_options, open_board, output_option
from cwsdiag.cli.options import PATH, format_options, json_option
from cwsdiag.cli.output import show, warn, write_file
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
@click.option("--key-file", type=click.File(encoding="utf-8"), metavar="FILE",
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
    key_file: TextIO | None,
    as_json: bool,
    **entry: Any,
) -> None:
    """Submit FILE, a segmentation of the raw text of TASK: prints the scores and, once, the token."""
    from cwsdiag.board import Entry, Submitter
    from cwsdiag.formats import Source
    from cwsdiag.report.board_text import receipt_document, receipt_lines

    opened = open_board(file, project)
    by = Submitter(key=_key(key_file))
    with working("scoring"):
        source = Source.from_path(prediction)
        receipt = opened.submit(task, Entry(**entry), source, by=by, encoding=encoding, format=input_format)
    warn(receipt.warnings)
    show(receipt_document(receipt), receipt_lines(receipt), as_json=as_json)


def _key(file: TextIO | None) -> str:
    """Return the key that a file has, else that of the environment; empty for none.

    Raises:
        BoardError: the file has none.
    """
    if file is None:
        return os.environ.get(VARIABLE, "").strip()
    try:
        key = file.read(_LONGEST).strip()
    except (OSError, UnicodeDecodeError):
        key = ""
    if not key or len(key.split()) > 1:
        raise BoardError(f"{file.name}: there is no key in this file. Name one that has the key and nothing else.")
    return key


@click.command()
@click.argument("id", type=SUBMISSION)
@click.option("--token", prompt=True, hide_input=True, help="The token that `submit` printed; asked for if not given.")
@output_option
@board_options
def download(id: int, token: str, output: Path, **where: Any) -> None:
    """The file of submission ID, for its author."""
    write_file(output, open_board(**where).prediction(id, token).data)
