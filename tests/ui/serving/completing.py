"""Running what is asynchronous to its end, whatever else runs in this thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def completed(work: Coroutine[object, object, T]) -> T:
    """Return what comes of it; in a thread of its own, since the tests in a browser leave a loop running in theirs."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
