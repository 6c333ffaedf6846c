"""Who submits: keys that the owner gives, the owner's own key, and names that belong to whoever has them.

Keys are long random texts of which the board stores the SHA-256 alone. Every function works inside a transaction.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.board.models import BoardKey, Identity
from cwsdiag.board.texts import LONGEST, one_line
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3

    from cwsdiag.board.models import Entry, Submitter

# So that people see what a text is that they find again.
_PREFIX, _OWNER_PREFIX = "cws_", "cws_owner_"


def add_key(connection: sqlite3.Connection, name: str, now: str) -> str:
    """Make a key and return it. A revoked one of this name is replaced; see ``Board.add_key``."""
    name = _name(name)
    if connection.execute("SELECT 1 FROM access_key WHERE folded = ? AND revoked = ''", (folded(name),)).fetchone():
        raise BoardError(lazy("{name} has a key already. Revoke it first, and it is followed by another.", name=name))
    key = _PREFIX + secrets.token_urlsafe()
    connection.execute(
        "INSERT INTO access_key (name, folded, digest, created) VALUES (?, ?, ?, ?) ON CONFLICT (folded) "
        "DO UPDATE SET name = excluded.name, digest = excluded.digest, created = excluded.created, revoked = ''",
        (name, folded(name), _digest(key), now),
    )
    return key


def list_keys(connection: sqlite3.Connection) -> list[BoardKey]:
    """Return all keys, oldest first; empty without."""
    rows = connection.execute(
        "SELECT name, created, revoked, (SELECT count(*) FROM submission WHERE identity = 'key:' || access_key.id) "
        "FROM access_key ORDER BY created, id"
    )
    return [BoardKey(*row) for row in rows]


def revoke_key(connection: sqlite3.Connection, name: str, now: str) -> None:
    """Revoke the key of a name; one that is revoked stays so."""
    name = _name(name)
    if not _has_key(connection, name):
        names = ", ".join(key.name for key in list_keys(connection)) or lazy("none yet")
        raise BoardError(lazy("no key of {name!r} on this board. Available: {names}.", name=name, names=names))
    connection.execute("UPDATE access_key SET revoked = ? WHERE folded = ? AND revoked = ''", (now, folded(name)))


def new_owner_key(connection: sqlite3.Connection, *, renew: bool) -> str | None:
    """Make the owner's key and return it; None where there is one that is not to be renewed."""
    if not renew and _owner_digest(connection) is not None:
        return None
    key = _OWNER_PREFIX + secrets.token_urlsafe()
    connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES ('owner_key', ?)", (_digest(key),))
    return key


def is_owner_key(connection: sqlite3.Connection, text: str) -> bool:
    """Return whether a text is the owner's key; nothing is where none was made."""
    stored = _owner_digest(connection)
    # Compared in a time that does not depend on how much of it is right.
    return stored is not None and hmac.compare_digest(stored, _digest(text))


def identify(connection: sqlite3.Connection, by: Submitter) -> Identity:
    """Return the identity of a submitter.

    Raises:
        BoardError: the key is none of this board, or revoked.
    """
    if by.key.strip():
        query = "SELECT id, name FROM access_key WHERE digest = ? AND revoked = ''"
        row = connection.execute(query, (_digest(by.key),)).fetchone()
        if row is None:
            raise BoardError(
                lazy("this key is not valid on this board: it is wrong, or was revoked. Ask the owner for another.")
            )
        return Identity("key", f"key:{row['id']}", row["name"])
    if by.signed_in.strip():
        # Nothing that can be tried out without the board.
        (salt,) = connection.execute("SELECT value FROM setting WHERE name = 'salt'").fetchone()
        digest = hmac.new(salt.encode(), by.signed_in.strip().encode("utf-8", "surrogatepass"), "sha256").hexdigest()
        return Identity("sign-in", f"sign-in:{digest}")
    return Identity()


def with_author(connection: sqlite3.Connection, who: Identity, entry: Entry) -> Entry:
    """Return an entry under a name that its author may have: a key has its own name, and nobody else's.

    Raises:
        BoardError: the name belongs to a key, or to somebody else who signed in.
    """
    if who.name:
        if entry.author.strip() and folded(entry.author) != folded(who.name):
            raise BoardError(
                lazy("this key is that of {name}: leave the author out, or give that name.", name=who.name)
            )
        return replace(entry, author=who.name)
    if _has_key(connection, entry.author):
        raise BoardError(
            lazy("submissions of {author} need the key of that name. Give it, or another author.", author=entry.author)
        )
    query = "SELECT DISTINCT author FROM submission WHERE known_by = 'sign-in' AND identity != ?"
    if any(folded(author) == folded(entry.author) for (author,) in connection.execute(query, (who.id,))):
        raise BoardError(
            lazy("{author} is the name of somebody who signed in here. Give another author.", author=entry.author)
        )
    return entry


def folded(name: str) -> str:
    """Return a name as it is told from others: without white space, and the same for forms that look alike."""
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def _name(name: str) -> str:
    return one_line(name, lazy("name"), LONGEST["author"])


def _has_key(connection: sqlite3.Connection, name: str) -> bool:
    """Return whether there is a key of a name, good or revoked."""
    return connection.execute("SELECT 1 FROM access_key WHERE folded = ?", (folded(name),)).fetchone() is not None


def _owner_digest(connection: sqlite3.Connection) -> str | None:
    row = connection.execute("SELECT value FROM setting WHERE name = 'owner_key'").fetchone()
    return None if row is None else row[0]


def _digest(key: str) -> str:
    return hashlib.sha256(key.strip().encode("utf-8", "surrogatepass")).hexdigest()
