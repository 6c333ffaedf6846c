"""What the server tells a browser, whatever the page."""

import time
from collections.abc import Callable
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from cwsdiag.ui.middleware import HEADERS
from tests.browser.settling import until
from tests.serving import START_SECONDS

# What must not be asked for is watched for as long.
QUIET_SECONDS = 1.0


def test_first_visit_by_a_deep_link_asks_nobody_else_and_leaves_the_console_empty(
    page: Page, dashboard: Callable[..., str], settled: Callable[[Page], None]
) -> None:
    asked: list[tuple[float, str | None]] = []
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda reply: wrong.append(f"{reply.status} {reply.url}") if reply.status >= 400 else None)
    page.on("request", lambda request: asked.append((time.monotonic(), urlsplit(request.url).hostname)))
    page.on("websocket", lambda socket: asked.append((time.monotonic(), urlsplit(socket.url).hostname)))
    reply = page.goto(f"{dashboard(sample_project())}/self-diagnosis?dataset=news")
    assert reply is not None
    assert reply.headers.items() >= {name.lower(): value for name, value in HEADERS.items()}.items()
    settled(page)
    expect(page.get_by_test_id("stPlotlyChart").locator(".main-svg").first).to_be_visible()
    shown = time.monotonic()
    until(
        page,
        lambda: time.monotonic() - max(shown, asked[-1][0]),
        lambda quiet: quiet >= QUIET_SECONDS,
        wanted=f"{QUIET_SECONDS:g} s without a request",
    )
    # None is the host of what stands in the page itself (data:, blob:).
    assert {host for _, host in asked} - {None} == {"127.0.0.1"}
    assert not wrong


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:{port}", "http://127.0.0.1:{port}", 101),
        ("localhost:{port}", "http://localhost:{port}", 101),
        # A name that somebody else lets point to 127.0.0.1 for the visitors of his page.
        ("elsewhere.example", "http://elsewhere.example", 403),
        ("127.0.0.1:{port}", "http://elsewhere.example", 403),
    ],
)
def test_only_own_pages_may_connect(dashboard: Callable[..., str], host: str, origin: str, status: int) -> None:
    port = urlsplit(dashboard()).port
    connection = HTTPConnection("127.0.0.1", port, timeout=START_SECONDS)
    headers = {
        "Host": host.format(port=port),
        "Origin": origin.format(port=port),
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    connection.request("GET", "/_stcore/stream", headers=headers)
    try:
        assert connection.getresponse().status == status
    finally:
        connection.close()
