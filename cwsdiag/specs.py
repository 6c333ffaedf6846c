"""What a project says, once it is read: which files make up which dataset, and how they are to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import ProjectError

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import ReadOptions, Track


@dataclass(frozen=True)
class SystemSpec:
    """A system's name, its prediction file, how to read it, and its track; None where that is not said."""

    name: str
    prediction: Path
    options: ReadOptions
    track: Track | None = None


@dataclass(frozen=True)
class DatasetSpec:
    """The files of one dataset and how to read them.

    Attributes:
        name: what the user calls it.
        gold: the gold file.
        train: the training data; None without.
        systems: names all different; there may be none.
        options: how to read gold.
        mismatch: what to do where a system has other characters than gold.
        train_options: how to read the training data; None means as gold.
        baselines: whether maximum matching is wanted as further systems.
        weights: the file that says how hard each gold word is; None without.
    """

    name: str
    gold: Path
    train: Path | None
    systems: tuple[SystemSpec, ...]
    options: ReadOptions
    mismatch: Mismatch
    train_options: ReadOptions | None = None
    baselines: bool = False
    weights: Path | None = None


@dataclass(frozen=True)
class Project:
    """A project that was read.

    Attributes:
        path: its file, or the icwb2-data folder that was read as one.
        datasets: at least one, names all different.
        board: the file that keeps results, which may not be there yet; None where none is named.
    """

    path: Path
    datasets: tuple[DatasetSpec, ...]
    board: Path | None = None

    def dataset(self, name: str) -> DatasetSpec:
        """Return the dataset of this name.

        Raises:
            ProjectError: there is none.
        """
        for dataset in self.datasets:
            if dataset.name == name:
                return dataset
        names = ", ".join(dataset.name for dataset in self.datasets)
        raise ProjectError(f"{self.path}: no dataset {name!r}. There are: {names}.")
