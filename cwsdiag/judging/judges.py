"""Who judges under which name: a name once used is taken up again with its code, or by who signed in under it.

Every function works inside a transaction.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import JudgingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3

# Judges of one study: every one of them may mark all its sentences.
MOST = 500
# Letters and digits that nobody takes for each other, and how many a code has: 50 bits.
_LETTERS, _LONG = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 10


@dataclass(frozen=True)
class Entered:
    """A judge who was let in.

    Attributes:
        name: of the judge.
        holder: mark of who it is, which ``Judgements.mark`` can be told to ask for.
        is_new: whether nobody judged under that name before.
        code: with which they come back, told this once; empty where they had one, or need none.
    """

    name: str
    holder: str
    is_new: bool = False
    code: str = ""


def enter(connection: sqlite3.Connection, study: int, name: str, *, code: str, person: str) -> Entered:
    """Let a judge in under a name that is new, or theirs. A new one is theirs with the first sentence they judge.

    Args:
        connection: in a transaction.
        study: its number.
        name: tidied up.
        code: as somebody typed it; empty for none.
        person: who signed in; empty for nobody. Who did needs no code, and is given none.

    Raises:
        JudgingError: the name is somebody else's, or there are too many judges.
    """
    known = _holder_of(connection, study, name)
    given = ([_holder(code=code)] if code else []) + ([_holder(person=person)] if person else [])
    if known is not None:
        if not any(secrets.compare_digest(known, one) for one in given):
            raise JudgingError(_taken(name, code=code, person=person))
        return Entered(name, known)
    if _has_judged(connection, study, name):
        raise JudgingError(_taken(name, code="", person=person))
    _refuse_too_many(connection, study)
    new = "" if person else _new_code()
    return Entered(name, _holder(code=new, person=person), True, new)


def new_code(connection: sqlite3.Connection, study: int, name: str) -> Entered:
    """Give a judge a code in place of what they had.

    Raises:
        JudgingError: nobody judges under that name.
    """
    if _holder_of(connection, study, name) is None and not _has_judged(connection, study, name):
        raise JudgingError(lazy("nobody judges this study under the name {name}. Check the name.", name=name))
    code = _new_code()
    _put(connection, study, name, _holder(code=code))
    return Entered(name, _holder(code=code), code=code)


def check(connection: sqlite3.Connection, study: int, name: str, holder: str, *, is_new: bool) -> None:
    """Ask whether a name is held by who was let in, and give them one that is new and still free.

    Raises:
        JudgingError: it is not: the judge was removed, has another code, or somebody was faster; or there are too many.
    """
    known = _holder_of(connection, study, name)
    if known is None and is_new and not _has_judged(connection, study, name):
        _refuse_too_many(connection, study)
        _put(connection, study, name, holder)
    elif known is None or not secrets.compare_digest(known, holder):
        raise JudgingError(
            lazy(
                "{name} judges this study no more, or has another code: nothing was kept. Stop, and come in again.",
                name=name,
            )
        )


def remove(connection: sqlite3.Connection, study: int, name: str) -> int:
    """Remove a judge with all that they said; return of how many sentences.

    Raises:
        JudgingError: nobody judges under that name.
    """
    mine = "judge = ? AND sentence IN (SELECT id FROM sentence WHERE study = ?)"
    gone = connection.execute(f"DELETE FROM judgement WHERE {mine}", (name, study)).rowcount
    known = connection.execute("DELETE FROM judge WHERE study = ? AND name = ?", (study, name)).rowcount
    if not (gone or known):
        raise JudgingError(lazy("nobody judges this study under the name {name}. Check the name.", name=name))
    return gone


def _refuse_too_many(connection: sqlite3.Connection, study: int) -> None:
    (judges,) = connection.execute("SELECT count(*) FROM judge WHERE study = ?", (study,)).fetchone()
    if judges >= MOST:
        raise JudgingError(
            lazy("{most:,} people judge this study already, and it takes no more. Ask its owner.", most=MOST)
        )


def _taken(name: str, *, code: str, person: str) -> str:
    """Return why a name is not given to somebody."""
    if code:
        return lazy("this is not the code of {name}. Check it, or ask the owner of the study for a new one.", name=name)
    if person:
        return lazy("{name} is the name of another judge of this study. Take another name.", name=name)
    return lazy(
        "{name} has judged this study before. To go on under that name, give the code that came with it; the owner of "
        "the study can make a new one. If you are somebody else, take another name.",
        name=name,
    )


def _holder_of(connection: sqlite3.Connection, study: int, name: str) -> str | None:
    """Return the mark of who judges under a name; None where nobody was let in under it."""
    row = connection.execute("SELECT holder FROM judge WHERE study = ? AND name = ?", (study, name)).fetchone()
    return None if row is None else str(row["holder"])


def _has_judged(connection: sqlite3.Connection, study: int, name: str) -> bool:
    query = "SELECT 1 FROM judgement JOIN sentence ON sentence.id = sentence WHERE study = ? AND judge = ? LIMIT 1"
    return connection.execute(query, (study, name)).fetchone() is not None


def _put(connection: sqlite3.Connection, study: int, name: str, holder: str) -> None:
    connection.execute(
        "INSERT INTO judge (study, name, holder) VALUES (?, ?, ?) "
        "ON CONFLICT (study, name) DO UPDATE SET holder = excluded.holder",
        (study, name, holder),
    )


def _new_code() -> str:
    code = "".join(secrets.choice(_LETTERS) for _ in range(_LONG))
    return f"{code[: _LONG // 2]}-{code[_LONG // 2 :]}"


def _holder(*, code: str = "", person: str = "") -> str:
    """Return the mark of a code as people type it, or of who signed in: one is never the other's."""
    told = f"person {person}" if person else f"code {''.join(code.split()).replace('-', '').upper()}"
    return hashlib.sha256(told.encode()).hexdigest()
