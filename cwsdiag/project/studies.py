"""A project as a study: its datasets with their systems, its corpora read alike, and who learnt from what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from cwsdiag.dataset import Dataset, read
from cwsdiag.difficulty import read_training_text
from cwsdiag.errors import InputError
from cwsdiag.inputs import File, FileSet
from cwsdiag.loading import Predictions, load_transferred
from cwsdiag.parallel import HERE, Where
from cwsdiag.progress import StepListener
from cwsdiag.project import Project, load_dataset
from cwsdiag.study import (
    Corpus,
    ScoreTable,
    Study,
    Transfer,
    nothing_measured,
    read_corpora,
    study,
    transfers,
    with_published,
)
from cwsdiag.text import Segmentation

T = TypeVar("T")


def _nobody(done: int, total: int) -> None:
    """Tell nobody how far it is."""


@dataclass(frozen=True)
class Unusable:
    """A dataset that a study goes on without.

    Attributes:
        name: of the dataset.
        problem: why it cannot be used.
        of: what alone goes on without it; empty for all.
    """

    name: str
    problem: str
    of: str = ""


def of_usable(project: Project, read: Callable[[Project], T]) -> tuple[T, Project, tuple[Unusable, ...]]:
    """Read something of a project, without the datasets of which it cannot be read.

    Args:
        project: what to read.
        read: reads it, of a project with any number of these datasets.

    Returns:
        What was read; the project without what could not be; and that, in the order of the project.

    Raises:
        InputError: it cannot be read of any dataset, or not of all that can be read one by one.
    """
    try:
        return read(project), project, ()
    except InputError:
        usable, unusable = [], []
        for spec in project.datasets:
            try:
                read(replace(project, datasets=(spec,)))
                usable.append(spec)
            except InputError as error:
                unusable.append(Unusable(spec.name, str(error)))
        if not usable or not unusable:
            raise
    rest = replace(project, datasets=tuple(usable))
    return read(rest), rest, tuple(unusable)


def load_study(project: Project) -> Study:
    """Read the datasets of a project with their systems, and study them; of a project without any the study is empty.

    Raises:
        InputError: a file cannot be used.
    """
    if not project.datasets:
        return nothing_measured()
    return study(load_datasets(project), buckets=project.study.buckets)


def score_table(project: Project, study: Study, *, published: bool = False) -> ScoreTable:
    """Return F1 of the systems of a project, with what they are made of.

    Args:
        project: says what systems are made of, and what papers have.
        study: the study of its datasets.
        published: whether published scores are among them.
    """
    table = replace(study.measured, parts=project.parts)
    return with_published(table, project.study.published) if published else table


def load_datasets(project: Project, *, progress: StepListener = _nobody) -> list[Dataset]:
    """Read the datasets of a project with their systems.

    BASE and TOP are not among them, even where the project wants them: TOP knows gold, and is the best everywhere.

    Args:
        project: what to read.
        progress: called with how many were read, and how many there are.

    Raises:
        InputError: a file cannot be used.
    """
    datasets = []
    for spec in project.datasets:
        datasets.append(load_dataset(replace(spec, baselines=False)))
        progress(len(datasets), len(project.datasets))
    return datasets


def load_corpora(
    project: Project,
    *,
    normalise: Sequence[str] | None = None,
    where: Where = HERE,
    progress: StepListener = _nobody,
) -> tuple[Corpus, ...]:
    """Read gold, development and training text of the datasets of a project, all normalised alike.

    Args:
        project: what to read.
        normalise: keys of ``cwsdiag.formats.NORMALISATIONS``; as the project says by default.
        where: training data is read; see ``read_corpora``.
        progress: called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be used.
        SettingError: ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    wanted = project.study.normalise if normalise is None else normalise
    return read_corpora(project.datasets, normalise=wanted, where=where, progress=progress)


def text_of(file: File, normalise: Sequence[str] | None = None) -> Segmentation:
    """Read training data or a gold text, with these normalisations; by default with those that the file has.

    Raises:
        CwsdiagError: it is training data and a word list, it cannot be read, or holds no word.
    """
    file = file if normalise is None else file.normalised(normalise)
    if file.role == "training":
        return read_training_text(file.source(), options=file.options)
    return read(file.source(), role="gold", options=file.options)


def load_predictions(project: Project) -> list[Predictions]:
    """Read the predictions of a project that say what their systems were trained on.

    Raises:
        InputError: a file cannot be used.
    """
    return [one for spec in project.datasets if (one := load_transferred(spec, stop=True)) is not None]


def transfers_of(predictions: Iterable[Predictions], datasets: Iterable[FileSet]) -> tuple[Transfer, ...]:
    """Return F1 on every dataset of a project, trained on every dataset, for each model."""
    return transfers(((one.dataset, one.origins) for one in predictions), [files.name for files in datasets])
