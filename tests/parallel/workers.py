"""Schedulers and workers that are processes of their own, and tasks for them."""

import os
import signal
import time
from pathlib import Path

WORKER = """
import asyncio, sys
from distributed import Worker

async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False) as worker:
        print("the scheduler has it", flush=True)
        await worker.finished()

asyncio.run(main())
"""
SCHEDULER = """
import asyncio
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""


def size(text, factor):
    return len(text) * factor


def waiting(text, folder, number):
    """Say by a file in a folder which process does this, and go on when another is there.

    A task takes a while, as real ones do: a scheduler gives those that take no time to the worker that has the text.
    """
    Path(folder, f"{os.getpid()}").touch()
    time.sleep(0.2)
    while not Path(folder, "go").exists():
        time.sleep(0.01)
    return len(text) + number


def ending():
    os.kill(os.getpid(), signal.SIGKILL)


def refusing():
    raise OSError("a file of the task")
