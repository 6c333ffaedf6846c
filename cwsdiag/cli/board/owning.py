"""``cwsdiag board``: what the owner does with tasks, submissions, keys and the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.board.opening import SUBMISSION, board_file, board_options, open_board
from cwsdiag.cli.databases import say_copied, show_health
from cwsdiag.cli.options import PATH, json_option
from cwsdiag.cli.output import say, show
from cwsdiag.errors import BoardError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path

yes_option = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")


@click.command()
@click.argument("task")
@board_options
def close(task: str, **where: Any) -> None:
    """Close TASK now: nothing more is accepted, and all scores are shown, exact."""
    from cwsdiag.report.board_text import tasks_lines

    say("\n".join(tasks_lines([open_board(**where).close(task)])))


@click.command()
@click.argument("task")
@click.option("--closes", default="", metavar="TIME",
              help="Submissions before then, as in `add-task`. [no end]")  # fmt: skip
@board_options
def reopen(task: str, closes: str, **where: Any) -> None:
    """Accept submissions to TASK from now until --closes, whether it was closed or not.

    What was seen of a private gold while it was closed is known.
    """
    from cwsdiag.board.texts import moment_of
    from cwsdiag.report.board_text import tasks_lines

    say("\n".join(tasks_lines([open_board(**where).reopen(task, closes=moment_of(closes))])))


@click.command()
@click.argument("id", required=False, type=SUBMISSION)
@click.option("--task", help="Remove submissions to this task, those that the next options name.")
@click.option("--author", default="", help="Whose.")
@click.option("--since", default="", metavar="TIME", help="Submitted then or later.")
@click.option("--before", default="", metavar="TIME", help="Submitted before then.")
@yes_option
@board_options
def remove(id: int | None, task: str | None, author: str, since: str, before: str, yes: bool, **where: Any) -> None:
    """Remove submission ID, or all of an author or a time to a task, after a copy of the board."""
    from cwsdiag.board.texts import moment_of

    if (id is None) == (task is None) or (id is None) != bool(author or since or before):
        raise SettingError("which submissions? Give the number of one, or --task with --author, --since or --before.")
    opened = open_board(**where)
    if task is None:
        chosen = [opened.submission(id or 0)]
    else:
        chosen = opened.find(task, author=author, since=moment_of(since), before=moment_of(before))
    if not chosen:
        raise BoardError(f"{task} has no such submission: nothing was removed.")
    what = "; ".join(f"submission {one.id} to {one.task}: {one.system} by {one.author}" for one in chosen)
    _confirm(f"Remove {what}?", yes)
    _say(f"removed {what}; the board before: {opened.remove([one.id for one in chosen])}")


@click.command("remove-task")
@click.argument("task")
@yes_option
@board_options
def remove_task(task: str, yes: bool, **where: Any) -> None:
    """Remove TASK with all that was submitted for it, after a copy of the board."""
    opened = open_board(**where)
    what = f"{task} with {_submissions(opened.task(task).submissions)}"
    _confirm(f"Remove {what}?", yes)
    _say(f"removed {what}; the board before: {opened.remove_task(task)}")


@click.command()
@click.argument("task")
@board_options
def rescore(task: str, **where: Any) -> None:
    """Score all submissions to TASK anew, BASE and TOP too, as this version of cwsdiag does."""
    opened = open_board(**where)
    with working("scoring"):
        count = opened.rescore(task)
    _say(f"scored {count:,} lines of {task} anew")


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

    keys = open_board(**where).keys()
    show(keys_document(keys), keys_lines(keys), as_json=as_json)


@key.command("revoke")
@click.argument("name")
@board_options
def revoke_key(name: str, **where: Any) -> None:
    """Revoke the key of NAME. Its submissions stay, and the name stays taken; `key add` makes another key for it."""
    open_board(**where).revoke_key(name)
    _say(f"revoked the key of {name}")


@click.command("owner-key")
@click.option("--renew", is_flag=True, help="Make another; the one before is not valid any more.")
@board_options
def owner_key(renew: bool, **where: Any) -> None:
    """Make the owner's key of the board, and print it, once: the board stores its digest alone."""
    made = open_board(**where).owner_key(renew=renew)
    say(made or "The board has an owner's key, which was shown when it was made. --renew makes another.")


@click.command()
@board_options
@json_option
def check(as_json: bool, **where: Any) -> None:
    """What is wrong with the board's file; nothing is written. Exit code 1 where something is."""
    from cwsdiag.board import Board

    path = board_file(**where)
    with working("checking"):
        health = Board.check(path)
    show_health(path, health, as_json=as_json)


@click.command()
@click.argument("target", metavar="FILE", type=PATH)
@board_options
def backup(target: Path, **where: Any) -> None:
    """Copy the board to FILE, a new one, while servers write to it. The copy has gold and e-mail addresses in it."""
    from cwsdiag.board import Board

    path = board_file(**where)
    with working("copying"):
        Board.copy(path, target)
    say_copied(path, target)


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        from cwsdiag.languages.visible import printable

        click.confirm(printable(question), abort=True)


def _submissions(count: int) -> str:
    from cwsdiag.views.wording import counted

    return counted(count, "submissions")


def _say(text: str) -> None:
    from cwsdiag.languages.visible import printable

    say("\n".join(map(printable, text.split("\n"))))
