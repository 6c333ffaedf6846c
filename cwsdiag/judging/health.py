"""What is wrong with a file of judgements of any version, while others use it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.judging import records, schema
from cwsdiag.judging.judges import HOLDER
from cwsdiag.sqlite import Damaged
from cwsdiag.sqlite.cells import MOMENT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

_JUDGES = "SELECT name, holder FROM judge ORDER BY study, name"
_MADE = "SELECT id, made FROM judgement ORDER BY id"


def _content(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with studies and judgements."""
    for (name,) in connection.execute("SELECT name FROM study ORDER BY id").fetchall():
        try:
            records.find_judgements(connection, *records.find_study(connection, name))
        except Damaged as damage:
            yield f"study {name}: {damage}."
    for name, holder in connection.execute(_JUDGES):
        if not HOLDER["holder"].fits(holder):
            yield f"judge {name}: nobody can come back under that name. Give another code: cwsdiag judge code."
    for number, made in connection.execute(_MADE):
        if not MOMENT.fits(made):
            yield f"judgement {number}: when it was made is no time."


# See ``cwsdiag.sqlite``.
examine = partial(schema.examine, content=_content)
