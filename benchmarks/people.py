"""How long people wait who use one dashboard at once, beside one alone, and what each of them costs the server.

    python -m benchmarks.people [--people 20] [--seconds 60] [--rounds 3] [--think 3]
                                [--processes 1] [--project FILE | --real TIMES] [--before FOLDER]

People are sessions over websockets (``benchmarks/visitor.py``), whose acts are those of somebody who looks for where a
system fails (``benchmarks/walk.py``). Between two acts they think, for a time drawn from an exponential distribution
with the mean ``--think``. One alone does the same acts, with thoughts of half a second to have done as many, in turn
with the many, round after round, on the same server: what else the machine does, both meet. An act lasts from what the
browser sends to the last message that it is sent. Whoever asks is a process of its own; what it takes of the machine is
said. What is read and drawn once, for all, was read and drawn before anything counts.

What is looked at is the sample, another project, or with ``--real`` UD Chinese GSD from ``CWSDIAG_TEST_DATA``: its test
text as many times over, five systems.

``--processes`` are dashboards among which people are dealt out. ``--before`` is another checkout, served beside this
one and measured in turn with it.

Where other programs want the processors, ``chrt -r 1`` before the command (as root) has these served first: the times
are then those of a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.dashboard import TREE, load, write_project
from benchmarks.machine import cpu_seconds, resident
from benchmarks.visitor import Visitor, socket
from benchmarks.walk import act
from tests import serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Seconds that one alone thinks: it waits for nobody, so that more acts say more.
_ALONE = 0.5
_GOAL = 0.5
_SAMPLE = TREE / "sample_data" / "project.toml"


@dataclass
class Acts:
    """What some people did: how long each act took by its kind, and what it cost.

    Attributes:
        seconds: of each act, by its kind.
        faults: what went wrong.
        wall: seconds that they were there.
        server, client: seconds of processors that it took.
    """

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    wall: float = 0.0
    server: float = 0.0
    client: float = 0.0

    @property
    def all(self) -> list[float]:
        """Return the seconds of all acts, the shortest first."""
        return sorted(second for kind in self.seconds.values() for second in kind)


@dataclass
class Served:
    """A dashboard that runs: where, by which processes, and who is there.

    Attributes:
        name: of its version.
        addresses: where it is; people are dealt out to them.
        processes: by their numbers.
        alone, many: what was done so far.
        memory: megabytes of all processes, by when that was.
    """

    name: str
    addresses: Sequence[str]
    processes: Sequence[int]
    alone: Acts = field(default_factory=Acts)
    many: Acts = field(default_factory=Acts)
    memory: dict[str, float] = field(default_factory=dict)

    def remember(self, when: str) -> None:
        """Keep how much memory there is in use."""
        self.memory[when] = sum(map(resident, self.processes))

    def cpu(self) -> float:
        """Return the seconds that processors have worked for it."""
        return sum(map(cpu_seconds, self.processes))


@contextmanager
def served(tree: Path, project: Path, *, processes: int) -> Iterator[Served]:
    """Serve a project with the code of a checkout, by so many processes."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        here = {"CWSDIAG_DATA": name, "CWSDIAG_CACHE": name, "PYTHONPATH": str(tree)}
        environment = {**os.environ, **here, "MALLOC_MMAP_THRESHOLD_": "1000000"}
        command = [sys.executable, "-m", "cwsdiag", "app", "--port", "0", str(project)]
        addresses, running = [], []
        for number in range(processes):
            log = folder / f"log{number}.txt"
            server = serving.start(command, folder=folder, environment=environment, log=log)
            stack.callback(serving.stop, [server])
            addresses.append(serving.wait_until_it_answers(server, log))
            running.append(server.pid)
        yield Served(tree.name, addresses, running)


class Person:
    """Somebody who acts and thinks.

    Args:
        visitor: their session.
        drawn: what they do is drawn by it.
    """

    def __init__(self, visitor: Visitor, drawn: random.Random) -> None:
        self._visitor = visitor
        self._drawn = drawn

    async def work(self, acts: Acts, *, until: float, think: float) -> None:
        """Act until a moment; what was begun by then is ended and counts."""
        await asyncio.sleep(self._drawn.uniform(0, think))
        while time.monotonic() < until:
            kind = await act(self._visitor, self._drawn)
            acts.seconds[kind].append(self._visitor.seconds[-1])
            await asyncio.sleep(self._drawn.expovariate(1 / think))
        acts.faults += self._visitor.faults
        self._visitor.faults.clear()


async def come(served: Served, number: int, stack: AsyncExitStack) -> Person:
    """Have somebody open the dashboard."""
    address = served.addresses[number % len(served.addresses)]
    visitor = Visitor(await stack.enter_async_context(socket(address)))
    await visitor.look()
    return Person(visitor, random.Random(number))


async def worked(served: Served, people: Sequence[Person], acts: Acts, *, seconds: float, think: float) -> None:
    """Have people work, and add what they did."""
    begun, server, client = time.monotonic(), served.cpu(), time.process_time()
    until = begun + seconds
    await asyncio.gather(*(person.work(acts, until=until, think=think) for person in people))
    acts.wall += time.monotonic() - begun
    acts.server += served.cpu() - server
    acts.client += time.process_time() - client


