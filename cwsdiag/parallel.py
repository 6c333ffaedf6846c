"""Many tasks side by side: by threads or processes of this machine (joblib), or by the workers of a Dask scheduler.

No result depends on where it was made. Importing this loads neither joblib nor distributed.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sysconfig
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import NamedTemporaryFile
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from cwsdiag.arguments import bounds, whole
from cwsdiag.errors import Cancelled, SettingError, WorkerError, brief
from cwsdiag.files import trouble
from cwsdiag.languages import lazy

R = TypeVar("R")
T = TypeVar("T")

# Seconds for a scheduler to take a connection, for scheduler and workers to answer, for a worker to come where none is.
_CONNECT, _ANSWER, _NOBODY = 5.0, 15.0, 60.0
# Seconds between two looks at who is there.
_BEAT = 1.0
# Tasks under way for each thread of a worker, so that the next is there when one is done; how often one is tried.
_AHEAD, _TRIES = 2, 3
# As schedulers print it.
_ADDRESS = re.compile(
    r"(?:(?P<protocol>tcp|tls|wss?|ucx)://)?(?P<host>[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})"
)
_LONGEST = 200
# What a scheduler says first to who connects.
_GREETING, _LONGEST_GREETING = b"pickle-protocol", 4096


def _say_nothing(sentence: str) -> None:
    """Tell nobody; a function of the module, for it is pickled."""


@dataclass(frozen=True)
class Where:
    """Where tasks are done.

    Attributes:
        jobs: how many at once on this machine; None for as many as there are processors.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``, whose workers do them instead.
        shared_cache: a folder that this machine and those workers have under the same path, for models.
        report: called with a sentence on the workers, for people to see.

    Raises:
        SettingError: settings that make no sense, or not together.
    """

    jobs: int | None = None
    scheduler: str | None = None
    shared_cache: Path | None = None
    report: Callable[[str], object] = field(default=_say_nothing, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check, and name the shared folder as workers in other folders do."""
        if self.jobs is not None and whole("jobs", self.jobs, bounds.JOBS) and self.scheduler is not None:
            raise SettingError(
                lazy("{jobs} jobs: with a scheduler its workers decide. Give only one of them.", jobs=self.jobs)
            )
        if self.shared_cache is not None:
            if self.scheduler is None:
                raise SettingError(
                    lazy(
                        "{folder}: a cache is shared with the workers of a scheduler. Give the scheduler's address "
                        "too.",
                        folder=self.shared_cache,
                    )
                )
            object.__setattr__(self, "shared_cache", self.shared_cache.absolute())

    def cache_of_workers(self, cache: Path | None) -> Path | None:
        """Return the folder in which those who do the tasks keep models, given that of this machine."""
        return cache if self.scheduler is None else self.shared_cache


HERE = Where()


@dataclass(frozen=True, eq=False)
class Shared(Generic[T]):
    """An argument of many tasks, or a large one: it is sent to workers once, and does not stay with the scheduler."""

    value: T


