"""Garbage is collected in the background, also what became garbage after it was set aside."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from cwsdiag.ui.serving.garbage import Collector
from tests.ui.serving.completing import completed


class Ring:
    """Refers to itself: only a collection finds that nobody else does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def nothing_by_itself() -> Iterator[None]:
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def test_new_garbage_is_found() -> None:
    gone = weakref.ref(Ring())
    assert gone() is not None
    Collector().collect()
    assert gone() is None


def test_what_was_set_aside_is_found_by_the_next_look_at_everything() -> None:
    collector, ring = Collector(), Ring()
    collector.collect(everything=True)
    assert gc.get_freeze_count() > 0
    gone = weakref.ref(ring)
    del ring
    collector.collect()
    assert gone() is not None
    collector.collect(everything=True)
    assert gone() is None


def test_what_is_set_aside_anew_is_no_reason_to_look_at_everything() -> None:
    collector, old, new = Collector(), Ring(), Ring()
    collector.collect(set_aside=True)
    gone = weakref.ref(old), weakref.ref(new)
    del old
    collector.collect(set_aside=True)
    assert gone[0]() is not None
    collector.collect(everything=True)
    assert gone[0]() is None
    assert gone[1]() is new


def test_a_server_collects_only_where_something_was_done() -> None:
    looks: list[tuple[bool, bool]] = []
    looked = threading.Semaphore(0)

    class Watched(Collector):
        def collect(self, *, everything: bool = False, set_aside: bool = False) -> None:
            looks.append((everything, set_aside))
            looked.release()

    async def serve() -> None:
        collector = Watched(pause=0.001, whole=0.003)
        async with collector.lifespan(None):
            for _ in range(4):
                collector.used()
                assert looked.acquire(timeout=60)
            collector.grown()
            collector.used()
            assert looked.acquire(timeout=60)
        collector.used()

    completed(serve())
    # The first look sets aside what was imported, the last what was read; every third is at everything.
    assert looks == [(False, True), (False, False), (True, False), (False, False), (False, True)]