async def prepare(served: Served) -> None:
    """Open every page of one dataset, then of all, and every system, in every process: what is made once is made."""
    for address in served.addresses:
        await _look_through(served, address)


async def _look_through(served: Served, address: str) -> None:
    async with socket(address) as connected:
        visitor = Visitor(connected)
        await visitor.look()
        datasets = visitor.options("choose dataset")
        for number, dataset in enumerate(datasets):
            await visitor.choose("choose dataset", dataset)
            for page in visitor.pages:
                await visitor.follow(page)
            served.memory.setdefault(f"datasets opened: {number + 1}", sum(map(resident, served.processes)))


async def measure(all_served: Sequence[Served], asked: argparse.Namespace) -> None:
    """Measure, round after round: each alone and with many."""
    async with AsyncExitStack() as stack:
        groups = []
        for one in all_served:
            one.remember("nobody yet")
            await prepare(one)
            lone = await come(one, 0, stack)
            one.remember("one")
            groups.append((one, lone, [await come(one, number, stack) for number in range(1, asked.people + 1)]))
            one.remember("all have come")
        for number in range(asked.rounds):
            for one, lone, people in groups[:: 1 if number % 2 else -1]:
                await worked(one, [lone], one.alone, seconds=asked.seconds / 2, think=_ALONE)
                await worked(one, people, one.many, seconds=asked.seconds, think=asked.think)
                one.memory.setdefault("after a round", sum(map(resident, one.processes)))
        for one in all_served:
            one.remember("at the end")


def later(seconds: Sequence[float], share: float) -> float:
    """Return the time within which a share of acts was done."""
    return seconds[min(len(seconds) - 1, round(share * len(seconds)))]


def report(served: Served, people: int) -> None:
    """Print what was measured, as tables."""
    print(f"\n**{served.name}**\n")
    heads = ["", "acts", "median ms", "95 % ms", "99 % ms", "longest ms", "within 0.5 s"]
    print(_row(*heads, "server CPU ms an act", "cores: server, who asks"))
    print(_row(*["---"] * (len(heads) + 2)))
    for name, acts in (("one alone", served.alone), (f"{people} people", served.many)):
        took = acts.all
        times = [statistics.median(took), later(took, 0.95), later(took, 0.99), took[-1]]
        quick = sum(second < _GOAL for second in took) / len(took)
        cost = f"{1000 * acts.server / len(took):.0f}"
        cores = f"{acts.server / acts.wall:.2f}, {acts.client / acts.wall:.2f}"
        print(_row(name, len(took), *(f"{1000 * one:.0f}" for one in times), f"{quick:.1%}", cost, cores))
    alone, many = served.alone.all, served.many.all
    mean, middle = (average(many) / average(alone) for average in (statistics.mean, statistics.median))
    print(f"\nThey wait {mean:.2f} times as long as one alone in the mean, {middle:.2f} in the median.")
    faults = served.alone.faults + served.many.faults
    print(f"Faults: {len(faults)} {faults[:3]}\n")
    _report_kinds(served)
    print("\n" + _row("memory", "MB"))
    print(_row("---", "---"))
    for when, megabytes in served.memory.items():
        print(_row(when, f"{megabytes:.0f}"))
    each = (served.memory["at the end"] - served.memory["one"]) / people
    print(f"\nFor each of the many there are {each:.1f} MB more at the end, with what is kept of what they asked for.")


def _report_kinds(served: Served) -> None:
    print(_row("act", "one alone: acts, median, 95 % ms", "many: acts, median, 95 % ms"))
    print(_row("---", "---", "---"))
    for kind in sorted(served.many.seconds):
        pair = [sorted(acts.seconds.get(kind, [])) for acts in (served.alone, served.many)]
        print(_row(kind, *(_times(one) if one else "–" for one in pair)))


def _times(took: Sequence[float]) -> str:
    return f"{len(took)}, {1000 * statistics.median(took):.0f}, {1000 * later(took, 0.95):.0f}"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60, help="of a round of many; one alone has half of it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--think", type=float, default=3)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--project", type=Path, default=_SAMPLE)
    parser.add_argument("--real", type=int, metavar="TIMES", help="real text instead of a project")
    parser.add_argument("--before", type=Path, help="another checkout, measured in turn with this one")
    asked = parser.parse_args()
    print(load(), flush=True)
    with ExitStack() as stack:
        every = []
        if asked.real:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            asked.project = write_project(folder / "real", times=asked.real, copies=1)
        if asked.before is not None:
            before = served(asked.before.resolve(), asked.project, processes=asked.processes)
            every.append(stack.enter_context(before))
        every.append(stack.enter_context(served(TREE, asked.project, processes=asked.processes)))
        asyncio.run(measure(every, asked))
        for one in every:
            report(one, asked.people)
    print(f"\n{load()}")


if __name__ == "__main__":
    main()
