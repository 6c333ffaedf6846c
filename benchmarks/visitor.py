"""Somebody before a browser, without the browser: a session that speaks Streamlit's protocol over a websocket.

It does what a browser does and the server sees: it follows links with their parameters, sends what was chosen in a
widget that it was sent, remembers the address, and keeps large messages for two runs so that the server need not send
them again.
"""

from __future__ import annotations

import json
import random
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pyarrow as pa
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from streamlit.proto.Element_pb2 import Element
    from websockets.asyncio.client import ClientConnection

FAULTS = re.compile(r"Something went wrong on this page|cw-box cw-error|Traceback")
# As Streamlit makes an id of the key that a widget has.
_KEY = re.compile(r"\$\$ID-[0-9a-f]+-(?P<key>.+)")
# Runs for which a browser keeps a large message that it was not sent or told of again.
_KEPT_RUNS = 2


def socket(address: str) -> connect:
    """Return the connection of a new session to the server at an address.

    Args:
        address: of the server, with its base.
    """
    stream = f"{address.replace('http', 'ws', 1)}/_stcore/stream"
    return connect(stream, subprotocols=["streamlit", "nothing"], max_size=None)


class Visitor:
    """One session: what it was sent, how long its runs took, what went wrong.

    Attributes:
        session: its id.
        pages: the hash of each page, by its path.
        seconds: of each run so far, from what was asked to the last message of what came of it.
        bytes: how many came.
        faults: what was wrong with what came.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.session = ""
        self.pages: dict[str, str] = {}
        self.seconds: list[float] = []
        self.bytes = 0
        self.faults: list[str] = []
        self._page = ""
        self._address = ""
        self._widgets: dict[str, Element] = {}
        self._links: dict[str, str] = {}
        # By hash: the element, the part of the page it is in, and the last run that it was seen in.
        self._kept: dict[str, tuple[Element, str, int]] = {}
        # The parts that run alone, by the id of what is in them.
        self._parts: dict[str, str] = {}

    @property
    def page(self) -> str:
        """The path of the page that is shown."""
        return next((path for path, one in self.pages.items() if one == self._page), "")

    @property
    def widgets(self) -> dict[str, Element]:
        """What can be operated on the page, by its key."""
        return self._widgets

    async def look(self, page: str = "", **chosen: str) -> None:
        """Ask for a page by its address, and take all that comes until its run is over."""
        await self._ask(self.pages.get(page, ""), urlencode(chosen))

    async def follow(self, page: str) -> None:
        """Click the link to a page."""
        await self._ask(self.pages[page], self._links.get(self.pages[page], ""))

    async def choose(self, key: str, value: Any) -> None:
        """Choose something in a widget: an option, several, a switch; or what was clicked in a chart or a table."""
        state = WidgetState(id=_id(self._widgets[key]))
        if isinstance(value, bool):
            state.bool_value = value
        elif isinstance(value, str):
            state.string_value = value
        else:
            state.string_array_value.data.extend(value)
        await self._ask(self._page, self._address, state)

    async def press(self, key: str) -> None:
        """Press a button."""
        await self._ask(self._page, self._address, WidgetState(id=_id(self._widgets[key]), trigger_value=True))

    def options(self, key: str) -> list[str]:
        """Return what a select box offers."""
        return list(self._widgets[key].selectbox.options)

    def mark(self, chart: str, drawn: random.Random) -> str | None:
        """Return what a click on one of the marks of a chart that lead on says; None where there is none."""
        traces = json.loads(self._widgets[chart].plotly_chart.spec)["data"]
        marks = [one for trace in traces for one in trace.get("customdata") or () if isinstance(one, list)]
        if not marks:
            return None
        return json.dumps({"selection": {"points": [{"customdata": drawn.choice(marks)}]}})

    def rows(self, table: str) -> int:
        """Return how many rows a table has."""
        return int(pa.ipc.open_stream(self._widgets[table].dataframe.arrow_data.data).read_all().num_rows)

    async def _ask(self, page: str, address: str, *states: WidgetState) -> None:
        asked = BackMsg()
        asked.rerun_script.query_string = address
        asked.rerun_script.page_script_hash = page
        asked.rerun_script.cached_message_hashes.extend(self._kept)
        asked.rerun_script.widget_states.widgets.extend(states)
        asked.rerun_script.fragment_id = next((self._parts[one.id] for one in states), "")
        self._address = address
        begun = time.perf_counter()
        await self._socket.send(asked.SerializeToString())
        runs = False
        while True:
            frame = await self._socket.recv()
            self.bytes += len(frame)
            message = ForwardMsg.FromString(frame)
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.session, runs = message.new_session.initialize.session_id, True
                self._page = message.new_session.page_script_hash
                parts = message.metadata.run.fragment_ids
                self._widgets = {
                    key: one for key, one in self._widgets.items() if parts and self._parts[_id(one)] not in parts
                }
                self._links = self._links if parts else {}
            elif kind == "script_finished" and runs and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                break
            else:
                self._take(kind, message)
        took = time.perf_counter() - begun
        self.seconds.append(took)
        # As old as so many runs that it was not seen in.
        last = len(self.seconds) - _KEPT_RUNS
        self._kept = {mark: one for mark, one in self._kept.items() if one[2] >= last}

    def _take(self, kind: str | None, message: ForwardMsg) -> None:
        if kind == "navigation":
            self.pages = {one.url_pathname: one.page_script_hash for one in message.navigation.app_pages}
            self._page = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self._address = message.page_info_changed.query_string
        elif kind == "ref_hash":
            element, part, _run = self._kept[message.ref_hash]
            self._see(message.ref_hash, element, part)
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            kept = message.hash if message.metadata.cacheable else ""
            self._see(kept, message.delta.new_element, message.delta.fragment_id)

    def _see(self, kept: str, element: Element, part: str) -> None:
        if kept:
            self._kept[kept] = (element, part, len(self.seconds))
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.faults.append(f"/{self.page}: {element.exception.type} {element.exception.message}")
        elif kind == "html" and (found := FAULTS.search(element.html.body)):
            self.faults.append(f"/{self.page}: {element.html.body[found.start() : found.start() + 300]}")
        elif kind == "page_link":
            self._links.setdefault(element.page_link.page_script_hash, element.page_link.query_string)
        elif (found := _KEY.fullmatch(_id(element))) is not None:
            self._widgets[found["key"]] = element
            self._parts[_id(element)] = part


def _id(element: Element) -> str:
    return str(getattr(getattr(element, element.WhichOneof("type") or ""), "id", ""))
