"""What the commands of the board share: options that name it, and opening it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import PATH, together, whole
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.board import Board

SUBMISSION = whole(bounds.NUMBER)
# ``open_board`` takes them.
board_options = together(
    click.option("--board", "file", type=PATH, help="File of the board."),
    click.option("--project", type=PATH, help="Project file that names the board."),
)
time_options = together(
    click.option("--opens", default="", metavar="TIME",
                 help="Submissions from then on; 2026-05-01 18:00 (UTC), or with a zone: 2026-05-01T18:00+08:00."),
    click.option("--closes", default="", metavar="TIME", help="Submissions before then."),
)  # fmt: skip
output_option = click.option("-o", "--output", required=True, type=PATH, help="File to write.")


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

    return Board(board_file(file, project), create=create)


def board_file(file: Path | None, project: Path | None) -> Path:
    """Return the file of the board that the options name; see ``open_board``."""
    if file is None and project is not None:
        from cwsdiag.project import read_project

        file = read_project(project).board
        if file is None:
            raise SettingError(f'{project}: this project names no board. Add a line such as board = "board.sqlite".')
    if file is None:
        raise SettingError("which board? Name it with --board FILE, or --project with a project file that names it.")
    return file
