"""What is wrong with a board of any version, while others use it; for its owner."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.board import keys, records, schema, tally
from cwsdiag.board.files import fetch, task_files
from cwsdiag.board.limits import Limits
from cwsdiag.errors import BoardError
from cwsdiag.sqlite import Damaged, checked
from cwsdiag.sqlite.cells import DIGEST, TEXT, WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from sqlite3 import Connection

_UNUSED = """
    SELECT id FROM file WHERE id NOT IN (SELECT file FROM task_file UNION SELECT file FROM submission)
"""
_NO_SCORES = "SELECT id FROM submission WHERE id NOT IN (SELECT submission FROM score)"
_NO_SECRET = "SELECT id FROM submission WHERE kind = 'system' AND id NOT IN (SELECT submission FROM secret)"

# Moments before and after all others.
_OPEN, _CLOSED = "", "9999"
_SECRET = {"submission": WHOLE, "email": TEXT, "token_digest": DIGEST}


def _content(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with tasks, submissions and files."""
    for (number,) in connection.execute("SELECT id FROM file ORDER BY id").fetchall():
        yield from _said(f"file {number}", partial(fetch, connection, number))
    for number, name in connection.execute("SELECT id, name FROM task ORDER BY id").fetchall():
        yield from _task(connection, number, name)
    for (number,) in connection.execute("SELECT id FROM submission ORDER BY id").fetchall():
        # As it is said while its task is open, and after.
        for now in (_OPEN, _CLOSED):
            yield from _said(f"submission {number}", partial(records.find_submission, connection, number, now))
        yield from _said(f"submission {number}", partial(records.prediction, connection, number))
    yield from _said("participants", partial(records.participants, connection))
    for row in connection.execute("SELECT submission, email, token_digest FROM secret"):
        yield from _said(f"submission {row['submission']}", partial(checked, row, _SECRET))
    yield from _said("keys", partial(keys.list_keys, connection))
    yield from _said("limits", partial(tally.own_limits, connection, Limits()))
    for name in ("owner_key", "salt"):
        yield from _said("setting", partial(keys.setting, connection, name))
    for query, said in (
        (_UNUSED, "file {}: it belongs to no task and to no submission."),
        (_NO_SCORES, "submission {}: it has no scores."),
        (_NO_SECRET, "submission {}: its author's token is gone, and the file can no longer be fetched."),
    ):
        yield from (said.format(number) for (number,) in connection.execute(query))


def _task(connection: Connection, number: int, name: str) -> Iterator[str]:
    yield from _said(f"task {name}", partial(records.find_task, connection, name, _CLOSED))
    yield from _said(f"task {name}", partial(records.scoring_files, connection, number))
    try:
        (raw,) = task_files(connection, number, "raw")
        lines = raw.data.decode("utf-8", "surrogatepass").split("\n")[:-1]
    except (Damaged, UnicodeDecodeError) as error:
        yield f"task {name}: its raw text cannot be read: {error}."
        return
    sizes = connection.execute("SELECT sentences, characters FROM task WHERE id = ?", (number,)).fetchone()
    found = (len(lines), sum(map(len, lines)))
    if found != tuple(sizes):
        yield (
            f"task {name}: its raw text has {found[0]:,} sentences and {found[1]:,} characters, not {sizes[0]} and "
            f"{sizes[1]}."
        )


def _said(where: str, read: Callable[[], object]) -> Iterator[str]:
    """Yield what is wrong where something cannot be read."""
    try:
        read()
    except (Damaged, BoardError) as error:
        yield f"{where}: {error}."


# See ``cwsdiag.sqlite``.
examine = partial(schema.examine, content=_content)
