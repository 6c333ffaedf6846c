"""Whether workers fit: they have what this machine has, or the same tasks could give other results there."""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import shown
from cwsdiag.languages import lazy
from cwsdiag.spread import looking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cwsdiag.spread.where import Where

# What results depend on, whatever the task is.
_ALWAYS = ("numpy", "numba")
# How many seconds a worker has to say what it has: one that computes for others answers all the same.
_PATIENCE = 15
_AT_ONCE = 32
_LONGEST = 200


def misfits(client: Any, workers: Iterable[str], where: Where, seen: str | None) -> dict[str, str]:
    """Ask workers what they have, all at once; return what is wrong with those that do not fit, in one sentence each.

    Args:
        client: connected to their scheduler.
        workers: their addresses.
        where: says which packages tasks need.
        seen: path of a file in the folder that they should share.
    """
    here = looking.look((*_ALWAYS, *where.packages), seen)

    def asked(worker: str) -> str | None:
        found = _looked(client, worker, (*_ALWAYS, *where.packages), seen)
        return found if isinstance(found, str) else _difference(worker, here, found, where)

    addresses = list(workers)
    with ThreadPoolExecutor(min(_AT_ONCE, len(addresses)) or 1) as threads:
        said = dict(zip(addresses, threads.map(asked, addresses), strict=True))
    return {worker: problem for worker, problem in said.items() if problem is not None}


def _looked(client: Any, worker: str, distributions: tuple[str, ...], seen: str | None) -> Mapping[str, Any] | str:
    """Return what a worker finds, or a sentence where it cannot say."""
    # Only built-in functions and strings: all else a worker would look for in its own cwsdiag.
    names = {"source": inspect.getsource(looking), "space": {"__name__": "looking"}, "args": (distributions, seen)}
    expression = "(exec(source, space), space['look'](*args))[1]"
    try:
        answers = client.run(eval, expression, names, workers=[worker], on_error="return", callback_timeout=_PATIENCE)
    except (OSError, TimeoutError):
        return lazy("{worker}: this worker does not answer. Restart it, or take it away.", worker=worker)
    found = answers.get(worker)
    if not isinstance(found, dict):
        problem = shown(f"{type(found).__name__}: {found}", _LONGEST)
        return lazy(
            "{worker}: this worker cannot say what it has ({problem}). Repair it, or take it away.",
            worker=worker,
            problem=problem,
        )
    return found


def _difference(worker: str, here: Mapping[str, Any], found: Mapping[str, Any], where: Where) -> str | None:
    """Return the first thing that a worker lacks or has otherwise; None where it has all."""
    for name, ours in here.items():
        theirs = found.get(name)
        if theirs == ours:
            continue
        if name == looking.FOLDER:
            return lazy(
                "{worker}: this worker does not see {folder}, the cache that is to be shared. Mount it there under "
                "the same path, or share none.",
                worker=worker,
                folder=where.shared_cache,
            )
        if theirs is None:
            return lazy(
                "{worker}: this worker has no {package}, here it is {ours}. Install the same there.",
                worker=worker,
                package=name,
                ours=shown(str(ours)),
            )
        return lazy(
            "{worker}: this worker has {package} {theirs}, here it is {ours}: its results could differ. Install the "
            "same there.",
            worker=worker,
            package=name,
            theirs=shown(str(theirs)),
            ours=shown(str(ours)),
        )
    return None
