"""What is slow and rests on one dataset: kept for everybody where the files are the server's, else for one session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.baselines import clash, with_baselines
from cwsdiag.languages import lazy
from cwsdiag.ui.data.reading import load_files, without_hidden
from cwsdiag.ui.work.results import read
from cwsdiag.views.look import Look, PrivateLook, bakeoff_table

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.data.files import FileSet
    from cwsdiag.ui.data.reading import LoadedFiles
    from cwsdiag.ui.work.results import Scope
    from cwsdiag.views.look import Where

# How many are kept: what came of datasets, and scores of systems.
_DATASETS: dict[Scope, int] = {"server": 12, "session": 4}
_TABLES: dict[Scope, int] = {"server": 200, "session": 40}


def loaded(entry: Entry, *, among: int = 1) -> LoadedFiles:
    """Return what came of the files of an entry.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together: as many are kept, or each would be read again and again.
    """
    return _loaded(entry.files, _scope(entry.own), among)


def uploaded(files: FileSet) -> LoadedFiles:
    """Return what comes of files of this session."""
    return _loaded(files, "session", 1)


def look(entry: Entry, where: Where) -> PrivateLook | None:
    """Return an entry as it is looked at, without colours and roles; None without a usable gold file.

    Where its gold is private it has no words.

    Args:
        entry: which.
        where: how it is cut, what resamples draw, whether BASE and TOP are two more systems.
    """
    dataset = loaded(entry).dataset
    if dataset is None:
        return None
    hidden = entry.files.hidden

    def make() -> PrivateLook:
        shown = without_hidden(dataset, hidden)
        kind = PrivateLook if entry.withholds_gold else Look
        made = kind(with_baselines(shown) if where.baselines else shown, where)
        # Which systems are A and B, of whatever page is asked for, is a matter of their scores.
        _ = made.best_first
        return made

    scope = _scope(entry.own or bool(hidden))
    return read(
        scope,
        "looks",
        (entry.files.stamp, hidden, entry.withholds_gold, where.buckets, where.unit, where.baselines),
        lambda _told: make(),
        size=0,
        what=lazy("Scoring"),
        places=_DATASETS[scope],
    )


def bakeoff(entry: Entry, *, among: int = 1) -> pd.DataFrame | None:
    """Return the bakeoff scores of the systems of an entry that are not hidden; None without a usable gold file.

    BASE and TOP are always the last rows, but where a system has the name of one. See ``look.bakeoff_table``.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together; see ``loaded``.
    """
    dataset = loaded(entry, among=among).dataset
    if dataset is None:
        return None
    scope = _scope(entry.own)
    scores = read(
        scope,
        "bakeoff",
        entry.files.stamp,
        lambda _told: _bakeoff(dataset),
        size=0,
        what=lazy("Scoring BASE, TOP and all systems"),
        places=_TABLES[scope],
    )
    return scores[~scores["name"].isin(entry.files.hidden)].reset_index(drop=True)


def _bakeoff(dataset: Dataset) -> pd.DataFrame:
    taken = clash(system.name for system in dataset.systems)
    return bakeoff_table(dataset if taken else with_baselines(dataset))


def _scope(own: bool) -> Scope:
    return "session" if own else "server"


def _loaded(files: FileSet, scope: Scope, among: int) -> LoadedFiles:
    return read(
        scope,
        "files",
        files.stamp,
        lambda told: load_files(files, told),
        places=max(_DATASETS[scope], among),
        size=files.size,
        what=lazy("Reading files"),
    )
