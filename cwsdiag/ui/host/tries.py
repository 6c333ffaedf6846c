"""Wrong tries at a secret are counted by where they come from, and after too many none is taken for a while."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST, _SECONDS = 10, 900.0
# Addresses that are remembered: whoever has more of them to spare is not kept in memory for it.
_PLACES = 10_000
# An address of this machine itself, or that of a proxy on it which hands on none.
HERE = "this machine"
# Whoever has an address of IPv6 has as many as he wants of the same network.
_IPV6_NETWORK = 64


class Tries:
    """How often a secret was tried from where, in this process; used from any thread."""

    def __init__(
        self, most: int = _MOST, seconds: float = _SECONDS, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin to count.

        Args:
            most: how many tries are taken from one place in any stretch of this length.
            seconds: the length.
            clock: gives the seconds since some moment.
        """
        self._most, self._seconds, self._clock = most, seconds, clock
        self._moments: dict[str, deque[float]] = {}
        self._lock = Lock()

    def begin(self, place: str) -> int:
        """Count a try from a place, unless there were too many: then return in how many minutes one is taken; else 0.

        It counts before it is known whether it is a right one, or many at once would all be taken.
        """
        with self._lock:
            now = self._clock()
            moments = self._moments.pop(place, deque())
            # Those of whom nothing was heard for longest go first.
            self._moments[place] = moments
            if len(self._moments) > _PLACES:
                del self._moments[next(iter(self._moments))]
            while moments and moments[0] <= now - self._seconds:
                moments.popleft()
            if len(moments) >= self._most:
                return max(math.ceil((moments[0] + self._seconds - now) / 60), 1)
            moments.append(now)
            return 0

    def right(self, place: str) -> None:
        """Take back the last try from a place: it was a right one."""
        with self._lock:
            if moments := self._moments.get(place):
                moments.pop()


def address() -> str:
    """Return the address of the visitor, or ``this machine``; of IPv6 the network, as all of it is one client's."""
    return of_client(st.context.ip_address)


def of_client(address: str | None) -> str:
    """Return what stands for the client of an address.

    Args:
        address: as Streamlit has it; None for this machine. What is none stands for itself.
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or HERE
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, _IPV6_NETWORK), strict=False))
    return str(parsed)