def starmap_unordered(
    function: Callable[..., R],
    calls: Iterable[tuple[Any, ...]],
    *,
    total: int,
    where: Where = HERE,
    processes: bool = False,
    packages: tuple[str, ...] = (),
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Generator[tuple[int, R]]:
    """Yield the number of each call and its result, as they come.

    Args:
        function: of a module; its result depends on its arguments alone, for it is called again where a worker is lost.
        calls: arguments of each call, drawn when a worker is free; one that is ``Shared`` arrives as its value.
        total: how many calls there are.
        where: to do them.
        processes: on this machine in processes, for a function that holds Python's lock; else in threads.
        packages: what the function needs beside numpy and numba, as pip calls it: workers must have the same.
        progress: called with the number of calls done and ``total``, after each.
        cancelled: asked before all and after each; true to stop. Those under way end first.

    Raises:
        Cancelled: results are missing because ``cancelled`` said so.
        SettingError: the scheduler cannot be used.
        WorkerError: workers are missing, differ from this machine, or were lost.
    """
    done, stopped = 0, cancelled()
    drawn = takewhile(lambda _: not stopped, enumerate(calls))
    if where.scheduler is None:
        results = _by_this_machine(function, drawn, where.jobs, processes)
    else:
        results = _by_workers(function, drawn, where, packages)
    with closing(results):
        for number, result in results:
            done += 1
            yield number, result
            progress(done, total)
            stopped = stopped or cancelled()
    if stopped and done < total:
        raise Cancelled(done, total)


def processes() -> Executor:
    """Return processes of this machine for small tasks, as many as it has processors; they end with their context."""
    import joblib
    from joblib.externals.loky import ProcessPoolExecutor

    pool: Executor = ProcessPoolExecutor(joblib.cpu_count(), initializer=_end_with, initargs=(os.getpid(),))
    return pool


def _by_this_machine(
    function: Callable[..., R], calls: Iterator[tuple[int, tuple[Any, ...]]], jobs: int | None, processes: bool
) -> Generator[tuple[int, R]]:
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    options: dict[str, Any] = {"backend": "threading"}
    if processes:
        options = {"backend": "loky", "initializer": _end_with, "initargs": (os.getpid(),)}
    # No more tasks under way than workers, so that it can be stopped between two.
    parallel = joblib.Parallel(
        jobs or joblib.cpu_count(), return_as="generator_unordered", batch_size=1, pre_dispatch="n_jobs", **options
    )
    tasks = (
        joblib.delayed(_numbered)(number, function, [one.value if isinstance(one, Shared) else one for one in call])
        for number, call in calls
    )
    # Where the loop is left by an error or Ctrl-C, workers end now and not when memory is tidied up.
    with closing(parallel(tasks)) as results:
        try:
            yield from results
        except TerminatedWorkerError:
            raise WorkerError(
                lazy(
                    "a process that did part of the work was killed, most likely because memory ran out. "
                    "Use fewer jobs or a machine with more memory, then start it again."
                )
            ) from None


def _numbered(number: int, function: Callable[..., R], arguments: list[Any]) -> tuple[int, R]:
    return number, function(*arguments)


def _end_with(parent: int) -> None:
    """Have this process end when its parent has, even one that was killed: joblib's would go on for minutes."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_BEAT / 2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _by_workers(
    function: Callable[..., R],
    calls: Iterator[tuple[int, tuple[Any, ...]]],
    where: Where,
    packages: tuple[str, ...],
) -> Generator[tuple[int, R]]:
    with _client(where.scheduler or "") as client:
        equal: set[str] = set()
        places = _places(client, where, packages, equal, patience=0)
        looked = time.monotonic()
        where.report(
            lazy("On the workers of {scheduler}. Tasks at once: {places}.", scheduler=where.scheduler, places=places)
        )
        sent: WeakKeyDictionary[Shared[Any], Any] = WeakKeyDictionary()
        again: list[tuple[int, tuple[Any, ...]]] = []
        running: dict[str, tuple[int, tuple[Any, ...]]] = {}
        tries = Counter[int]()
        ended: SimpleQueue[Any] = SimpleQueue()
        while True:
            while len(running) < _AHEAD * places and (task := again.pop() if again else next(calls, None)):
                number, call = task
                if tries[number] == _TRIES:
                    raise _too_often()
                tries[number] += 1
                try:
                    arguments = [_sent(client, one, sent) if isinstance(one, Shared) else one for one in call]
                except (KeyError, OSError):  # what a scheduler says where a worker has just gone
                    again.append(task)
                    break
                future = client.submit(function, *arguments, pure=False)
                future.add_done_callback(ended.put)
                running[future.key] = task
            if not running and not again:
                _places(client, where, packages, equal)
                return
            with suppress(Empty):
                future = ended.get(timeout=_BEAT)
                task = running.pop(future.key)
                result = _result(future)
                if result is None:
                    again.append(task)
                else:
                    yield task[0], result[0]
            if time.monotonic() - looked > _BEAT:
                places = _places(client, where, packages, equal, patience=_NOBODY)
                looked = time.monotonic()


def _result(future: Any) -> tuple[Any] | None:
    """Return the result of a future that has ended; None where it is lost, as what it needs was with its worker."""
    from distributed import KilledWorker

    if future.status == "error":
        error = future.exception(timeout=_ANSWER)
        raise _too_often() if isinstance(error, KilledWorker | MemoryError) else error
    with suppress(CancelledError, OSError):
        return (future.result(timeout=_ANSWER),)
    return None


def _sent(client: Any, shared: Shared[Any], sent: WeakKeyDictionary[Shared[Any], Any]) -> Any:
    """Return what stands for a shared argument, which one worker has and others fetch from it; sent again if lost."""
    if shared not in sent or sent[shared].status != "finished":
        # In a list: of a set or a tuple it would send each element by itself.
        (sent[shared],) = client.scatter([shared.value], hash=False)
    return sent[shared]


def _places(
    client: Any, where: Where, packages: tuple[str, ...], equal: set[str], *, patience: float | None = None
) -> int:
    """Return how many tasks the workers of a scheduler do at once.

    Args:
        client: of the scheduler.
        where: has the scheduler and a shared folder.
        packages: what tasks need.
        equal: workers that were compared with this machine; those that came are compared and added.
        patience: seconds to wait for a worker; None where none need be there.

    Raises:
        WorkerError: no worker came, one differs, or the scheduler does not answer.
    """
    end = time.monotonic() + (patience or 0)
    while True:
        threads = _ask(client, where, client.ncores)
        if new := threads.keys() - equal:
            _compare(client, where, packages, list(new))
            equal |= new
        if threads or patience is None:
            return sum(threads.values())
        if time.monotonic() > end:
            raise WorkerError(
                lazy(
                    "{scheduler}: the scheduler has no worker. Start some, then start this again: `dask worker "
                    "{scheduler}`.",
                    scheduler=where.scheduler,
                )
            )
        time.sleep(_BEAT / 10)


def _ask(
    client: Any, where: Where, question: Callable[..., dict[str, Any]], *arguments: Any, **options: Any
) -> dict[str, Any]:
    """Return answers by worker."""
    with suppress(OSError, AttributeError):  # the second is of a client that has just lost its scheduler
        if client.status == "running":
            return question(*arguments, callback_timeout=_ANSWER, **options)
    raise WorkerError(
        lazy(
            "{scheduler}: the scheduler or a worker does not answer any more, and the work has stopped. Restart "
            "what hangs, then start this again.",
            scheduler=where.scheduler,
        )
    )


def _compare(client: Any, where: Where, packages: tuple[str, ...], workers: list[str]) -> None:
    """Refuse workers that have other versions than this machine, or not the shared folder.

    They are asked by functions that any worker has.
    """
    from importlib.metadata import version  # which takes a while, as commands without workers should not

    folder = where.shared_cache
    probes: list[tuple[str, object, Callable[..., Any], tuple[str, ...]]] = [
        ("Python", sysconfig.get_python_version(), sysconfig.get_python_version, ()),
        *((name, version(name), version, (name,)) for name in ("cwsdiag", "numpy", "numba", *packages)),
    ]
    with ExitStack() as over:
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                probes.append(
                    (str(folder), True, os.path.exists, (over.enter_context(NamedTemporaryFile(dir=folder)).name,))
                )
            except OSError as error:
                raise SettingError(lazy("{name}: {problem}", name=folder, problem=trouble(error))) from None
        for name, ours, function, arguments in probes:
            answers = _ask(client, where, client.run, function, *arguments, workers=workers, on_error="return")
            for worker, theirs in answers.items():
                if theirs != ours:
                    raise WorkerError(
                        lazy(
                            "{worker}: {name} of this worker: {theirs}; here: {ours}. Have the same there, or "
                            "take it away.",
                            worker=worker,
                            name=name,
                            theirs=brief(str(theirs), _LONGEST),
                            ours=ours,
                        )
                    )


def _too_often() -> WorkerError:
    return WorkerError(
        lazy(
            "a part of the work ended one worker after the other, most likely because memory ran out there. Give "
            "workers more memory or fewer threads each, then start this again."
        )
    )


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    """Give a ``distributed.Client`` of a scheduler, whose own messages are silent meanwhile.

    Raises:
        SettingError: ``distributed`` is not installed, this is no address, or no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise SettingError(
            lazy("a Dask scheduler was requested, but distributed is not installed: pip install 'cwsdiag[cluster]'")
        ) from None
    parts = _ADDRESS.fullmatch(scheduler)
    if parts is None:
        raise SettingError(
            lazy(
                "{scheduler!r} is no address of a Dask scheduler. Give it as the scheduler prints it, such as "
                "tcp://host:8786, or none to work on this machine.",
                scheduler=brief(scheduler, _LONGEST),
            )
        )
    with ExitStack() as over:
        for name in ("distributed", "distributed.client", "tornado.application"):
            logger = logging.getLogger(name)
            over.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
        try:
            # A client would wait for ever for what listens and says nothing; a scheduler speaks first.
            with socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), timeout=_CONNECT) as opened:
                if parts["protocol"] in (None, "tcp") and _GREETING not in opened.recv(_LONGEST_GREETING):
                    raise OSError("something else listens there")
            with warnings.catch_warnings():
                # Of versions that differ, as of the scheduler, which does no task.
                warnings.simplefilter("ignore")
                client = Client(scheduler, timeout=_CONNECT, set_as_default=False)
        except (OSError, OverflowError, UnicodeError) as error:
            raise SettingError(
                lazy(
                    "{scheduler}: no Dask scheduler answers ({error}). Give its address as it prints it, such as "
                    "tcp://host:8786, or none to work on this machine.",
                    scheduler=scheduler,
                    error=brief(getattr(error, "strerror", None) or str(error), _LONGEST),
                )
            ) from None
        yield over.enter_context(client)
