"""``cwsdiag check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import PATH, path_option, reading_options, system_option
from cwsdiag.cli.output import say
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cwsdiag.dataset import ReadOptions


@click.command()
@click.argument("files", nargs=-1, type=PATH)
@path_option("--gold", help="Gold segmentation.")
@path_option("--train", "training", help="Training data or word list.")
@system_option
@reading_options
def check(files: Sequence[Path], options: ReadOptions, **named: Any) -> None:
    """How each file was read, what it probably is, and what looks wrong in it or between the files."""
    from cwsdiag.inputs import FileSet
    from cwsdiag.report.checking import check_lines

    if not files and named["gold"] is None:
        raise SettingError("nothing to check. Name files, or --gold with --system and --train.")
    for line in check_lines(files, options, FileSet.alike(options, **named)):
        say(line)
