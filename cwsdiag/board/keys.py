"""Who hands in: keys that the owner gives, the owner's own key, and names that belong to who has them.

Keys are long random texts: their SHA-256 is stored, and they themselves nowhere. Every function works inside a
transaction.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.board.limits import one_line
from cwsdiag.board.models import BoardKey
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3

    from cwsdiag.board.limits import Limits
    from cwsdiag.board.models import Entry, KnownBy, Submitter

_OWNER = "owner_key"
# So that people see what a text is that they find again.
_PREFIX, _OWNER_PREFIX = "cws_", "cws_owner_"
# Whoever has an address of IPv6 has as many as he wants of the same network.
_IPV6_NETWORK = 64


@dataclass(frozen=True)
class Known:
    """As whom the board knows somebody.

    Attributes:
        known_by: how.
        identity: that is kept with submissions; empty for those who are not known.
        counted: what the submissions of the last day are counted under.
        name: of the key; empty without.
    """

    known_by: KnownBy
    identity: str
    counted: str
    name: str = ""


# Who is known by nothing and counted nowhere: the board itself.
NOBODY = Known("", "", "")


def add_key(connection: sqlite3.Connection, name: str, now: str, limits: Limits) -> str:
    """Make a key and return it. A revoked one of this name is followed by the new one; see ``Board.add_key``."""
    name = one_line(name, lazy("name"), limits.author)
    row = connection.execute("SELECT revoked FROM access_key WHERE folded = ?", (folded(name),)).fetchone()
    if row is not None and not row[0]:
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
        "AS submissions FROM access_key ORDER BY created, id"
    )
    return [BoardKey(**row) for row in map(dict, rows)]


def revoke_key(connection: sqlite3.Connection, name: str, now: str, limits: Limits) -> None:
    """Revoke the key of a name; one that is revoked stays so."""
    name = one_line(name, lazy("name"), limits.author)
    changed = connection.execute(
        "UPDATE access_key SET revoked = ? WHERE folded = ? AND revoked = ''", (now, folded(name))
    )
    if not changed.rowcount and not _is_key_of(connection, name):
        names = ", ".join(key.name for key in list_keys(connection)) or lazy("none yet")
        raise BoardError(lazy("no key of {name!r} on this board. Available: {names}.", name=name, names=names))


def new_owner_key(connection: sqlite3.Connection, *, renew: bool) -> str | None:
    """Make the owner's key and return it; None where there is one that is not to be renewed."""
    if not renew and setting(connection, _OWNER) is not None:
        return None
    key = _OWNER_PREFIX + secrets.token_urlsafe()
    set_setting(connection, _OWNER, _digest(key))
    return key


def is_owner_key(connection: sqlite3.Connection, text: str) -> bool:
    """Return whether a text is the owner's key; nothing is where none was made."""
    stored = setting(connection, _OWNER)
    # Compared in a time that does not tell how much of it is right.
    return stored is not None and hmac.compare_digest(stored, _digest(text.strip()))


def known(connection: sqlite3.Connection, by: Submitter) -> Known:
    """Return as whom the board knows somebody.

    Raises:
        BoardError: the key is none of this board, or revoked.
    """
    if by.key.strip():
        row = connection.execute(
            "SELECT id, name FROM access_key WHERE digest = ? AND revoked = ''", (_digest(by.key.strip()),)
        ).fetchone()
        if row is None:
            raise BoardError(
                lazy("this key is not valid on this board: it is wrong, or was revoked. Ask the owner for another.")
            )
        identity = f"key:{row['id']}"
        return Known("key", identity, identity, row["name"])
    if by.signed_in.strip():
        identity = f"sign-in:{_salted(connection, by.signed_in.strip())}"
        return Known("sign-in", identity, identity)
    return Known("", "", f"address:{_salted(connection, network(by.address.strip()))}")


def under_own_name(connection: sqlite3.Connection, who: Known, entry: Entry) -> Entry:
    """Return what a submission says of itself, its author known: a key has its own name, and nobody else's.

    Raises:
        BoardError: the name belongs to a key, or to somebody else who signed in.
    """
    if who.name:
        if entry.author.strip() and folded(entry.author) != folded(who.name):
            raise BoardError(
                lazy("this key is that of {name}: leave the author out, or give that name.", name=who.name)
            )
        return replace(entry, author=who.name)
    if _is_key_of(connection, entry.author):
        raise BoardError(
            lazy("submissions of {author} need the key of that name. Give it, or another author.", author=entry.author)
        )
    others = connection.execute(
        "SELECT DISTINCT author FROM submission WHERE known_by = 'sign-in' AND identity != ?", (who.identity,)
    )
    if any(folded(author) == folded(entry.author) for (author,) in others):
        raise BoardError(
            lazy("{author} is the name of somebody who signed in here. Give another author.", author=entry.author)
        )
    return entry


def folded(name: str) -> str:
    """Return a name as it is told from others: without white space, and the same for forms that look alike."""
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def setting(connection: sqlite3.Connection, name: str) -> str | None:
    """Return what is set in the board; None for what is not."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row["value"])


def set_setting(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Set something in the board."""
    connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", (name, value))


def _is_key_of(connection: sqlite3.Connection, name: str) -> bool:
    """Return whether there is a key of a name, good or revoked."""
    return connection.execute("SELECT 1 FROM access_key WHERE folded = ?", (folded(name),)).fetchone() is not None


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _salted(connection: sqlite3.Connection, text: str) -> str:
    """Return what stands for an address or an identity: nothing that can be tried out without the board."""
    (salt,) = connection.execute("SELECT value FROM setting WHERE name = 'salt'").fetchone()
    return hmac.new(salt.encode(), text.encode("utf-8", "surrogatepass"), "sha256").hexdigest()


def network(address: str) -> str:
    """Return what all addresses have in common that one client may well have; what is none stands for itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, _IPV6_NETWORK), strict=False))
    return str(found)
