"""What commands print and write.

Whatever people read passes ``say``: a terminal gets nothing from a file that could steer it.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import click

from cwsdiag import files
from cwsdiag.errors import ReadError, SettingError
from cwsdiag.files import read_whole
from cwsdiag.languages.visible import BOLD, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from cwsdiag.report.documents import Document

# What a command writes is there whole, or what was there stays.
write_file = files.save


def say(text: str, *, err: bool = False) -> None:
    """Print text for people, with what is hidden in it written out but for the ends of its lines and tabs.

    Args:
        text: without the end of its last line. What stands in ``BOLD`` is bold on a terminal, and as others elsewhere.
        err: whether to stderr.
    """
    # Only what is ended on its line: nothing behind it is bold.
    pieces = re.split(f"{re.escape(BOLD[0])}([^\x1b\n]*){re.escape(BOLD[1])}", text)
    seen = [visible(piece, keep="\n\t") for piece in pieces]
    seen[1::2] = [f"{BOLD[0]}{piece}{BOLD[1]}" for piece in seen[1::2]]
    # To what is no terminal click writes no such signs.
    click.echo("".join(seen), err=err)


def pass_on(data: str) -> None:
    """Print data that programs read, as they are; on a terminal, as ``say`` does.

    Args:
        data: with the end of its last line.
    """
    click.echo(visible(data, keep="\n\t") if sys.stdout.isatty() else data, nl=False)


def show(document: Document | Sequence[Document], lines: Iterable[str], *, as_json: bool) -> None:
    """Print a document.

    Args:
        document: printed where JSON is wanted; or several in a list.
        lines: the same as text, otherwise; what yields them is left alone where JSON is wanted.
        as_json: what ``json_option`` gave.
    """
    from cwsdiag.report.documents import to_json

    say(to_json(document) if as_json else "\n".join(lines))


def warn(warnings: Iterable[str]) -> None:
    """Print warnings to stderr."""
    for warning in warnings:
        say(f"warning: {warning}", err=True)


def check_outputs(outputs: Iterable[Path | None], read: Iterable[Path]) -> None:
    """Refuse what would be lost: a file that is read, or was just written, is not written over.

    Raises:
        SettingError: it would be.
    """
    taken = set(map(os.path.realpath, read))
    for output in outputs:
        if output is not None:
            place = os.path.realpath(output)
            if place in taken:
                raise SettingError(f"{output}: this file is in use already. Name another one to write to.")
            taken.add(place)


def read_utf8(path: Path, otherwise: str) -> str:
    """Return the text of a file without its byte order mark, ends of lines as they are.

    Args:
        path: of the file.
        otherwise: what the message says where it is not UTF-8.

    Raises:
        ReadError: it cannot be read, or is not UTF-8.
    """
    try:
        return read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ReadError(f"{path}: {otherwise}") from None
