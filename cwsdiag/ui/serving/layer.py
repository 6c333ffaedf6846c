"""What every reply of the server passes through, whoever started it: headers, and what a page has at once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from streamlit import config

from cwsdiag.ui.serving import ahead, garbage, policy
from cwsdiag.ui.serving.messages import Sieve
from cwsdiag.ui.serving.refusing import Guard
from cwsdiag.ui.serving.sessions import Greeting
from cwsdiag.ui.shell import style

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    # What a stranger uploaded is never run because it looks like a script.
    "X-Content-Type-Options": "nosniff",
    # No page of somebody else's frames this one and has its buttons pressed unseen.
    "X-Frame-Options": "DENY",
    # An address may be all that keeps a workspace private.
    "Referrer-Policy": "no-referrer",
}

POLICY = "Content-Security-Policy"

# Asked without these, the server neither packs a page, which is changed here, nor says that it is as it was.
_NOT_OF_A_PAGE = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
# What tells one state of a page's file from another says nothing of the page as it is sent.
_OF_THE_FILE = ("etag", "last-modified", "accept-ranges")
_SCRIPT = re.compile(rb"<script>")
# Behind the head, into which Streamlit puts its own rules: of two that weigh the same, the last one counts.
_END = b"</body>"
_HEAD_END = b"</head>"
_PAGE_SCRIPT = Path(__file__).with_name("page.js").read_text("utf-8")


class Layer:
    """Adds headers to every reply; gives a page the style sheet, and scripts for its address and its server's.

    A style sheet that came with the first run would move all that has been drawn by then, and so would scripts.

    Left alone, a page at ``/compare`` looks for its server below ``/compare`` first: two requests that fail, and four
    lines in the browser's console. They must not be answered: the page would then stay with that base.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its reply back."""
        if scope["type"] == "websocket":
            await self._session(scope, receive, send)
        elif scope["type"] == "http":
            await self._reply(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a session, and tell the collector of all that is done in it, and of its end."""
        greeting = Greeting(scope, receive, send)

        async def received() -> Message:
            message = await greeting.receive()
            garbage.COLLECTOR.used()
            return message

        try:
            await self._app(scope, received, greeting.send)
        finally:
            garbage.COLLECTOR.used()

    async def _reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = "text/html" in Headers(scope=scope).get("accept", "")
        if page:
            kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _NOT_OF_A_PAGE]
            scope = {**scope, "headers": kept}
        reply = _Reply(scope, send, page=page)
        await self._app(scope, receive, reply.send)


class _Reply:
    """A reply on its way: the head of a page waits until the page is whole."""

    def __init__(self, scope: Scope, send: Send, *, page: bool) -> None:
        self._scope = scope
        self._send = send
        self._page = page
        self._start: dict[str, Any] | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers[POLICY] = policy.OF_THE_REST
            if self._page and message["status"] == 200 and headers.get("content-type", "").startswith("text/html"):
                self._start = {**message}
                return
        elif self._start is not None and message["type"] == "http.response.body":
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_page(self._start)
            return
        await self._send(message)

    async def _send_page(self, start: dict[str, Any]) -> None:
        body = with_all_it_needs(with_script(self._body, steps(self._scope)))
        headers = MutableHeaders(scope=start)
        headers[POLICY] = policy.of_page(body)
        for name in _OF_THE_FILE:
            if name in headers:
                del headers[name]
        # A reply to HEAD tells the length of a page that it does not bring along.
        if self._scope["method"] != "HEAD":
            headers["content-length"] = str(len(body))
        elif "content-length" in headers:
            del headers["content-length"]
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def steps(scope: Scope) -> int:
    """Return how many parts the address of a request has below the base that this server knows of."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    below = path.removeprefix(scope.get("root_path", "").encode())
    parts = [part for part in below.split(b"/") if part]
    base = [part for part in str(config.get_option("server.baseUrlPath") or "").encode().split(b"/") if part]
    return len(parts) - len(base) if parts[: len(base)] == base else len(parts)


def with_script(page: bytes, steps: int) -> bytes:
    """Return a page whose scripts know where their server is, and for which an act is one entry of the history.

    One without an inline script stays as it is.

    Args:
        page: as Streamlit sends it.
        steps: the number of parts of its address below the server's base.
    """
    script = _PAGE_SCRIPT.replace("STEPS", str(steps)).replace("LATER", json.dumps(ahead.later()))
    return _SCRIPT.sub(lambda _: f"<script>{script}".encode(), page, count=1)


def with_all_it_needs(page: bytes) -> bytes:
    """Return a page that has the dashboard's style sheet and Streamlit's scripts before anything is drawn."""
    page = page.replace(_HEAD_END, ahead.links() + _HEAD_END, 1)
    return page.replace(_END, (style.SHEET + style.FIRST_FRAME).encode() + _END, 1)


# What is refused gets the layer's headers too.
MIDDLEWARE = [Middleware(Layer), Middleware(Guard), Middleware(Sieve)]
