"""Who is taken for the owner of what a server keeps: whoever sits at its machine, and nobody else."""

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.ui.host import who
from cwsdiag.ui.host.who import admitted

BROWSER = {
    "Host": "127.0.0.1:8501",
    "Origin": "http://127.0.0.1:8501",
    "User-Agent": "Mozilla/5.0",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "x",
    "Cookie": "_streamlit_xsrf=x",
}


@pytest.mark.parametrize("listens_on", ["127.0.0.1", "::1", "localhost"])
@pytest.mark.parametrize("host", ["127.0.0.1:8501", "localhost:8501", "LOCALHOST", "[::1]:8501"])
def test_whoever_sits_at_the_machine_is(listens_on: str, host: str) -> None:
    headers = {**BROWSER, "Host": host, "Origin": f"http://{host}"}
    assert admitted(listens_on=listens_on, comes_from=None, headers=headers)


@pytest.mark.parametrize("listens_on", [None, "", "0.0.0.0", "::", "192.168.1.5", "lab.example", "127.0.0.1.example"])
def test_nobody_is_on_a_server_for_others(listens_on: str | None) -> None:
    assert not admitted(listens_on=listens_on, comes_from=None, headers=BROWSER)


@pytest.mark.parametrize("comes_from", ["192.168.1.7", "2001:db8::7", "127.0.0.2", ""])
def test_who_comes_from_elsewhere_is_not(comes_from: str) -> None:
    assert not admitted(listens_on="127.0.0.1", comes_from=comes_from, headers=BROWSER)


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Server",
        "X-Forwarded-Context", "Forwarded", "Via", "X-Real-IP", "X-Original-URL", "X-ProxyContextPath", "X-Client-IP",
        "X-Cluster-Client-IP", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "True-Client-IP", "CF-Connecting-IP",
        "Fly-Client-IP", "Client-IP", "X-Request-ID",
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", ["192.168.1.7", "127.0.0.1", ""])
def test_who_comes_through_a_proxy_is_not_whatever_it_says(header: str, value: str) -> None:
    assert not admitted(listens_on="127.0.0.1", comes_from=None, headers={**BROWSER, header: value})


@pytest.mark.parametrize(
    "changed",
    [
        {"Host": "lab.example"},
        {"Host": "127.0.0.1.lab.example:8501"},
        {"Host": "lab.example@x:1"},
        {"Host": ""},
        {"Host": "[::1"},
        # A proxy that says nothing of itself and calls the server by its own name: the page has the other.
        {"Origin": "https://lab.example"},
        {"Origin": "http://localhost.lab.example:8501"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
)
def test_who_calls_the_machine_by_another_name_is_not(changed: dict[str, str]) -> None:
    assert not admitted(listens_on="127.0.0.1", comes_from=None, headers={**BROWSER, **changed})


@pytest.mark.parametrize("missing", ["Host", "Origin"])
def test_who_does_not_say_is_not(missing: str) -> None:
    headers = {name: value for name, value in BROWSER.items() if name != missing}
    assert not admitted(listens_on="127.0.0.1", comes_from=None, headers=headers)


def test_without_a_connection_nobody_is() -> None:
    def page() -> None:
        import streamlit as st

        from cwsdiag.ui.host.who import is_owner

        st.text(str(is_owner()))

    assert AppTest.from_function(page).run().text[0].value == "False"


@pytest.mark.parametrize(("arguments", "owner"), [([], True), (["--no-board"], False)])
def test_nobody_is_where_the_server_is_told_so(
    arguments: list[str], owner: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["app.py", *arguments])
    monkeypatch.setattr(who, "admitted", lambda **asked: True)
    assert who.is_owner() == owner
