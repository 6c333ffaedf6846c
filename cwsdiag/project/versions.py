"""Versions of a system: which is newer, and all of one system as a dataset of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.loading import load_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.loading import DatasetFiles
    from cwsdiag.project.specs import SystemSpec

# What stands for a version that nobody named.
UNNAMED = "–"
_NUMBER = re.compile(r"([0-9]+)")


def version_order(version: str | None) -> tuple[object, ...]:
    """Return what versions are sorted by, the oldest first: one without a name, then as people count.

    Numbers count as numbers, ``1.9`` before ``1.10``, and so do dates that begin with the year; what stands between is
    text, whether in capitals or not; of two that begin alike the shorter is older.
    """
    if version is None:
        return ()
    parts = _NUMBER.split(version)
    texts, numbers = parts[::2], [number.lstrip("0") for number in parts[1::2]]
    # Numbers of any length: the longer is the larger.
    counted = [(text.casefold(), len(number), number) for text, number in zip(texts, [*numbers, ""], strict=True)]
    return (*counted, (version, 0, ""))


def newest(systems: Sequence[SystemSpec]) -> tuple[tuple[SystemSpec, ...], tuple[SystemSpec, ...]]:
    """Return the systems that stand where no version is asked for, and older versions of these.

    The runs of a model are of one version together.

    Args:
        systems: in the order of the project, which stays.
    """
    latest: dict[str, SystemSpec] = {}
    for system in systems:
        known = latest.setdefault(system.run_of or system.name, system)
        if version_order(system.version) > version_order(known.version):
            latest[system.run_of or system.name] = system
    standing = [latest[one.run_of or one.name].version == one.version for one in systems]
    return (
        tuple(one for one, stands in zip(systems, standing, strict=True) if stands),
        tuple(one for one, stands in zip(systems, standing, strict=True) if not stands),
    )


def load_versions(files: DatasetFiles, system: str, *, stop: bool = True) -> Dataset:
    """Read all versions of a system as a dataset, in which they are the systems, the oldest first.

    Args:
        files: of the dataset that the system is one of.
        system: its name.
        stop: whether the first problem is raised; else what cannot be used is left out.

    Raises:
        CwsdiagError: the first problem, where ``stop`` is set; without a usable gold file always.
        SettingError: there is no such system, or it has no older version.
    """
    if system not in files.older:
        names = ", ".join(files.older) or lazy("none")
        raise SettingError(
            lazy("no system {name!r} with versions in this dataset. Available: {names}.", name=system, names=names)
        )
    texts = {**files.older[system], files.versions.get(system): files.systems[system]}
    ordered = {version or UNNAMED: texts[version] for version in sorted(texts, key=version_order)}
    loaded = load_files(
        replace(files, systems=ordered, older={}, versions={}, tracks={}, run_of={}, trained_on={}, raw={}), stop=stop
    )
    return loaded.whole if loaded.dataset is None else loaded.dataset
