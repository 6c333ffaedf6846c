"""``cwsdiag board``: the board of submissions."""

from __future__ import annotations

import click

from cwsdiag.cli.board import owning, submitting, tasks


@click.group()
def board() -> None:
    """The board of submissions: tasks with private gold, and a public table of scores."""


for _command in (
    tasks.list_tasks,
    tasks.show_task,
    submitting.submit,
    tasks.fetch,
    tasks.export,
    tasks.add_task,
    owning.close,
    owning.reopen,
    owning.remove,
    owning.remove_task,
    owning.rescore,
    owning.key,
    owning.owner_key,
    owning.check,
    owning.backup,
):
    board.add_command(_command)
