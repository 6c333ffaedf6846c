"""What commands print and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag import files
from cwsdiag.errors import ReadError
from cwsdiag.files import read_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from cwsdiag.report.documents import Document

# What a command writes is there whole, or what was there stays.
write_file = files.save


def show(document: Document | Sequence[Document], lines: Iterable[str], *, as_json: bool) -> None:
    """Print a document.

    Args:
        document: printed where JSON is wanted; or several in a list.
        lines: the same as text, otherwise; what yields them is left alone where JSON is wanted.
        as_json: what ``json_option`` gave.
    """
    from cwsdiag.report.documents import to_json

    click.echo(to_json(document) if as_json else "\n".join(lines))


def warn(warnings: Iterable[str]) -> None:
    """Print warnings to stderr."""
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)


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
