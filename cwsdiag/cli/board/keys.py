"""``cwsdiag board``: keys to hand in with, the owner's key, and how much is taken without one."""

from __future__ import annotations

from typing import Any

import click

from cwsdiag.cli.board.opening import board_options, open_board
from cwsdiag.cli.options import json_option
from cwsdiag.cli.output import say, show


@click.group()
def key() -> None:
    """Keys to submit with. Whoever has one submits under its name, and nobody else can."""


@key.command("add")
@click.argument("name")
@board_options
def add_key(name: str, **where: Any) -> None:
    """Make a key for NAME, and print it, once: the board stores its digest alone."""
    say(open_board(**where).add_key(name))


@key.command("list")
@board_options
@json_option
def list_keys(as_json: bool, **where: Any) -> None:
    """The keys of the board, with the number of submissions; the keys themselves are not stored."""
    from cwsdiag.report.board_text import keys_document, keys_lines

    found = open_board(**where).keys()
    show(keys_document(found), keys_lines(found), as_json=as_json)


@key.command("revoke")
@click.argument("name")
@board_options
def revoke_key(name: str, **where: Any) -> None:
    """Revoke the key of NAME. Its submissions stay, and the name stays taken; `key add` makes another key for it."""
    from cwsdiag.report.tables import printable

    open_board(**where).revoke_key(name)
    say(printable(f"revoked the key of {name}"))


@click.command("owner-key")
@click.option("--renew", is_flag=True, help="Make another; the one before is not valid any more.")
@board_options
def owner_key(renew: bool, **where: Any) -> None:
    """Make the owner's key of the board, and print it, once: the board stores its digest alone."""
    opened = open_board(**where)
    made = opened.renew_owner_key() if renew else opened.owner_key()
    say(made or "The board has an owner's key, which was shown when it was made. --renew makes another.")


@click.command()
@click.option("--keyless-hour", type=int, metavar="N", help="Taken from one address within an hour.")
@click.option("--keyless-day", type=int, metavar="N", help="Taken from all together within a day.")
@board_options
def limits(keyless_hour: int | None, keyless_day: int | None, **where: Any) -> None:
    """How many submissions without a key the board takes, all tasks together; sets what is named."""
    found = open_board(**where).set_limits(keyless_hour=keyless_hour, keyless_day=keyless_day)
    say(
        f"without a key: {found.keyless_hour:,} within an hour from one address, {found.keyless_day:,} within a day "
        f"from all, {found.keyless_task:,} to a task; with a key: {found.per_hour:,} within an hour to a task"
    )


@click.command()
@click.argument("task")
@click.argument("what", type=click.Choice(["allow", "refuse"]))
@board_options
def keyless(task: str, what: str, **where: Any) -> None:
    """Allow or refuse submissions to TASK without a key."""
    from cwsdiag.report.tables import printable

    found = open_board(**where).set_keyless(task, allowed=what == "allow")
    say(printable(f"{found.name} {'accepts' if found.keyless else 'refuses'} submissions without a key"))
