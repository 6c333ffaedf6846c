"""``cwsdiag check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import files_of, reading_options, system_files
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--gold", type=click.Path(path_type=Path), help="Gold segmentation.")
@click.option("--train", type=click.Path(path_type=Path), help="Training data or word list.")
@click.option("--system", "systems", multiple=True, metavar="NAME=PATH", callback=system_files,
              help="A system's prediction; repeat for more.")  # fmt: skip
@reading_options
def check(files: Sequence[Path], **named: Any) -> None:
    """How each file was read, and what looks wrong in it or between the files."""
    from cwsdiag.report.checking import check_lines

    if not files and named["gold"] is None:
        raise SettingError("nothing to check. Name files, or --gold with --system and --train.")
    options = files_of(**named)
    for line in check_lines(
        files,
        gold=options.gold,
        train=options.train,
        systems=options.systems,
        options=options.options,
        mismatch=options.mismatch,
    ):
        click.echo(line)
