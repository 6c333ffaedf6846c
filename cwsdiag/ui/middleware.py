"""Around the pages: headers, the cookie of a workspace, who may connect; what a server does at start and end."""

from __future__ import annotations

import gc
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode, urlsplit

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from cwsdiag.ui.host import server, who
from cwsdiag.ui.work.worker import ended_with_server
from cwsdiag.workspaces import is_key, new_key

# The pages that come first, and with them pandas, Plotly and nearly all that the others import.
_PAGES = ("files", "diagnosis")


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Import the pages while the first browser fetches Streamlit's scripts; print the owner's key of a new board."""
    Thread(target=_import_pages, daemon=True).start()
    # Not where a server is launched: `streamlit run` starts one, too.
    if (key := who.made()) is not None:
        print(f"Owner's key of the board, printed this once: {key}", flush=True)  # noqa: T201
    with ended_with_server():
        yield


def _import_pages() -> None:
    for page in _PAGES:
        import_module(f"cwsdiag.ui.{page}.page")
    # What was imported stays: collections of garbage need not look at it.
    gc.freeze()


COOKIE = "cwsdiag_workspace"
# The pages of 0.2.0: the one that took their place, and what its address says besides.
MOVED = {
    "data": ("files", {}),
    "overview": ("summary", {}),
    "self-diagnosis": ("diagnosis", {"part": "panels"}),
    "compare": ("diagnosis", {"part": "panels"}),
    "explore": ("diagnosis", {}),
    "sentence": ("sentences", {}),
    "committee": ("difficulty", {"part": "committee"}),
    "bakeoff": ("scores", {}),
    "separators": ("scores", {"part": "separators"}),
    "study": ("datasets", {}),
    "criteria": ("datasets", {"part": "consistency"}),
    "findings": ("talk", {}),
    "board": ("lab", {}),
    "judge": ("lab", {"part": "judge"}),
}
_SCRIPT = re.findall(rb"<script>(.*?)</script>", (Path(st.__file__).parent / "static/index.html").read_bytes(), re.S)[0]
HEADERS = {
    # Scripts of components come as blobs, Plotly's signs as data, and all of them write rules into the page.
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob: "
    f"'sha256-{b64encode(sha256(_SCRIPT).digest()).decode()}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


class Middleware:
    """Answers what no page asks for and passes on all else, with the headers of every reply."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a connection that a page of this server opens, or no browser."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        app, key, asked, settings = self._app, "", HTTPConnection(scope), server.settings()
        own = {asked.headers.get("host"), urlsplit(settings.public_url or "").netloc.lower()} - {""}
        if scope["type"] == "websocket":
            if "origin" in asked.headers and asked.headers["origin"].partition("://")[2] not in own:
                app = WebSocketClose()
        elif scope["path"].endswith("/_stcore/metrics") and (scope["client"] or [""])[0] not in ("127.0.0.1", "::1"):
            app = PlainTextResponse("Metrics are for this machine alone.\n", 403)
        elif "w" in asked.query_params and "text/html" in asked.headers.get("accept", ""):
            key, rest = asked.query_params["w"], [one for one in asked.query_params.multi_items() if one[0] != "w"]
            app = RedirectResponse(f"./{scope['path'].rpartition('/')[2]}?{urlencode(rest)}".rstrip("?"), 303)
        elif asked.query_params.get("list") == "audit" and scope["path"].endswith(("/explore", "/diagnosis")):
            kept = {key: value for key, value in asked.query_params.items() if key != "list"}
            app = RedirectResponse(f"./sentences?{urlencode({'order': 'audit'} | kept)}", 307)
        elif (moved := MOVED.get(scope["path"].rpartition("/")[2])) is not None:
            app = RedirectResponse(f"./{moved[0]}?{urlencode(moved[1] | dict(asked.query_params))}".rstrip("?"), 307)
        elif scope["path"].endswith("/_stcore/health"):
            # Every page asks for this before it connects. The page itself is asked for without the cookie where a link
            # on another site leads to it (SameSite): its reply would put a new one in the place of the browser's.
            key = asked.cookies.get(COOKIE, "")
            key = key if is_key(key) else new_key()

        async def reply(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if is_key(key) and not settings.no_workspaces:
                    rules = "HttpOnly; SameSite=Strict" + "; Secure" * (scope["scheme"] == "https")
                    base, age = st.get_option("server.baseUrlPath").strip("/"), settings.workspace_days * 24 * 3600
                    headers.append("set-cookie", f"{COOKIE}={key}; Path=/{base}; Max-Age={age}; {rules}")
            await send(message)

        await app(scope, receive, reply)
