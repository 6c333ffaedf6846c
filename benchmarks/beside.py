"""What clicks cost while a committee is learnt for somebody else: runs of pages beside it, and without it, in turns.

    python -m benchmarks.beside [--rounds 5] [--clicks 40] [--copies 40] [--before FOLDER]

A server has the sample, and a dataset with the sample's training data so many times. Somebody goes from page to page of
the sample over a websocket, in Streamlit's protocol and without a browser. In each round there are so many clicks, then
somebody else has a committee of 1,000 made, there are as many clicks again, and the committee is cancelled. With
``--before`` the server of another checkout does the same in turns with this one's.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.dashboard import TREE, load
from benchmarks.people import Served, served
from benchmarks.visitor import Visitor, socket
from cwsdiag.files import sample_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.proto.Element_pb2 import Element

CLICKS = (
    ("summary", {}),
    ("diagnosis", {"system": "jieba"}),
    ("diagnosis", {"system": "crf"}),
    ("diagnosis", {"system": "crf", "part": "panels"}),
    ("diagnosis", {"system": "crf", "list": "patterns"}),
    ("sentences", {"system": "crf"}),
)
MEMBERS = "1000"
# Seconds between two clicks, in which the committee goes on.
THINKS = 0.1


class Asking(Visitor):
    """A session that looks how many members are learnt."""

    members = 0

    def _see(self, kept: str, element: Element, part: str) -> None:
        super()._see(kept, element, part)
        said = element.progress.text if element.WhichOneof("type") == "progress" else ""
        if found := re.match(r"([\d,]+) of", said):
            self.members = int(found[1].replace(",", ""))


class Server:
    """A server of a checkout, and how long runs of its pages took."""

    def __init__(self, served: Served) -> None:
        self.alone: list[float] = []
        self.beside: list[float] = []
        self.learnt = 0
        self._served = served

    async def round(self, number: int, clicks: int) -> None:
        """Click without and beside a committee."""
        chosen = {"dataset": "long", "part": "committee", "members": MEMBERS, "seed": str(number)}
        address = self._served.addresses[0]
        async with socket(address) as one, socket(address) as other:
            clicking, asking = Visitor(one), Asking(other)
            await clicking.look()
            await asking.look()
            for page, selection in CLICKS:  # what is read and counted once
                await clicking.look(page, dataset="news", **selection)
            self.alone += await _clicked(clicking, clicks)
            await asking.look("difficulty", **chosen)
            await asking.press("ask for the committee")
            while not asking.members:
                await asyncio.sleep(THINKS)
                await asking.look("difficulty", **chosen)
            self.beside += await _clicked(clicking, clicks)
            await asking.look("difficulty", **chosen)
            self.learnt += asking.members
            await asking.press("cancel committee")
            while "ask for the committee" not in asking.widgets:
                await asyncio.sleep(THINKS)
                await asking.look("difficulty", **chosen)


async def _clicked(visitor: Visitor, clicks: int) -> list[float]:
    """Return the seconds that each click took."""
    visitor.seconds.clear()
    for number in range(clicks):
        page, selection = CLICKS[number % len(CLICKS)]
        await visitor.look(page, dataset="news", **selection)
        await asyncio.sleep(THINKS)
    return [*visitor.seconds]


def write_project(folder: Path, copies: int) -> Path:
    """Write the project: the sample's news, and a dataset that much can be learnt from."""
    news = sample_project().parent / "news" / "first"
    (folder / "train.txt").write_text((news / "train.txt").read_text("utf-8") * copies, "utf-8")
    lines = []
    for name, train in (("news", news / "train.txt"), ("long", folder / "train.txt")):
        lines.append(f"[[dataset]]\nname = '{name}'\ngold = '{news / 'test.txt'}'\ntrain = '{train}'\n")
        for system in ("crf", "jieba"):
            lines.append(f"[[dataset.system]]\nname = '{system}'\nprediction = '{news / system}.txt'\n")
    (folder / "project.toml").write_text("".join(lines), "utf-8")
    return folder / "project.toml"


def rows(servers: dict[str, Server]) -> Iterator[str]:
    """Yield the lines of the table."""
    for name, server in servers.items():
        for what, seconds in (("without", server.alone), ("beside a committee", server.beside)):
            ordered = sorted(1000 * one for one in seconds)
            middle, late = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
            yield f"| {name} | {what} | {len(ordered)} | {middle:.0f} | {late:.0f} |"
        ratio = statistics.median(server.beside) / statistics.median(server.alone)
        yield f"| {name} | **beside / without** | | **{ratio:.2f}** | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--copies", type=int, default=40)
    parser.add_argument("--before", type=Path)
    asked = parser.parse_args()
    trees = {"now": TREE} if asked.before is None else {"before": asked.before.resolve(), "now": TREE}
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        project = write_project(Path(name), asked.copies)
        print(load(), flush=True)
        servers = {one: Server(stack.enter_context(served(tree, project, processes=1))) for one, tree in trees.items()}
        for number in range(asked.rounds):
            for server in servers.values():
                asyncio.run(server.round(number, asked.clicks))
        print("\n| server | clicks | n | median ms | 95 % ms |\n|---|---|---|---|---|")
        print("\n".join(rows(servers)))
        print("".join(f"\n{name}: {server.learnt:,} members learnt beside clicks" for name, server in servers.items()))


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"\n{time.perf_counter() - started:.0f} s")
