"""``cwsdiag board``: whether its file is whole, and a copy of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.board.opening import board_file, board_options
from cwsdiag.cli.databases import say_copied, show_health
from cwsdiag.cli.options import PATH, json_option
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@board_options
@json_option
def check(as_json: bool, **where: Any) -> None:
    """What is wrong with the board's file; nothing is written. Exit code 1 where something is."""
    from cwsdiag.board.schema import BOARD

    path = board_file(**where)
    with working("checking"):
        health = BOARD.check(path)
    show_health(path, health, as_json=as_json)


@click.command()
@click.argument("target", metavar="FILE", type=PATH)
@board_options
def backup(target: Path, **where: Any) -> None:
    """Copy the board to FILE, a new one, while servers write to it. The copy has gold and e-mail addresses in it."""
    from cwsdiag.board.schema import BOARD

    path = board_file(**where)
    with working("copying"):
        BOARD.copy(path, target)
    say_copied(path, target)
