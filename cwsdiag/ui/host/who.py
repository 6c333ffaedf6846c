"""Who is asking: whether it is the owner of what this server keeps.

Three things make somebody the owner, each alone:

- to hold the owner's key of the board, typed in this session (``owner_key``);
- to have signed in with an address that the server was told of by ``--owner`` (``sign_in``);
- to sit at the server's machine, as long as it serves that machine alone and nothing says that others come through it:
  who uses cwsdiag at home needs neither key nor sign-in. With ``--owner``, ``--no-local-owner`` or ``--public-url``
  this does not count, as they say that the server is one for several people.

What cannot be told is refused. A proxy on this machine is told by its headers, or by the name that browsers call the
server by. One that adds no header and hands on those it was sent can be deceived by what is no browser and says that it
calls this machine: behind such a proxy the server is started with ``--no-local-owner`` or ``--owner``; with
``--no-board`` nobody is its owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from cwsdiag.ui.host import owner_key, server, sign_in

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    return not settings.no_board and (is_at_the_machine() or owner_key.held() or sign_in.is_one_of(settings.owners))


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
