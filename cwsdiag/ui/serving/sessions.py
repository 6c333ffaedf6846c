"""Sessions that are taken up again, and those that cannot be: the server began anew, or another process answers.

A page that lost its connection names the session that it had, and gets a new one where that is not there. Streamlit
says nothing of it: old values stay on the screen, and the next click meets a session that knows nothing. So the page is
told by the one word that the opening of a connection leaves, the protocol that is chosen: of those that a page names,
its session is one. It then has itself drawn anew (``page.js``), and says why (``cwsdiag/ui/own/again.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from streamlit import runtime

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Message, Receive, Scope, Send

# The protocol itself, what guards against other pages, the session that the page had.
_PLACE = 2


def named(headers: Mapping[str, str]) -> str | None:
    """Return the session that a connection is to take up again; None for a page that was just opened.

    Args:
        headers: of the request that opens the connection.
    """
    parts = [part.strip() for part in headers.get("sec-websocket-protocol", "").split(",")]
    return parts[_PLACE] or None if len(parts) > _PLACE else None


class Greeting:
    """A connection that is not answered before it is known whether the session it names is there.

    Args:
        scope: of the request that opens the connection.
        receive: gives what the page sends.
        send: takes what the page is sent.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._named = named(Headers(scope=scope))
        self._receive = receive
        self._send = send
        self._held_back: Message | None = None

    async def receive(self) -> Message:
        """Pass on what the page sends; Streamlit waits for it once a session has been found or made."""
        await self._greet()
        return await self._receive()

    async def send(self, message: Message) -> None:
        """Pass on what the page is sent, behind the greeting."""
        if message["type"] == "websocket.accept" and self._named is not None:
            self._held_back = message
            return
        await self._greet()
        await self._send(message)

    async def _greet(self) -> None:
        if self._held_back is None:
            return
        message, self._held_back = self._held_back, None
        if not (runtime.exists() and runtime.get_instance().is_active_session(self._named or "")):
            message = {**message, "subprotocol": self._named}
        await self._send(message)
