"""Who is asking: whether it is the owner of what this server keeps.

Three things make somebody the owner, each alone:

- to hold the owner's key of the board, typed in this session;
- to have signed in with an address that the server was told of by ``--owner``;
- to sit at the server's machine, as long as it serves that machine alone and nothing says that others come through it:
  who uses cwsdiag at home needs neither key nor sign-in. With ``--owner``, ``--no-local-owner`` or ``--public-url``
  this does not count, as they say that the server is one for several people.

What cannot be told is refused. A proxy on this machine is told by its headers, or by the name that browsers call the
server by. One that adds no header and hands on those it was sent can be deceived by what is no browser and says that it
calls this machine: behind such a proxy the server is started with ``--no-local-owner`` or ``--owner``; with
``--no-board`` nobody is its owner.

The owner's key of a server: the one of its board, typed once a session and kept in that session alone.

Who signed in, where the server has Streamlit's sign-in (OpenID Connect, ``[auth]`` in its secrets).

What the provider says of a person is not shown to others: of two who call themselves alike it alone tells which is who.
"""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy
from cwsdiag.ui.host import server

# What [auth] has for all providers, or for the one there is: any other table in it is a provider of that name.
_THE_ONE = "client_id"


@dataclass(frozen=True)
class Person:
    """Somebody who signed in.

    Attributes:
        id: issuer and subject, which nobody else ever has; the e-mail address where the provider says neither.
        name: what they are called, for themselves alone.
        email: their address; empty where the provider tells none, or says that it was not verified.
    """

    id: str
    name: str
    email: str


def person() -> Person | None:
    """Return who signed in; None where nobody did, or there is nothing to sign in to."""
    user: Mapping[str, Any] = st.user
    if user.get("is_logged_in") is not True:
        return None
    # Where a provider says nothing of it, its addresses are its own.
    verified = str(user.get("email_verified", True)).lower() == "true"
    email = str(user.get("email") or "") if verified else ""
    subject = str(user.get("sub") or "")
    id = f"{user.get('iss') or ''} {subject}".strip() if subject else email
    return Person(id, str(user.get("name") or email or subject), email) if id else None


def providers() -> tuple[str, ...]:
    """Return the names of those whom one can sign in with, ``""`` for the only one; empty where nobody can."""
    # Streamlit says so only where the secrets have a table [auth].
    if "is_logged_in" not in st.user or find_spec("authlib") is None:
        return ()
    table = st.secrets.get("auth", {})
    if _THE_ONE in table:
        return ("",)
    return tuple(name for name, one in table.items() if hasattr(one, "keys") and _THE_ONE in one)


def is_one_of(emails: Iterable[str]) -> bool:
    """Return whether who signed in has one of these addresses, verified as far as the provider says."""
    user = person()
    return user is not None and bool(user.email) and _plain(user.email) in set(map(_plain, emails))


def _plain(email: str) -> str:
    """Return an address to be compared: in small letters, unless that could make another's of it."""
    tidy = email.strip()
    return tidy.lower() if tidy.isascii() else tidy


_HELD = "owner's key"
# So many wrong keys are taken from an address in so many seconds.
_MOST, _SECONDS = 10, 900.0
# From where and when wrong keys came. In no cache of Streamlit: a browser can empty these.
_WRONG: deque[tuple[str, float]] = deque(maxlen=10_000)
# Whoever has an address of IPv6 has all of the same network.
_IPV6_NETWORK = 64


def board() -> Path | None:
    """Return the file of the board whose owner's key counts here; None where there is none.

    It is the board that the server or its project names, or else that of the user's own, once there is one.
    """
    named, embedded = server.settings().boards
    if named is not None:
        return named
    return embedded if embedded is not None and embedded.exists() else None


def made() -> str | None:
    """Return the owner's key of the board that the server names, if this is the first time; else None.

    Nobody needs one for a board of one's own on one's own machine, so that none is made there.
    """
    path, _own = server.settings().boards
    if path is None or server.settings().no_board:
        return None
    # What is wrong with the board is said where it is opened.
    with suppress(BoardError):
        return Board(path, create=False).owner_key()
    return None


def held() -> bool:
    """Return whether this session has the key; one that was renewed since is none."""
    return _HELD in st.session_state and _is_key(st.session_state[_HELD])


def take(key: str) -> str:
    """Keep the key that somebody typed, or return why it is not taken; empty where it is the owner's."""
    address, now = client(st.context.ip_address), time.monotonic()
    if sum(place == address and moment > now - _SECONDS for place, moment in _WRONG.copy()) >= _MOST:
        return lazy("Too many wrong keys were typed here. Try again in a quarter of an hour.")
    if not _is_key(key.strip()):
        _WRONG.append((address, now))
        return lazy("This is not the owner's key. Whoever can read the board's file makes a new one: {command}.",
                    command="cwsdiag board owner-key --renew")  # fmt: skip
    st.session_state[_HELD] = key.strip()
    return ""


def client(address: str | None) -> str:
    """Return what stands for the client of an address: of IPv6 its network, as all of it is one client's.

    Args:
        address: as Streamlit has it; None for this machine. What is none stands for itself.
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, _IPV6_NETWORK), strict=False))


def leave() -> None:
    """Forget the key in this session."""
    st.session_state.pop(_HELD, None)


def _is_key(text: str) -> bool:
    path = board()
    if path is None:
        return False
    # A board that cannot be read has no owner meanwhile.
    with suppress(BoardError):
        return Board(path, create=False).is_owner_key(text)
    return False


LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
# Headers by which proxies say that they stand between. Any of them is a reason to refuse, none ever one to admit.
_OF_PROXIES = (
    "forwarded",
    "via",
    "x-forwarded",
    "x-real-",
    "x-original-",
    "x-proxy",
    "x-client-",
    "x-cluster-",
    "x-envoy-",
    "x-amz",
    "x-azure",
    "x-appengine",
    "x-request-",
    "client-ip",
    "true-client-",
    "fly-",
    "cf-",
    "cdn-",
)


def is_owner() -> bool:
    """Return whether who looks at this page owns what this server keeps for its user; see above.

    Asked where something is drawn, and again where something is done: keys are renewed, and sessions last.
    """
    settings = server.settings()
    return not settings.no_board and (is_at_the_machine() or held() or is_one_of(settings.owners))


def is_at_the_machine() -> bool:
    """Return whether who looks at this page sits at the machine of a server that is for that person alone."""
    settings = server.settings()
    several = settings.no_local_owner or settings.owners or settings.public_url is not None
    return not (settings.no_board or several) and admitted(
        listens_on=st.get_option("server.address"), comes_from=st.context.ip_address, headers=st.context.headers
    )


def admitted(*, listens_on: str | None, comes_from: str | None, headers: Mapping[str, str]) -> bool:
    """Return whether a request comes from this machine itself, as far as can be told; in doubt it does not.

    Args:
        listens_on: the address that the server was told to listen on; None for all there are.
        comes_from: the address that the connection comes from; None for this machine, as Streamlit has it.
        headers: of the request that opened the connection. A browser's has ``Host`` and ``Origin``: behind a proxy on
            this machine that says nothing of itself, one of them still has the name that others call it by.
    """
    if listens_on not in LOOPBACK or comes_from is not None:
        return False
    if any(name.lower().startswith(_OF_PROXIES) for name in headers):
        return False
    hosts = {_host(f"//{headers.get('Host', '')}"), _host(headers.get("Origin", ""))}
    return hosts <= LOOPBACK


def _host(address: str) -> str:
    """Return the host of an address, empty where it has none or makes no sense."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
