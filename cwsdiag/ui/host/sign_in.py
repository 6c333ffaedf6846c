"""Who signed in, where the server has Streamlit's sign-in (OpenID Connect, ``[auth]`` in its secrets).

What the provider says of a person is not shown to others: of two who call themselves alike it alone tells which is who.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
