"""The layer around the server: what it adds to replies, and where a page is told to look for its server."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import streamlit
from streamlit import config

from cwsdiag.ui.serving import ahead, garbage, layer
from tests.ui.serving.completing import completed

PAGE = b"<html><noscript>none</noscript><script>\nwindow.first = 1</script><script>window.second = 2</script></html>"


class Server:
    """Answers every request with the same reply, in pieces, and keeps what it was asked."""

    def __init__(self, body: bytes = PAGE, *, kind: str = "text/html; charset=utf-8", status: int = 200) -> None:
        self.body, self.kind, self.status = body, kind, status
        self.asked: dict[str, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked = {name.decode(): value.decode() for name, value in scope["headers"]}
        headers = [("content-type", self.kind), ("content-length", str(len(self.body))), ("etag", '"file"')]
        raw = [(name.encode(), value.encode()) for name, value in headers]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        whole = b"" if scope["method"] == "HEAD" else self.body
        await send({"type": "http.response.body", "body": whole[:40], "more_body": True})
        await send({"type": "http.response.body", "body": whole[40:], "more_body": False})


def ask(
    server: Server, path: str = "/compare", *, method: str = "GET", accept: str = "text/html"
) -> tuple[dict[str, str], bytes]:
    """Return headers and body of a reply that went through the layer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nobody asked for the body of the request")

    headers = [(b"accept", accept.encode()), (b"accept-encoding", b"gzip"), (b"if-none-match", b'"file"')]
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "headers": headers}
    completed(layer.Layer(server)(scope, receive, send))
    assert [message["type"] for message in sent][0] == "http.response.start"
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return found, b"".join(message.get("body", b"") for message in sent[1:])


def base(page: bytes, pathname: str) -> str:
    """Do what a browser does with the script of a page: return the base that it finds at an address."""
    [below] = re.findall(rb"below = (-?\d+);", page)
    parts = [part for part in pathname.split("/") if part]
    return "".join(f"/{part}" for part in parts[: len(parts) - int(below)])


def test_pages_say_where_their_server_is_and_are_sent_whole() -> None:
    server = Server()
    headers, body = ask(server)
    assert headers["content-length"] == str(len(body))
    assert "etag" not in headers
    assert body.count(b"window.__streamlit") == 1
    assert body.index(b"window.__streamlit") < body.index(b"window.first")
    assert b"<noscript>none</noscript>" in body
    # Neither packed nor left out as known already.
    assert server.asked == {"accept": "text/html"}


@pytest.mark.parametrize(
    ("server_base", "asked", "seen_by_browser", "expected"),
    [
        ("", "/", "/", ""),
        ("", "/compare", "/compare", ""),
        ("/cws/", "/cws/compare", "/cws/compare", "/cws"),
        ("cws", "/cws", "/cws", "/cws"),
        ("a/b", "/a/b/compare", "/a/b/compare", "/a/b"),
        # A proxy that takes a path away before it asks.
        ("", "/", "/lab/", "/lab"),
        ("", "/compare", "/lab/cws/compare", "/lab/cws"),
    ],
)
def test_server_is_found_below_any_base(
    server_base: str, asked: str, seen_by_browser: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "get_option", {"server.baseUrlPath": server_base}.__getitem__)
    assert base(ask(Server(), asked)[1], seen_by_browser) == expected


def test_page_runs_its_own_scripts_and_the_servers() -> None:
    headers, body = ask(Server())
    own = [b64encode(sha256(script).digest()).decode() for script in re.findall(rb"<script>(.*?)</script>", body, re.S)]
    assert len(own) == 2
    (rule,) = (rule for rule in headers["content-security-policy"].split("; ") if rule.startswith("script-src "))
    assert rule.split()[1:] == ["'self'", *(f"'sha256-{digest}'" for digest in own), "blob:", "'wasm-unsafe-eval'"]
    elsewhere, _ = ask(Server(), "/a/b")
    assert elsewhere["content-security-policy"] != headers["content-security-policy"], "the script says how deep it is"
    rest, _ = ask(Server(b"<svg onload='alert(1)'/>", kind="image/svg+xml"), accept="*/*")
    assert rest["content-security-policy"].startswith("default-src 'none';")
    assert rest["content-security-policy"].endswith("sandbox")


@pytest.mark.parametrize(
    ("server", "accept"),
    [
        (Server(b"alert(1)", kind="text/javascript"), "*/*"),
        (Server(kind="text/html"), "*/*"),
        (Server(b"no such file", kind="text/plain", status=404), "text/html"),
        (Server(b"<script>down</script>", status=500), "text/html"),
    ],
)
def test_all_else_passes_as_it_is_but_for_headers(server: Server, accept: str) -> None:
    headers, body = ask(server, accept=accept)
    assert body == server.body
    assert headers["etag"] == '"file"'
    assert headers.items() >= {name.lower(): value for name, value in layer.HEADERS.items()}.items()
    assert ("accept-encoding" in server.asked) == (accept == "*/*")


def test_head_tells_no_length_of_a_page_that_is_changed() -> None:
    headers, body = ask(Server(), method="HEAD")
    assert "content-length" not in headers


def test_page_of_this_streamlit_gets_all_of_it() -> None:
    static = Path(streamlit.__file__).parent / "static"
    _, body = ask(Server((static / "index.html").read_bytes()))
    page = body.decode()
    assert page.count("window.__streamlit") == 1
    head, _, rest = page.partition("</head>")
    assert rest.index("</style>") < rest.index("</body>")
    files = re.findall(r'modulepreload" crossorigin href="\./(static/js/([\w-]+)[\w.-]+)"', head)
    assert {name for _, name in files} >= set(ahead.NAMES)
    assert all((static / path).is_file() for path, _ in files)
    (later,) = re.findall(r"ready\((\[.*?\])\)", page)
    assert [Path(path).name.partition(".")[0] for path in json.loads(later)] == list(ahead.LATER)
    assert all((static.parent / "static" / path).is_file() for path in json.loads(later))
    # What only the first frames need can be told from the rest, to be removed.
    assert 'getElementById("cw-first-frame")' in page and page.count('<style id="cw-first-frame">') == 1


def test_what_is_imported_ahead_is_there() -> None:
    assert all(find_spec(module) for module in ahead.MODULES)


def test_collector_is_told_of_acts_and_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(garbage.COLLECTOR, "used", lambda: told.append("used"))

    async def server(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        raise ConnectionError

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    with pytest.raises(ConnectionError):
        completed(layer.Layer(server)({"type": "websocket", "headers": []}, receive, receive))
    assert told == ["used", "used"]
