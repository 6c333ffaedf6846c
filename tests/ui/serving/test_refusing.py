"""What is refused before it reaches the dashboard: metrics to others, and uploads that are too much."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from cwsdiag.files import MEGABYTE
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.ui.serving import holding, uploads
from cwsdiag.ui.serving.refusing import Guard
from cwsdiag.ui.serving.uploads import ALL, REASON, VISITOR, Account
from tests.ui.serving.completing import completed

HERE = {"host": "127.0.0.1:8501"}


class Streamlit:
    """Takes every upload into its memory, and answers all else."""

    def __init__(self) -> None:
        self.files = MemoryUploadedFileManager("/_stcore/upload_file")

    def get_instance(self) -> Any:
        return SimpleNamespace(uploaded_file_mgr=self.files)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "PUT":
            body, more = b"", True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                body, more = body + message["body"], message["more_body"]
            *_, session, name = scope["path"].split("/")
            self.files.add_file(session, UploadedFileRec(name, name, "", body))
        await send({"type": "http.response.start", "status": 204, "headers": []})


@pytest.fixture
def streamlit(monkeypatch: pytest.MonkeyPatch) -> Streamlit:
    found = Streamlit()
    monkeypatch.setattr(uploads, "ACCOUNT", Account())
    monkeypatch.setattr(uploads.runtime, "exists", lambda: True)
    monkeypatch.setattr(uploads.runtime, "get_instance", found.get_instance)
    monkeypatch.setattr(server, "settings", lambda: ServerSettings(uploads_mb=2, all_uploads_mb=5))
    monkeypatch.setattr(holding, "_BY_SESSION", type(holding._BY_SESSION)())
    return found


async def asked(app: Any, path: str, *, method: str = "GET", client: str = "127.0.0.1", **headers: str) -> Any:
    """Return status and headers of a reply."""
    got: list[Any] = []
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]

    async def receive() -> Any:
        raise AssertionError("the body was asked for")

    async def send(message: Any) -> None:
        got.append(message)

    await Guard(app)(
        {"type": "http", "method": method, "path": path, "headers": raw, "client": (client, 1)}, receive, send
    )
    return got[0]["status"], {name.decode(): value.decode() for name, value in got[0]["headers"]}


async def put(app: Any, session: str, size: int, *, name: str = "a", pieces: int = 2, length: bool = True) -> Any:
    """Upload a file, and return the status of the reply and for whose limit it was refused."""
    got: list[Any] = []
    left = [size // pieces] * pieces

    async def receive() -> Any:
        await asyncio.sleep(0)  # others have their turn
        return {"type": "http.request", "body": b"x" * left.pop(), "more_body": bool(left)}

    async def send(message: Any) -> None:
        got.append(message)

    headers = [(b"content-length", str(size).encode())] if length else [(b"transfer-encoding", b"chunked")]
    path = f"/cws/_stcore/upload_file/{session}/{name}"
    await Guard(app)({"type": "http", "method": "PUT", "path": path, "headers": headers}, receive, send)
    reason = dict(got[0]["headers"]).get(REASON.lower().encode(), b"").decode()
    return got[0]["status"], reason


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/cws/_stcore/metrics", "/_stcore/metrics/"])
@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", HERE, 204),
        ("192.0.2.7", HERE, 403),
        ("192.0.2.7", {"host": "lab.example"}, 403),
        # A proxy on this machine.
        ("127.0.0.1", HERE | {"x_forwarded_for": "192.0.2.7"}, 403),
        ("127.0.0.1", {"host": "lab.example"}, 403),
    ],
)
def test_metrics_are_for_this_machine(
    streamlit: Streamlit, path: str, client: str, headers: dict[str, str], status: int
) -> None:
    assert completed(asked(streamlit, path, client=client, **headers))[0] == status
    assert completed(asked(streamlit, "/_stcore/health", client=client, **headers))[0] == 204


def test_uploads_of_a_visitor_are_counted_together_and_no_others(streamlit: Streamlit) -> None:
    async def work() -> None:
        assert await put(streamlit, "one", MEGABYTE, name="a") == (204, "")
        assert await put(streamlit, "one", MEGABYTE, name="made-up") == (204, "")
        assert await put(streamlit, "one", 2, name="c") == (413, VISITOR)
        assert await put(streamlit, "two", 2 * MEGABYTE) == (204, "")
        assert await put(streamlit, "three", 2 * MEGABYTE) == (413, ALL)
        streamlit.files.remove_file("one", "a")
        assert await put(streamlit, "three", 2 * MEGABYTE) == (204, "")
        streamlit.files.remove_session_files("two")
        assert await put(streamlit, "one", MEGABYTE) == (204, "")

    completed(work())


def test_what_is_on_its_way_counts_as_if_it_had_come(streamlit: Streamlit) -> None:
    async def work() -> Any:
        return await asyncio.gather(*(put(streamlit, "one", MEGABYTE, name=str(n)) for n in range(4)))

    assert sorted(completed(work())) == [(204, ""), (204, ""), (413, VISITOR), (413, VISITOR)]
    assert uploads.ACCOUNT.of("one") == 2 * MEGABYTE == uploads.ACCOUNT.of_all()


@pytest.mark.parametrize("length", ["", "-1", "many", "1e3", "²"])
def test_upload_says_how_long_it_is(streamlit: Streamlit, length: str) -> None:
    path = "/_stcore/upload_file/one/a"
    assert completed(asked(streamlit, path, method="PUT", content_length=length))[0] == 411
    assert completed(put(streamlit, "one", 5, length=False)) == (411, "")
    both = {"content_length": "5", "transfer_encoding": "chunked"}
    assert completed(asked(streamlit, path, method="PUT", **both))[0] == 411
    assert completed(asked(streamlit, path, method="PUT", content_length="9" * 5000))[0] == 413


def test_upload_that_breaks_off_or_falls_silent_holds_no_room(streamlit: Streamlit) -> None:
    account = Account(patience=0.01)

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise ConnectionError

    async def silent() -> Any:
        await asyncio.Event().wait()

    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/one/a", "headers": []}
    scope["headers"] = [(b"content-length", b"1000")]
    with pytest.raises(ConnectionError):
        completed(account.passed_on(broken, "one", scope, silent, silent))
    completed(account.passed_on(streamlit, "one", scope, silent, silent))
    assert account.of_all() == 0


def test_what_pages_took_over_counts_as_long_as_the_session_lives(streamlit: Streamlit) -> None:
    held = holding.Held()
    held.bytes = 2 * MEGABYTE
    holding._BY_SESSION["one"] = held
    assert completed(put(streamlit, "one", 2)) == (413, VISITOR)
    assert uploads.ACCOUNT.of_all() == 2 * MEGABYTE
    del held
    assert completed(put(streamlit, "one", 2)) == (204, "")
    assert holding.of("one") == 0
