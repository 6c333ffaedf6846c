"""A page is told whether the session that it names was taken up again."""

from types import SimpleNamespace
from typing import Any

import pytest

from cwsdiag.ui.serving import sessions
from cwsdiag.ui.serving.layer import Layer
from tests.ui.serving.completing import completed


@pytest.mark.parametrize(
    ("protocols", "session"),
    [("", None), ("streamlit", None), ("streamlit, token", None), ("streamlit, , ", None), ("streamlit,,a-b", "a-b")],
)
def test_session_is_the_third_thing_that_a_page_names(protocols: str, session: str | None) -> None:
    assert sessions.named({"sec-websocket-protocol": protocols}) == session
    assert sessions.named({}) is None


@pytest.mark.parametrize(
    ("protocols", "chosen"),
    [
        ("streamlit, token", "streamlit"),
        ("streamlit, token, known", "streamlit"),
        ("streamlit, token, unknown", "unknown"),
    ],
)
def test_connection_is_answered_once_its_session_was_found_or_made(
    protocols: str, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    active: set[str] = set()
    monkeypatch.setattr(sessions.runtime, "exists", lambda: True)
    monkeypatch.setattr(
        sessions.runtime, "get_instance", lambda: SimpleNamespace(is_active_session=active.__contains__)
    )
    got: list[Any] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        active.add("known")
        await receive()
        await send({"type": "websocket.send", "bytes": b"first"})

    async def receive() -> Any:
        return {"type": "websocket.receive" if got else "websocket.connect"}

    async def send(message: Any) -> None:
        got.append(message)

    scope = {"type": "websocket", "headers": [(b"sec-websocket-protocol", protocols.encode())]}
    completed(Layer(streamlit)(scope, receive, send))
    assert [message["type"] for message in got] == ["websocket.accept", "websocket.send"]
    assert got[0]["subprotocol"] == chosen


def test_what_is_sent_before_anything_is_asked_comes_behind_the_greeting() -> None:
    got: list[Any] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        await send({"type": "websocket.close"})

    async def send(message: Any) -> None:
        got.append(message["type"])

    scope = {"type": "websocket", "headers": [(b"sec-websocket-protocol", b"streamlit, token, gone")]}
    completed(Layer(streamlit)(scope, send, send))
    assert got == ["websocket.accept", "websocket.close"]
