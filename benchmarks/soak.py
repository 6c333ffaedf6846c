"""Many people for a while, and many one after the other: does the server stay well, and does its memory come back?

    python -m benchmarks.soak [--people 20] [--seconds 120] [--sessions 500] [--megabytes 2]

Sessions speak Streamlit's protocol over websockets, without browsers, so that the load is the server's. First some
people click through all pages of the sample, each in an order of their own, a second or so after what they asked for
has come; every run is looked through for a fault, and the server's log too. Then sessions are opened, look at two
pages, upload a file that no page takes over, and are closed; the server's memory is read when the last of them is
forgotten.
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
from collections import Counter
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from benchmarks.dashboard import TREE, load
from benchmarks.machine import resident
from benchmarks.visitor import Visitor, socket
from tests import serving

# What somebody chose on some page, and goes on with on the next.
CHOICES = ({}, {"dataset": "news", "system": "jieba"}, {"dataset": "microblog", "system": "crf", "other": "jieba"})
# Seconds that a session without a connection is kept, and a little more.
FORGOTTEN = 125
_BOUNDARY = "a-boundary-of-its-own"


async def upload(address: str, session: str, number: int, size: int) -> int:
    """Upload a file that no page asked for, as a hostile browser would; return the status of the reply."""

    def put() -> int:
        given = SimpleCookie(urlopen(f"{address}/_stcore/health").headers["Set-Cookie"])["_streamlit_xsrf"].value
        head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n'
        body = head.encode() + os.urandom(size) + f"\r\n--{_BOUNDARY}--\r\n".encode()
        headers = {"Cookie": f"_streamlit_xsrf={given}", "X-Xsrftoken": given}
        headers["Content-Type"] = f"multipart/form-data; boundary={_BOUNDARY}"
        target = f"{address}/_stcore/upload_file/{session}/{number}"
        return int(urlopen(Request(target, body, headers, method="PUT")).status)

    return await asyncio.to_thread(put)


async def click_through(address: str, *, people: int, seconds: float) -> list[Visitor]:
    """Have people click through all pages until the time is over."""
    visitors = []

    async def visit(number: int) -> None:
        drawn = random.Random(number)
        async with socket(address) as connected:
            visitor = Visitor(connected)
            visitors.append(visitor)
            await visitor.look()
            while time.monotonic() < end:
                for page in drawn.sample(sorted(visitor.pages), len(visitor.pages)):
                    await visitor.look(page, **drawn.choice(CHOICES))
                    await asyncio.sleep(drawn.uniform(0.5, 1.5))
                    if time.monotonic() >= end:
                        break

    end = time.monotonic() + seconds
    await asyncio.gather(*(visit(number) for number in range(people)))
    return visitors


async def come_and_go(address: str, *, sessions: int, megabytes: int, at_once: int = 4) -> list[str]:
    """Open sessions, have each look at two pages and upload a file, and close them; return what went wrong."""
    faults: list[str] = []
    room = asyncio.Semaphore(at_once)

    async def visit(number: int) -> None:
        async with room, socket(address) as connected:
            visitor = Visitor(connected)
            await visitor.look()
            await visitor.look("explore", dataset="news", system="jieba")
            status = await upload(address, visitor.session, number, megabytes * 1024 * 1024) if megabytes else 204
            faults.extend(visitor.faults if status == 204 else [*visitor.faults, f"an upload: {status}"])

    await asyncio.gather(*(visit(number) for number in range(sessions)))
    return faults


def report(visitors: list[Visitor], seconds: float) -> None:
    """Print how long runs took, and what went wrong."""
    took = sorted(second for visitor in visitors for second in visitor.seconds)
    faults = Counter(fault for visitor in visitors for fault in visitor.faults)
    middle, late = statistics.median(took), took[int(0.95 * (len(took) - 1))]
    print(f"{len(visitors)} people, {seconds:g} s: {len(took)} runs, median {middle:.2f} s, 95 % within {late:.2f} s")
    print(f"faults: {sum(faults.values())}")
    for fault, times in faults.most_common(10):
        print(f"  {times} × {fault}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--megabytes", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, log = Path(name), Path(name) / "log.txt"
        here = {"CWSDIAG_DATA": name, "CWSDIAG_CACHE": name, "PYTHONPATH": str(TREE)}
        environment = {**os.environ, **here, "MALLOC_MMAP_THRESHOLD_": "1000000"}
        command = [sys.executable, "-m", "cwsdiag", "app", "--port", "0", str(TREE / "sample_data")]
        server = serving.start(command, folder=folder, environment=environment, log=log)
        try:
            address = serving.wait_until_it_answers(server, log)
            print(f"port {urlsplit(address).port}, {load()}", flush=True)
            soak(address, server.pid, asked)
        finally:
            serving.stop([server])
        # What it says of its start and of its end is no fault.
        said = [line for line in log.read_text("utf-8").splitlines()[1:] if line and "SIGTERM" not in line]
        print(f"in the log: {said[:10]}")


def soak(address: str, process: int, asked: argparse.Namespace) -> None:
    """Do both, and print what was seen."""
    if asked.people:
        report(asyncio.run(click_through(address, people=asked.people, seconds=asked.seconds)), asked.seconds)
    if not asked.sessions:
        return
    # What is loaded once is loaded before.
    asyncio.run(come_and_go(address, sessions=10, megabytes=asked.megabytes))
    time.sleep(FORGOTTEN)
    before = resident(process)
    faults = asyncio.run(come_and_go(address, sessions=asked.sessions, megabytes=asked.megabytes))
    most = resident(process)
    time.sleep(FORGOTTEN)
    # Sessions whose time is over are forgotten when the next one ends.
    asyncio.run(come_and_go(address, sessions=1, megabytes=0))
    time.sleep(25)
    print(f"{asked.sessions} sessions with {asked.megabytes} MB each, faults: {len(faults)} {faults[:3]}")
    memory = f"{before:.0f} MB before, {most:.0f} MB at their end, {resident(process):.0f} MB when they are forgotten"
    print(f"memory: {memory}")


if __name__ == "__main__":
    main()
