"""Who is taken for the owner of what a server keeps: who sits at its machine, has its key or signed in, nobody else."""

import asyncio
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.board import Board
from cwsdiag.ui.host import who
from cwsdiag.ui.host.server import ServerSettings, started_with
from cwsdiag.ui.host.who import admitted
from cwsdiag.ui.middleware import lifespan
from tests.serving import hand_over

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
def test_whoever_sits_at_the_machine_is(listens_on, host):
    headers = {**BROWSER, "Host": host, "Origin": f"http://{host}"}
    assert admitted(listens_on=listens_on, comes_from=None, headers=headers)


PROXIES = (
    "X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Server",
    "X-Forwarded-Context", "Forwarded", "Via", "X-Real-IP", "X-Original-URL", "X-ProxyContextPath", "X-Client-IP",
    "X-Cluster-Client-IP", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "True-Client-IP", "CF-Connecting-IP",
    "Fly-Client-IP", "Client-IP", "X-Request-ID",
)  # fmt: skip


@pytest.mark.parametrize(
    "asked",
    [
        # A server for others.
        *({"listens_on": one} for one in (None, "", "0.0.0.0", "::", "192.168.1.5", "127.0.0.1.example")),
        # From elsewhere.
        *({"comes_from": one} for one in ("192.168.1.7", "2001:db8::7", "127.0.0.2", "")),
        # Through a proxy, whatever it says.
        *({name: value} for name in PROXIES for value in ("127.0.0.1", "")),
        # By another name of the machine, or by none.
        *({"Host": one} for one in ("lab.example", "127.0.0.1.lab.example:8501", "lab.example@x:1", "", "[::1", None)),
        # A proxy that says nothing of itself and calls the server by its own name: the page has the other.
        *({"Origin": one} for one in ("https://lab.example", "http://localhost.lab.example:8501", "null", "", None)),
    ],
)
def test_nobody_else_is(asked):
    how = {"listens_on": "127.0.0.1", "comes_from": None}
    headers = {name: value for name, value in {**BROWSER, **asked}.items() if value is not None and name not in how}
    assert not admitted(**{key: asked.get(key, usual) for key, usual in how.items()}, headers=headers)


def test_without_a_connection_nobody_is():
    def page():
        import streamlit as st

        from cwsdiag.ui.host.who import is_owner

        st.text(str(is_owner()))

    assert AppTest.from_function(page).run().text[0].value == "False"


@pytest.mark.parametrize(
    ("arguments", "owner"),
    [
        ([], True),
        (["--no-board"], False),
        # Both say that the server is for several people.
        (["--owner", "li@lab.example"], False),
        (["--no-local-owner"], False),
    ],
)
def test_nobody_is_at_home_where_the_server_is_told_so(arguments, owner, monkeypatch):
    hand_over(monkeypatch, *arguments)
    monkeypatch.setattr(who, "admitted", lambda **asked: True)
    assert who.is_owner() == owner


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A server that was told of a board, and a session that is nobody's."""
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(who, "_WRONG", deque())
    board = Board(tmp_path / "lab.sqlite")
    with started_with(ServerSettings(board=board.path)):
        yield board


def test_a_server_prints_the_owners_key_when_it_first_starts(lab, capsys):
    async def start():
        async with lifespan(None):
            pass

    # Where a browser was open before, this thread has a loop of events already.
    with ThreadPoolExecutor() as threads:
        for _ in range(2):
            threads.submit(asyncio.run, start()).result()
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "key" in line]
    assert line.startswith("Owner's key of the board, printed this once: ")
    assert lab.is_owner_key(line.rpartition(" ")[2])
    assert who.made() is None


def test_no_key_is_made_where_none_is_needed_or_none_can_be(tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path))
    Board(tmp_path / "board.sqlite")
    (tmp_path / "broken.sqlite").write_text("x" * 999)
    for settings in (
        ServerSettings(),
        ServerSettings(board=tmp_path / "gone.sqlite"),
        ServerSettings(board=tmp_path / "broken.sqlite"),
        ServerSettings(board=tmp_path / "board.sqlite", no_board=True),
    ):
        with started_with(settings):
            assert who.made() is None
    assert not (tmp_path / "gone.sqlite").exists()


