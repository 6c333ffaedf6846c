"""``cwsdiag board``: what the owner does to tasks and submissions, and undoes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.board.opening import SUBMISSION, board_options, open_board, time_options
from cwsdiag.cli.options import PATH
from cwsdiag.cli.output import say
from cwsdiag.errors import BoardError, SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.board import Done

yes_option = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")


@click.command()
@click.argument("task")
@time_options
@board_options
def schedule(task: str, opens: str, closes: str, **where: Any) -> None:
    """Set when systems can be submitted to TASK, by the clock of this machine; without a time there is no bound."""
    from cwsdiag.board.limits import moment_of
    from cwsdiag.report.board_text import tasks_lines

    found = open_board(**where).set_times(task, opens=moment_of(opens), closes=moment_of(closes))
    say("\n".join(tasks_lines([found])))


@click.command()
@click.argument("task")
@board_options
def close(task: str, **where: Any) -> None:
    """Close TASK now: nothing more is accepted, and the scores are exact, over all sentences."""
    _done(f"closed {task}", open_board(**where).close(task))


@click.command()
@click.argument("task")
@board_options
def reopen(task: str, **where: Any) -> None:
    """Open TASK again. What was seen of a private gold while it was closed is known."""
    _done(f"opened {task} again", open_board(**where).reopen(task))


@click.command()
@click.argument("id", required=False, type=SUBMISSION)
@click.option("--task", help="Remove submissions to this task, those that the next options name.")
@click.option("--author", default="", help="Whose.")
@click.option("--since", default="", metavar="TIME", help="Submitted then or later.")
@click.option("--before", default="", metavar="TIME", help="Submitted before then.")
@yes_option
@board_options
def remove(id: int | None, task: str | None, author: str, since: str, before: str, yes: bool, **where: Any) -> None:
    """Remove submission ID for good; or all of an author or a time to a task, which `undo` gives back."""
    from cwsdiag.report.tables import printable

    named = bool(author or since or before)
    if (id is None) == (task is None) or (id is not None and named):
        raise SettingError("which submissions? Give the number of one, or --task with --author, --since or --before.")
    opened = open_board(**where)
    if id is not None:
        found = opened.submission(id)
        called = printable(f"submission {id} to {found.task}: {found.system} by {found.author}")
        _confirm(f"Remove {called}?", yes)
        opened.remove(id)
        say(f"removed {called}")
        return
    assert task is not None
    from cwsdiag.board.limits import moment_of

    bounds = moment_of(since), moment_of(before)
    _confirm(printable(f"Remove these submissions to {task}?"), yes)
    done = opened.remove_submissions(task, author=author, since=bounds[0], before=bounds[1])
    _done(f"removed {_submissions(done.count)} to {task}", done)


@click.command()
@click.argument("task")
@board_options
def rescore(task: str, **where: Any) -> None:
    """Score all submissions to TASK anew, BASE and TOP too, as this version of cwsdiag does."""
    opened = open_board(**where)
    with working("scoring"):
        done = opened.rescore(task)
    _done(f"scored {done.count:,} lines of {task} anew", done)


@click.command("remove-task")
@click.argument("task")
@yes_option
@board_options
def remove_task(task: str, yes: bool, **where: Any) -> None:
    """Remove TASK with all that was submitted for it."""
    from cwsdiag.report.tables import printable

    opened = open_board(**where)
    found = opened.task(task)
    _confirm(printable(f"Remove {task} with {_submissions(found.submissions)}?"), yes)
    _done(f"removed {task} with {_submissions(found.submissions)}", opened.remove_task(task))


@click.command()
@click.option("--backup", type=PATH, metavar="FILE", help="Undo all since this backup; the last act by default.")
@click.option("--list", "listed", is_flag=True, help="List the backups, and do nothing.")
@yes_option
@board_options
def undo(backup: Path | None, listed: bool, yes: bool, **where: Any) -> None:
    """Undo the last close, reopen, remove, rescore, remove-task or undo: give back what the backup before it has.

    Keys and limits stay as they are.
    """
    from cwsdiag.report.board_text import backups_lines

    opened = open_board(**where)
    known = opened.backups()
    if listed:
        say("\n".join(backups_lines(known)))
        return
    if backup is None:
        if not known:
            raise BoardError("there is nothing to undo: no backup lies beside the board.")
        backup = known[0].path
    _confirm(f"Give back the board as it is in {backup.name}?", yes)
    done = opened.undo(backup)
    came = f"; {_submissions(done.count)} that came since are no more in it" if done.count else ""
    _done(f"gave back {backup.name}{came}", done)


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(question, abort=True)


def _submissions(count: int) -> str:
    from cwsdiag.views.wording import counted

    return counted(count, "submissions")


def _done(said: str, done: Done) -> None:
    """Print what was done, and where the board lies as it was before."""
    from cwsdiag.report.tables import printable

    say(printable(f"{said}; `cwsdiag board undo` takes it back (backup: {done.backup})"))
