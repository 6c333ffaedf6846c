"""Who is the owner of a running server, asked over real connections: from this machine, and through proxies on it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from tests import serving

ROOT = Path(__file__).parents[2]
# What the owner of a board has on its page, and nobody else.
OWNERS = (b"Make the task",)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without options, on this machine alone."""
    folder = tmp_path_factory.mktemp("served")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cwsdiag", "app", "--port", str(serving.free_port())]
    process = serving.start(command, folder=folder, environment=environment, log=folder / "log.txt")
    yield serving.wait_until_it_answers(process, folder / "log.txt")
    serving.stop([process])


def told(address: str, *, origin: str | None, **headers: str) -> bytes:
    """Return all that the page Leaderboard sends to a browser that comes with these headers."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    stream = f"{address.replace('http', 'ws')}/_stcore/stream"
    with connect(
        stream,
        max_size=None,
        origin=origin,  # type: ignore[arg-type]
        additional_headers=names,
        # By default 10 s to answer and 20 s from ping to pong: less than a busy machine can need.
        open_timeout=serving.START_SECONDS,
        ping_interval=None,
    ) as socket:
        start = BackMsg()
        start.rerun_script.page_name = "lab"
        socket.send(start.SerializeToString())
        said = b""
        while True:
            part = socket.recv(timeout=serving.START_SECONDS)
            assert isinstance(part, bytes)
            said += part
            message = ForwardMsg()
            message.ParseFromString(part)
            # A run ends early where the paired tests end while it draws: another one begins.
            ended = message.WhichOneof("type") == "script_finished"
            if ended and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return said


def test_whoever_opens_it_on_this_machine_owns_it_and_who_comes_through_a_proxy_does_not(address: str) -> None:
    said = told(address, origin=address)
    assert all(mark in said for mark in OWNERS)
    proxies: list[dict[str, str]] = [
        {"X_Forwarded_For": "127.0.0.1"},
        {"Via": "1.1 lab.example"},
    ]
    for origin, headers in [(address, one) for one in proxies] + [(None, {})]:
        said = told(address, origin=origin, **headers)
        assert b"Example: " in said
        assert not any(mark in said for mark in OWNERS), (origin, headers)
