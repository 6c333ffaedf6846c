"""The middleware: headers of every reply, the cookie that names a workspace, and who may open a connection."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cwsdiag.ui.host.server import ServerSettings, started_with
from cwsdiag.ui.middleware import COOKIE, Middleware
from cwsdiag.workspaces import is_key, new_key

HTML = {"accept": "text/html,*/*", "host": "127.0.0.1:8501"}


async def streamlit(scope, receive, send):
    """Stand in for all behind the middleware."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": b"whole"})


def ask(path, headers, *, query="", **scope):
    """Return what comes back through the middleware."""
    sent: list[dict[str, Any]] = []

    async def send(message):
        sent.append(message)

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    asked = {"type": "http", "scheme": "http", "method": "GET", "path": path, "query_string": query.encode()}
    asked |= {"headers": raw, "client": ("127.0.0.1", 1), **scope}
    # Where a browser was open before, this thread has a loop of events already.
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, Middleware(streamlit)(asked, None, send)).result()  # type: ignore[arg-type]
    return sent


def head(path, headers, **options):
    return {name.decode(): value.decode() for name, value in ask(path, headers, **options)[0]["headers"]}


def cookie(path, headers, **options):
    """Return the key that a reply sets, and how; nothing where it sets none."""
    key, *rules = head(path, headers, **options).get("set-cookie", f"{COOKIE}=").split("; ")
    return key.removeprefix(f"{COOKIE}="), set(rules)


def test_a_browser_gets_a_key_before_it_connects_and_keeps_it():
    key, rules = cookie("/_stcore/health", HTML)
    assert is_key(key) and key != cookie("/_stcore/health", HTML)[0]
    assert rules == {"Path=/", "HttpOnly", "SameSite=Strict", f"Max-Age={30 * 24 * 3600}"}
    assert cookie("/_stcore/health", HTML, scheme="https")[1] == rules | {"Secure"}
    own = new_key()
    assert cookie("/_stcore/health", {**HTML, "cookie": f"a=b; {COOKIE}={own}"})[0] == own
    assert is_key(cookie("/_stcore/health", {**HTML, "cookie": f"{COOKIE}=../x"})[0])


def test_the_page_itself_sets_no_cookie():
    """After a click on another site the browser sends none (SameSite): its own would be lost."""
    assert cookie("/compare", HTML) == ("", set())


def test_the_cookie_has_the_path_of_the_server_and_the_time_of_a_workspace(monkeypatch):
    monkeypatch.setattr("streamlit.get_option", {"server.baseUrlPath": "/seg/cws/"}.__getitem__)
    with started_with(ServerSettings(workspace_days=2)):
        assert cookie("/seg/cws/_stcore/health", HTML)[1] >= {"Path=/seg/cws", f"Max-Age={2 * 24 * 3600}"}
    with started_with(ServerSettings(no_workspaces=True)):
        assert cookie("/seg/cws/_stcore/health", HTML) == ("", set())


def test_a_key_in_the_address_goes_into_the_cookie():
    key = new_key()
    (start, *_) = ask("/cws/compare", HTML, query=f"dataset=%E6%96%B0&w={key}&text=a+b")
    assert start["status"] == 303
    assert head("/cws/compare", HTML, query=f"w={key}")["location"] == "./compare"
    assert head("/", HTML, query=f"w={key}&x=%E6%96%B0")["location"] == "./?x=%E6%96%B0"
    assert cookie("/cws/compare", HTML, query=f"w={key}")[0] == key
    # What is no key goes out of the address, and a request of no page passes.
    assert head("//evil.example/x", HTML, query="w=../x")["location"] == "./x"
    assert cookie("/", HTML, query="w=../x") == ("", set())
    assert "location" not in head("/media/x.csv", {"accept": "*/*"}, query=f"w={key}")


@pytest.mark.parametrize(
    ("origin", "host", "answer"),
    [
        ("http://127.0.0.1:8501", "127.0.0.1:8501", "accept"),
        ("https://lab.example", "lab.example", "accept"),
        ("https://public.example:8443", "127.0.0.1:8501", "accept"),
        (None, "127.0.0.1:8501", "accept"),
        ("http://127.0.0.1:8502", "127.0.0.1:8501", "close"),
        ("http://evil.example", "127.0.0.1:8501", "close"),
        ("http://127.0.0.1:8501.evil.example", "127.0.0.1:8501", "close"),
        ("null", "127.0.0.1:8501", "close"),
        ("", "127.0.0.1:8501", "close"),
        ("http://[", "", "close"),
    ],
)
def test_a_connection_is_taken_from_own_pages_alone(origin, host, answer):
    headers = {"host": host, **({} if origin is None else {"origin": origin})}
    with started_with(ServerSettings(public_url="https://Public.example:8443/cws")):
        assert ask("/_stcore/stream", headers, type="websocket")[0]["type"] == f"websocket.{answer}"


@pytest.mark.parametrize(("client", "status"), [("127.0.0.1", 200), ("::1", 200), ("10.0.0.9", 403)])
def test_metrics_are_for_this_machine(client, status):
    assert ask("/cws/_stcore/metrics", {}, client=(client, 1))[0]["status"] == status
