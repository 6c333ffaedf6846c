"""``cwsdiag check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import PATH, files_of, read_options, reading_options, system_option
from cwsdiag.cli.output import say
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@click.command()
@click.argument("files", nargs=-1, type=PATH)
@click.option("--gold", type=PATH, help="Gold segmentation.")
@click.option("--train", type=PATH, help="Training data or word list.")
@system_option
@reading_options
def check(files: Sequence[Path], **named: Any) -> None:
    """How each file was read, what it probably is, and what looks wrong in it or between the files."""
    from cwsdiag.report.checking import check_lines

    if not files and named["gold"] is None:
        raise SettingError("nothing to check. Name files, or --gold with --system and --train.")
    reading = ("encoding", "input_format", "normalise", "separator", "strip")
    options = read_options(**{key: named[key] for key in reading})
    for line in check_lines(files, options, files_of(**named)):
        say(line)
