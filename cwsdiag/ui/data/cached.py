"""What is slow and rests on one dataset: kept for everybody where the files are the server's, else for one session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag import loading
from cwsdiag.baselines import LINES, clash, with_baselines
from cwsdiag.charts import theme
from cwsdiag.languages import lazy
from cwsdiag.ui.work.results import read
from cwsdiag.views.look import Look, PrivateLook, bakeoff_table

if TYPE_CHECKING:
    from collections.abc import Collection

    from cwsdiag.dataset import Dataset
    from cwsdiag.loading import Loaded
    from cwsdiag.project import FileSet
    from cwsdiag.ui.data.catalogue import DatasetEntry
    from cwsdiag.ui.work.results import Scope
    from cwsdiag.views.look import LookKey

# How many are kept: what came of datasets, and scores of systems.
_DATASETS: dict[Scope, int] = {"server": 12, "session": 4}
_TABLES: dict[Scope, int] = {"server": 200, "session": 40}


def load_files(files: FileSet) -> Loaded:
    """Read a set of files; one that cannot be used takes nothing with it but itself."""
    return loading.load_files(files, facts=True, findings=True)


def without_hidden(dataset: Dataset, hidden: frozenset[str]) -> Dataset:
    """Return a dataset without some of its systems."""
    if not hidden:
        return dataset
    return replace(
        dataset,
        systems=tuple(system for system in dataset.systems if system.name not in hidden),
        tracks={name: track for name, track in dataset.tracks.items() if name not in hidden},
    )


def loaded(entry: DatasetEntry, *, among: int = 1) -> Loaded:
    """Return what came of the files of an entry.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together: as many are kept, or each would be read again and again.
    """
    return _loaded(entry.files, entry.scope, among)


def uploaded(files: FileSet) -> Loaded:
    """Return what comes of files of this session."""
    return _loaded(files, "session", 1)


def _loaded(files: FileSet, scope: Scope, among: int) -> Loaded:
    places, what = max(_DATASETS[scope], among), lazy("Reading files")
    return read(scope, "files", files.stamp, lambda: load_files(files), places=places, size=files.size, what=what)


def look(entry: DatasetEntry, where: LookKey) -> PrivateLook | None:
    """Return an entry as it is looked at, without colours and roles; None without a usable gold file.

    Where its gold is private it has no words.

    Args:
        entry: which.
        where: how it is cut, what resamples draw, whether BASE and TOP are two more systems.
    """
    dataset, hidden = loaded(entry).dataset, entry.files.hidden
    if dataset is None:
        return None

    def make() -> PrivateLook:
        shown = without_hidden(dataset, hidden)
        kind = PrivateLook if entry.withholds_gold else Look
        made = kind(with_baselines(shown) if where.baselines else shown, where)
        # Which systems are A and B, of whatever page is asked for, is a matter of their scores.
        _ = made.best_first
        return made

    scope: Scope = "session" if hidden else entry.scope
    stamp = (entry.files.stamp, hidden, entry.withholds_gold, where.buckets, where.unit, where.baselines)
    return read(scope, "looks", stamp, make, what=lazy("Scoring"), places=_DATASETS[scope])


def bakeoff(entry: DatasetEntry, *, among: int = 1) -> pd.DataFrame | None:
    """Return the bakeoff scores of the systems of an entry that are not hidden; None without a usable gold file.

    BASE and TOP are always the last rows, but where a system has the name of one. See ``look.bakeoff_table``.

    Args:
        entry: what is looked at.
        among: how many datasets are looked at together; see ``loaded``.
    """
    dataset = loaded(entry, among=among).dataset
    if dataset is None:
        return None

    def make() -> pd.DataFrame:
        taken = clash(system.name for system in dataset.systems)
        return bakeoff_table(dataset if taken else with_baselines(dataset, vote=False))

    what, places = lazy("Scoring BASE, TOP and all systems"), _TABLES[entry.scope]
    scores = read(entry.scope, "bakeoff", entry.files.stamp, make, what=what, places=places)
    return scores[~scores["name"].isin(entry.files.hidden)].reset_index(drop=True)


def colours_of_models(entries: Collection[DatasetEntry]) -> dict[str, str]:
    """Return colours by the names that the project gives, in the order in which its datasets name the systems."""
    models = [file.model_name for entry in entries for file in entry.files.systems]
    return theme.system_colours([*models, *LINES], baselines=LINES)


def colours_of_names(entries: Collection[DatasetEntry], here: DatasetEntry) -> dict[str, str]:
    """Return colours by what this session calls the systems of a dataset: one over all datasets of a project.

    Args:
        entries: the datasets that share their colours.
        here: the one among them that is looked at.
    """
    colours = colours_of_models(entries)
    names = {file.name: colours[file.model_name] for file in here.files.systems}
    return names | {line: colours[line] for line in LINES}
