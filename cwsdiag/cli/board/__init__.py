"""``cwsdiag board``: the board of submissions."""

from __future__ import annotations

import click

from cwsdiag.cli.board import keeping, keys, owning, submitting, tasks


@click.group()
def board() -> None:
    """The board of submissions: tasks with private gold, and a public table of scores."""


for _command in (
    tasks.list_tasks,
    tasks.show_task,
    submitting.submit,
    submitting.download,
    tasks.fetch,
    tasks.export,
    tasks.participants,
    tasks.add_task,
    keeping.check,
    keeping.backup,
    owning.schedule,
    owning.close,
    owning.reopen,
    owning.remove,
    owning.rescore,
    owning.remove_task,
    owning.undo,
    keys.key,
    keys.owner_key,
    keys.limits,
    keys.keyless,
):
    board.add_command(_command)