def test_who_has_the_key_is_the_owner_until_it_is_renewed(lab):
    key = lab.owner_key()
    assert key is not None
    assert not who.is_owner()
    who.take(f" {key}\n")
    assert who.is_owner()
    renewed = lab.owner_key(renew=True)
    assert not who.is_owner()
    who.take(renewed)
    assert who.is_owner()
    who.leave()
    assert not who.is_owner()


def test_wrong_keys_are_refused_and_after_ten_right_ones_too(lab, monkeypatch):
    key = lab.owner_key()
    assert key is not None
    for wrong in ["", key[:-1], key.upper(), *"abcdefg"]:
        assert "This is not the owner's key." in who.take(wrong)
    assert "Too many wrong keys were typed here." in who.take(key)
    assert not who.held()
    now = time.monotonic()
    monkeypatch.setattr("time.monotonic", lambda: now + 900)
    assert not who.is_owner()
    assert who.take(key) == ""


def test_no_key_makes_an_owner_where_there_is_no_board_or_it_is_gone(lab):
    key = lab.owner_key()
    assert key is not None
    who.take(key)
    lab.path.rename(lab.path.with_name("moved.sqlite"))
    assert not who.is_owner()
    lab.path.with_name("moved.sqlite").rename(lab.path)
    assert who.is_owner()
    with started_with(ServerSettings(board=lab.path, no_board=True)):
        assert not who.is_owner()


LI = {"is_logged_in": True, "iss": "https://id.example", "sub": "7", "name": "Li Hua", "email": "Li@Lab.example"}


@pytest.mark.parametrize(
    ("told", "owner"),
    [
        (LI, True),
        (LI | {"email_verified": "true"}, True),
        (LI | {"email_verified": False}, False),
        (LI | {"email_verified": None}, False),
        (LI | {"email": "wang@lab.example"}, False),
        # A Kelvin sign and a dotted capital I have letters of others as their small ones.
        (LI | {"email": "l\u0130@lab.example"}, False),
        (LI | {"email": ""}, False),
        (LI | {"is_logged_in": False}, False),
        # What Streamlit tells of a test, or of a host that signs people in by itself, is no sign-in of this server.
        ({"email": "li@lab.example"}, False),
        ({}, False),
    ],
)
def test_who_signs_in_with_an_owners_address_is(told, owner, lab, monkeypatch):
    monkeypatch.setattr(st, "user", told)
    with started_with(ServerSettings(board=lab.path, owners=("li@lab.example", ""))):
        assert who.is_owner() == owner
    with started_with(ServerSettings(board=lab.path)):
        assert not who.is_owner()
    with started_with(ServerSettings(board=lab.path, owners=("li@lab.example",), no_board=True)):
        assert not who.is_owner()


def test_a_person_is_told_by_issuer_and_subject(monkeypatch):
    monkeypatch.setattr(st, "user", LI)
    assert who.person() == who.Person("https://id.example 7", "Li Hua", "Li@Lab.example")
    # An address that anybody may claim is nobody's.
    monkeypatch.setattr(st, "user", LI | {"sub": "", "email_verified": False})
    assert who.person() is None
    monkeypatch.setattr(st, "user", LI | {"sub": None, "name": None})
    assert who.person() == who.Person("Li@Lab.example", "Li@Lab.example", "Li@Lab.example")


@pytest.mark.parametrize(
    ("secrets", "names"),
    [
        ({"client_id": "x"}, ("",)),
        ({"redirect_uri": "x", "google": {"client_id": "x"}, "lab": {"client_id": "y"}, "rest": {}}, ("google", "lab")),
        ({}, ()),
    ],
)
def test_ways_to_sign_in_are_those_of_the_secrets(secrets, names, monkeypatch):
    monkeypatch.setattr(who, "find_spec", lambda name: object())
    monkeypatch.setattr(st, "user", {"is_logged_in": False})
    monkeypatch.setattr(st, "secrets", {"auth": secrets})
    assert who.providers() == names
    # Without [auth] nothing is asked of the secrets, which may not be there; nor where Authlib is missing.
    monkeypatch.setattr(st, "user", {})
    assert who.providers() == ()
    monkeypatch.setattr(st, "user", {"is_logged_in": False})
    monkeypatch.setattr(who, "find_spec", lambda name: None)
    assert who.providers() == ()


@pytest.mark.parametrize(
    ("address", "client"),
    [
        (None, ""),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
    ],
)
def test_a_network_of_ipv6_is_one_client(address, client):
    assert who.client(address) == client
