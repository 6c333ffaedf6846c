"""Somebody who visits a dashboard without a browser, and looks at every byte that the server sends."""

from __future__ import annotations

import json
from contextlib import contextmanager

from google.protobuf.message import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

# It bounds what hangs.
SECONDS = 60


@contextmanager
def visiting(address, *, strange=False, headers=None):
    """Give a new session of the server at an address; a strange browser does not say of which page it comes."""
    host = address.removeprefix("http://")
    protocols = [Subprotocol("streamlit"), Subprotocol("none")]
    with connect(
        f"ws://{host}/_stcore/stream",
        subprotocols=protocols,
        origin=None if strange else Origin(address),
        additional_headers=headers,
        max_size=None,
        # By default 10 s to answer and 20 s from ping to pong: less than a busy machine can need.
        open_timeout=SECONDS,
        ping_interval=None,
    ) as socket:
        yield Visitor(socket)


class Visitor:
    """A session of a running server.

    Args:
        socket: that the session has.
    """

    def __init__(self, socket):
        self._socket = socket

    def open(self, page, query=""):
        """Go to a page as a link leads there, and return all frames until it is drawn, later parts of it too."""
        asked = BackMsg()
        asked.rerun_script.page_name = page
        asked.rerun_script.query_string = query
        self._socket.send(asked.SerializeToString())
        frames: list[bytes] = []
        while True:
            frame = self._socket.recv(timeout=SECONDS)
            assert isinstance(frame, bytes)
            frames.append(frame)
            message = ForwardMsg.FromString(frame)
            if message.WhichOneof("type") == "script_finished":
                done = message.script_finished
                if done in (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY):
                    return frames


def texts(message):
    """Yield all texts of a message, those inside JSON too."""
    for field, value in message.ListFields():
        for one in value.values() if hasattr(value, "values") else value if field.is_repeated else [value]:
            if isinstance(one, Message):
                yield from texts(one)
            elif isinstance(one, str):
                yield from _inside(one)


def _inside(text):
    yield text
    if text.startswith(("{", "[")):
        try:
            yield from _of_json(json.loads(text))
        except ValueError:
            return


def _of_json(value):
    if isinstance(value, str):
        yield from _inside(value)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _of_json(one)
    elif isinstance(value, list):
        for one in value:
            yield from _of_json(one)
