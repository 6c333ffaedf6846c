"""Scoring a prediction by every method, from the files that the board holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import read, with_weights
from cwsdiag.errors import AlignmentError
from cwsdiag.formats import Source
from cwsdiag.languages import lazy
from cwsdiag.loading import DatasetFiles, TextFile, load_files
from cwsdiag.signature import signature
from cwsdiag.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from cwsdiag.bakeoff import BakeoffScore
    from cwsdiag.balanced import BalancedScore
    from cwsdiag.board.models import BoardFile, Material
    from cwsdiag.dataset import Dataset
    from cwsdiag.formats.document import Document
    from cwsdiag.text import Segmentation

    Scores = dict[str, float]
    Method = Callable[[Dataset], Mapping[str, Scores]]


@dataclass(frozen=True)
class Scored:
    """A prediction with its scores.

    Attributes:
        segmentation: its words on the task's text.
        scores: by names such as ``bakeoff.recall``; NaN where undefined.
        signature: of these scores.
    """

    segmentation: Segmentation
    scores: Scores
    signature: str


def load(files: Material, systems: Mapping[str, Document]) -> Dataset:
    """Return the files of a task and predictions as a dataset.

    Args:
        files: of the task.
        systems: predictions by name; none for the dataset of the task alone.

    Raises:
        InputError: a prediction has other characters than the task's text, where that is an error, or nothing of it is
            left to compare.
    """
    # Gold is called as the task.
    described = DatasetFiles(
        gold=TextFile(_source(files.gold, files.name), files.gold.options),
        systems={name: TextFile(document) for name, document in systems.items()},
        training=None if files.training is None else TextFile(_source(files.training), files.training.options),
        name=files.name,
        mismatch=files.mismatch,
    )
    try:
        dataset = load_files(described, strings=False, stop=True).whole
    except AlignmentError as error:
        if error.remedy is None:
            raise
        # The board has none of the options that an alignment is mended by.
        raise AlignmentError(
            error.problem + lazy("Segment the raw text of {task} as it is.", task=files.name)
        ) from None
    dataset = replace(dataset, gold=replace(dataset.gold, digest=files.gold_mark))
    if files.weights is None:
        return dataset
    # Its digest would reveal gold to anyone who guesses segmentations.
    weights = replace(read_weights(_source(files.weights), dataset.gold), digest=files.weights_mark)
    return with_weights(dataset, weights)


def read_file(file: BoardFile) -> Document:
    """Return a prediction that the board holds, read as it was when it came."""
    return read(_source(file), role="system", options=file.options)


def score(dataset: Dataset) -> dict[str, Scored]:
    """Score every system of a dataset by every method of ``METHODS``; nothing for a dataset without systems."""
    by_method = {name: method(dataset) for name, method in METHODS.items()}
    return {
        system.name: Scored(
            system,
            {f"{method}.{name}": value for method in METHODS for name, value in by_method[method][system.name].items()},
            signature(replace(dataset, systems=(system,))),
        )
        for system in dataset.systems
    }


def _source(file: BoardFile, name: str = "") -> Source:
    """Return the bytes of a file: what was taken in once is read again, whatever limits there are now."""
    # What gzip packs has at least a 1032nd of its size left.
    return Source.from_bytes(name or file.name, file.data, limit=1100 * (len(file.data) + 1))


def _bakeoff(dataset: Dataset) -> dict[str, Scores]:
    from cwsdiag.bakeoff import score_bakeoff

    return {row.name: _fields(row, without=("name", "system_coverage")) for row in score_bakeoff(dataset)}


def _separators(dataset: Dataset) -> dict[str, Scores]:
    """Score separators; systems that are not ``comparable`` have no such score."""
    from cwsdiag.separators import comparable, separator_distances

    scores: dict[str, Scores] = {system.name: {} for system in dataset.systems}
    for row in separator_distances((dataset.gold,), comparable(dataset.systems)).scores:
        keys = {"sub": "sub", "ins": "ins", "dels": "del"}
        keys |= {name: name for name in ("distance", "precision", "recall", "f1")}
        scores[row.name] = {name: getattr(row, key) for key, name in keys.items()}
    return scores


def _balanced(dataset: Dataset) -> dict[str, Scores]:
    """Score by difficulty, where that is known; precision, recall and F1 without weights are those of the bakeoffs."""
    if dataset.difficulty is None:
        return {system.name: {} for system in dataset.systems}
    from cwsdiag.balanced import score_balanced

    plain = ("name", "precision", "recall", "f1")
    return {row.name: _fields(row, without=plain) for row in score_balanced(dataset)}


def _fidelity(dataset: Dataset) -> dict[str, Scores]:
    """Count how much of the text systems gave back, by sums alone; nothing of those that gave back all of it."""
    from cwsdiag.scores import score_systems

    scores: dict[str, Scores] = {system.name: {} for system in dataset.systems}
    differing = tuple(system for system in dataset.systems if system.differing is not None)
    for row in score_systems(replace(dataset, systems=differing)):
        counts = {key: getattr(row.fidelity, key) for key in ("exact_sentences", "omitted", "added", "replaced")}
        scores[row.name] = {"coverage": row.coverage, "system_coverage": row.system_coverage, **counts}
    return scores


def _fields(row: BakeoffScore | BalancedScore, *, without: Collection[str]) -> Scores:
    return {key: value for key, value in asdict(row).items() if key not in without}


# Name and function: of each system, the scores by their names. A new method is a function and its line.
METHODS: dict[str, Method] = {
    "bakeoff": _bakeoff,
    "separators": _separators,
    "balanced": _balanced,
    "fidelity": _fidelity,
}
