"""What a project says, once it is read: which files make up which dataset, and how they are to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.loading import DatasetFiles, TextFile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import ReadOptions, Track
    from cwsdiag.study import OwnCurve, Published


def merged_parts(said: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> dict[str, dict[str, str]]:
    """Return what systems are made of, from what is said of each here and there.

    Args:
        said: names of systems, each any number of times, with parts and their values. Of two values the later counts.
    """
    found: dict[str, dict[str, str]] = {}
    for name, parts in said:
        found.setdefault(name, {}).update(parts)
    return {name: parts for name, parts in found.items() if parts}


# Into how many buckets a study may cut an attribute.
FEWEST_BUCKETS, MOST_BUCKETS = 2, 50


@dataclass(frozen=True)
class SystemSpec:
    """A prediction of a dataset's text, and what made it.

    Attributes:
        name: what the system is called among those of the dataset: as ``model``, and with an arrow from what it was
            trained on where that is another dataset.
        model: what studies call it: systems of one model differ in what they were trained on alone.
        prediction: the file.
        options: how to read it.
        track: None where that is not said.
        trained_on: the dataset that it was trained on; None where that is not said.
        hidden: whether the dashboard leaves it out until somebody wants to see it.
        run_of: of one of several runs of a model what those are called together; None of others.
        parts: what the system is made of, the value of each part; empty where that is not said here.
    """

    name: str
    model: str
    prediction: Path
    options: ReadOptions
    track: Track | None = None
    trained_on: str | None = None
    hidden: bool = False
    run_of: str | None = None
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class DatasetSpec:
    """The files of one dataset and how to read them.

    Attributes:
        name: what the user calls it.
        gold: the gold file.
        train: the training data; None without.
        systems: there may be none.
        options: how to read gold.
        mismatch: what to do where a system has other characters than gold.
        train_options: how to read the training data; None means as gold.
        baselines: whether maximum matching is wanted as further systems.
        weights: the file that says how hard each gold word is; None without.
        documents: the file that says which document each gold sentence is of; None without.
        idioms: a list of idioms, which are one of the kinds of words of Difficulty; None for the one of cwsdiag.
        dev: more text of the same kind, read as gold, that is neither training data nor gold; None without.
        transferred: systems that were trained on another dataset. They are no part of the dataset for the methods that
            look at one dataset; names are different over both kinds of systems.
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
    documents: Path | None = None
    idioms: Path | None = None
    dev: Path | None = None
    transferred: tuple[SystemSpec, ...] = ()

    def files(self) -> DatasetFiles:
        """Return the files of the dataset."""

        def texts(systems: Iterable[SystemSpec]) -> dict[str, TextFile]:
            return {system.name: TextFile(system.prediction, system.options) for system in systems}

        train_options = self.train_options or self.options
        everything = (*self.systems, *self.transferred)
        return DatasetFiles(
            gold=TextFile(self.gold, self.options),
            systems=texts(self.systems),
            training=None if self.train is None else TextFile(self.train, train_options),
            dev=None if self.dev is None else TextFile(self.dev, self.options),
            weights=self.weights,
            documents=self.documents,
            name=self.name,
            mismatch=self.mismatch,
            tracks={system.name: system.track for system in everything if system.track is not None},
            run_of={system.name: system.run_of for system in self.systems if system.run_of is not None},
            transferred=texts(self.transferred),
            trained_on={one.name: (one.model, one.trained_on) for one in everything if one.trained_on is not None},
        )


@dataclass(frozen=True)
class StudySpec:
    """How datasets are compared with each other.

    Attributes:
        normalise: keys of ``cwsdiag.formats.NORMALISATIONS``, done to the texts of all datasets alike, in this order.
        buckets: into how many buckets of equal count each attribute is cut.
        published: scores from papers, no two of one system and one source.
        curves: F1 of models of one's own as sources are added to the training data of a dataset.
    """

    normalise: tuple[str, ...] = ()
    buckets: int = 10
    published: tuple[Published, ...] = ()
    curves: tuple[OwnCurve, ...] = ()


@dataclass(frozen=True)
class Project:
    """A project that was read.

    Attributes:
        path: its file, or the icwb2-data folder that was read as one.
        datasets: names all different; none where the project holds published scores alone.
        board: the file that keeps results, which may not be there yet; None where none is named.
        study: how its datasets are compared with each other.
        found: whether an icwb2-data folder was looked through for its files: other files there are another project.
    """

    path: Path
    datasets: tuple[DatasetSpec, ...]
    board: Path | None = None
    study: StudySpec = StudySpec()
    found: bool = False

    @property
    def parts(self) -> dict[str, dict[str, str]]:
        """What models are made of: by model, in order of first appearance, the value of each part.

        It may be said on any dataset; models of which it is said nowhere are left out.
        """
        return merged_parts(
            (system.model, system.parts) for one in self.datasets for system in (*one.systems, *one.transferred)
        )

    def dataset(self, name: str) -> DatasetSpec:
        """Return the dataset of this name, which may be given as the file has it or as it is shown.

        Raises:
            ProjectError: there is none.
        """
        name = visible(name)
        for dataset in self.datasets:
            if dataset.name == name:
                return dataset
        names = ", ".join(dataset.name for dataset in self.datasets) or lazy("none")
        raise ProjectError(
            lazy("{path}: no dataset {name!r}. Available: {names}.", path=self.path, name=name, names=names)
        )
