"""How much of what people upload the server holds: for one visitor together, and for all.

Streamlit knows a limit for a file, and none for their number; it takes files under any name that a browser makes up,
and holds them until the session ends. So each is counted before the first of its bytes is taken: what is held, what
pages took over, and what is on its way.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from cwsdiag.files import MEGABYTE
from cwsdiag.ui.host import server
from cwsdiag.ui.serving import holding

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Tells a page what it was refused for; page.js hands it on to where the words stand.
REASON = "X-Refused"
VISITOR = "visitor"
ALL = "all"
# What sends nothing for as many seconds has gone, and holds its place no longer.
_PATIENCE = 60.0


class Account:
    """What is on its way to a server, beside what it holds; all methods in the server's own thread.

    Args:
        patience: how many seconds an upload may send nothing.
    """

    def __init__(self, *, patience: float = _PATIENCE) -> None:
        self._coming: Counter[str] = Counter()
        self._patience = patience

    async def passed_on(self, app: ASGIApp, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an upload on where there is room for it, and keep the room until it has come; else answer it.

        Args:
            app: what takes the upload.
            session: that it is for.
            scope: of the request.
            receive: gives its body.
            send: takes the reply.
        """
        headers = Headers(scope=scope)
        length = headers.get("content-length", "")
        if "transfer-encoding" in headers or not (length.isascii() and length.isdecimal()):
            reply = PlainTextResponse("Say how long the file is: Content-Length.\n", status_code=411)
            await reply(scope, receive, send)
            return
        size = int(length) if len(length) < 20 else 10**20
        if (reason := self.refused(session, size)) is not None:
            reply = PlainTextResponse("There is no room for this upload.\n", status_code=413, headers={REASON: reason})
            await reply(scope, receive, send)
            return
        self._coming[session] += size
        try:
            await app(scope, self._patient(receive), send)
        finally:
            self._coming[session] -= size
            self._coming += Counter()  # forgets who has nothing on its way

    def refused(self, session: str, size: int) -> str | None:
        """Return whose limit so many more bytes would pass, ``VISITOR`` or ``ALL``; None where there is room."""
        limits = server.settings()
        if self.of(session) + size > limits.uploads_mb * MEGABYTE:
            return VISITOR
        return ALL if self.of_all() + size > limits.all_uploads_mb * MEGABYTE else None

    def of(self, session: str) -> int:
        """Return how many bytes are held for a session, and on their way to it."""
        return sum(_waiting(session)) + holding.of(session) + self._coming[session]

    def of_all(self) -> int:
        """Return how many bytes are held for all sessions, and on their way to them."""
        return sum(_waiting()) + holding.of_all() + self._coming.total()

    def _patient(self, receive: Receive) -> Receive:
        async def received() -> Message:
            try:
                return await asyncio.wait_for(receive(), self._patience)
            except TimeoutError:
                return {"type": "http.disconnect"}

        return received


def _waiting(session: str | None = None) -> list[int]:
    """Return the sizes of the files that Streamlit holds, of one session or of all."""
    if not runtime.exists():
        return []
    manager = runtime.get_instance().uploaded_file_mgr
    if not isinstance(manager, MemoryUploadedFileManager):
        return []
    # Taken at once, each: pages let go of files in threads of their own.
    files = manager.file_storage
    sessions = list(files.values()) if session is None else [files.get(session, {})]
    return [len(file.data) for one in sessions for file in list(one.values())]


ACCOUNT = Account()
