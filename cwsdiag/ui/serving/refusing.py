"""What is answered before it reaches the dashboard: by whom it may not be asked, or what is too much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from cwsdiag.ui.host.who import admitted
from cwsdiag.ui.serving import uploads

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_METRICS = re.compile(r"/_stcore/metrics\b")
_UPLOAD = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/[^/]+/?$")
# As Streamlit names this machine.
_LOOPBACK = re.compile(r"(127\.[\d.]+|::1|::ffff:127\.[\d.]+)$")


class Guard:
    """Turns away who asks for what is none of his business, and uploads that are too much.

    What Streamlit tells of itself, how many people are here and what they hold, is for whoever runs the server.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        upload = _UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if upload is not None:
            await uploads.ACCOUNT.passed_on(self._app, upload["session"], scope, receive, send)
        elif scope["type"] == "http" and _METRICS.search(scope["path"]) and not _is_of_this_machine(scope):
            reply = PlainTextResponse("Metrics are for this machine alone.\n", status_code=403)
            await reply(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _is_of_this_machine(scope: Scope) -> bool:
    """Tell whether a request comes from a program of this machine, with no proxy between, as far as can be told."""
    host = (scope.get("client") or ("",))[0]
    given = Headers(scope=scope)
    # What is no browser says no origin.
    headers = {**given, "Host": given.get("host", ""), "Origin": given.get("origin", "http://localhost")}
    return admitted(listens_on="localhost", comes_from=None if _LOOPBACK.match(host) else host, headers=headers)
