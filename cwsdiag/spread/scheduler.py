"""The scheduler that workers on other machines ask: found, or refused before anything is sent."""

from __future__ import annotations

import logging
import re
import socket
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import SettingError, shown
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

# How many seconds a scheduler has to answer.
_PATIENCE = 5
# As schedulers print them, with or without what they speak.
_ADDRESS = re.compile(r"(?:(?P<speaks>tcp|tls|wss?|ucx)://)?(?P<host>[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")
_LONGEST_ADDRESS = 200
# A scheduler speaks first, and says what it can read. A client waits for ever for what listens and says nothing.
_GREETING = b"pickle-protocol"
_LONGEST_GREETING = 4096


@contextmanager
def client_of(scheduler: str) -> Iterator[Any]:
    """Give a ``distributed.Client`` of a scheduler.

    Raises:
        SettingError: ``distributed`` is not installed, this is no address, or nothing answers there in a few seconds.
    """
    try:
        from distributed import Client
    except ImportError:
        raise SettingError(
            lazy("a Dask scheduler was requested, but distributed is not installed: pip install 'cwsdiag[cluster]'")
        ) from None
    _knock(scheduler)
    with _silent():
        try:
            with warnings.catch_warnings():
                # Of versions that may differ; what must not is asked for in ``fitting``.
                warnings.simplefilter("ignore")
                client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise _no_answer(scheduler, str(error)) from None
        with client:
            yield client


def _knock(scheduler: str) -> None:
    """Refuse an address that is none, or where nothing listens: a client would try for long, and say so at length."""
    found = _ADDRESS.fullmatch(scheduler)
    if found is None:
        raise SettingError(
            lazy(
                "{scheduler!r} is no address of a Dask scheduler. Give it as the scheduler prints it, such as "
                "tcp://host:8786, or none to work on this machine.",
                scheduler=shown(scheduler, _LONGEST_ADDRESS),
            )
        )
    try:
        place = (found["host"].strip("[]"), int(found["port"]))
        with socket.create_connection(place, timeout=_PATIENCE) as opened:
            greeted = found["speaks"] not in (None, "tcp") or _GREETING in opened.recv(_LONGEST_GREETING)
    except (OSError, OverflowError, UnicodeError) as error:
        raise _no_answer(scheduler, getattr(error, "strerror", None) or str(error)) from None
    if not greeted:
        raise _no_answer(scheduler, "something else listens there")


def _no_answer(scheduler: str, problem: str) -> SettingError:
    return SettingError(
        lazy(
            "{scheduler}: no Dask scheduler answers ({error}). Give its address as it prints it, such as "
            "tcp://host:8786, or none to work on this machine.",
            scheduler=scheduler,
            error=shown(problem, _LONGEST_ADDRESS),
        )
    )


@contextmanager
def _silent() -> Iterator[None]:
    """Have ``distributed`` say nothing meanwhile: what matters of it is said in the errors that end the work."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
