"""What passes between a browser and the server on the websocket of a session, beyond what pages say.

Streamlit is made for who develops on their own machine: it tells every browser where the script lies, and does at the
word of any what only the owner may, such as emptying the caches of all, or naming the branch and the changed files of
the checkout that it runs from. Neither leaves or enters here.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What pages need: runs, their end, downloads, tables in pieces; and to hear that a session is still there.
_TAKEN = frozenset({"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"})
_OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})
# The first message of a run is small; larger ones, which bring charts and tables, are not looked into.
_SMALL = 1 << 16
# How the field of that message begins, behind the hash and the metadata of all.
_NEW_SESSION = bytes([ForwardMsg.NEW_SESSION_FIELD_NUMBER << 3 | 2])


class Sieve:
    """Passes on what pages and the server have to tell each other, and nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request or a session; of a session each message for itself."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def received() -> Message:
            while not _is_taken(message := await receive()):
                pass
            return message

        async def sent(message: Message) -> None:
            await send(_without_places(message))

        await self._app(scope, received, sent)


def _is_taken(message: Message) -> bool:
    if message["type"] != "websocket.receive":
        return True
    try:
        said = BackMsg.FromString(message.get("bytes") or b"")
    except DecodeError:
        return False
    kind = said.WhichOneof("type")
    if kind == "backend_operation_request":
        return said.backend_operation_request.WhichOneof("payload") in _OPERATIONS
    return kind in _TAKEN


def _without_places(message: Message) -> Message:
    frame = message.get("bytes") or b""
    if message["type"] != "websocket.send" or len(frame) > _SMALL or _NEW_SESSION not in frame:
        return message
    said = ForwardMsg.FromString(frame)
    if said.WhichOneof("type") != "new_session":
        return message
    # The browser only tells one dashboard from another by it.
    said.new_session.main_script_path = PurePath(said.new_session.main_script_path).name
    return {**message, "bytes": said.SerializeToString()}
