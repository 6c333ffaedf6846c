"""Scoring a prediction by every method, from the files that the board holds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import read, with_weights
from cwsdiag.errors import AlignmentError
from cwsdiag.formats import Source
from cwsdiag.inputs import File, FileSet
from cwsdiag.languages import lazy
from cwsdiag.loading import load_files
from cwsdiag.signature import signature
from cwsdiag.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from cwsdiag.bakeoff import BakeoffScore
    from cwsdiag.balanced import BalancedScore
    from cwsdiag.board.models import BoardFile, TaskFiles
    from cwsdiag.dataset import Dataset
    from cwsdiag.formats.document import Document
    from cwsdiag.text import Segmentation

    Scores = dict[str, float]
    # Segmentations beside gold that count as right, over gold's ``Text``.
    References = tuple[Segmentation, ...]
    Method = Callable[[Dataset, References], Mapping[str, Scores]]


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


def load(files: TaskFiles, systems: Mapping[str, Document]) -> tuple[Dataset, References]:
    """Return the files of a task and predictions as a dataset, and the references beside its gold.

    Args:
        files: of the task.
        systems: predictions by name; none for the dataset of the task alone.

    Raises:
        InputError: a prediction has other characters than the task's text, where that is an error, or nothing of it is
            left to compare.
    """
    # By numbers, as a system may be called anything; keys no system can have, as texts are stripped of white space.
    references = {
        f" {number}": read(_source(file), role="gold", options=file.options)
        for number, file in enumerate(files.references)
    }
    # Gold is called as the task.
    texts = [File.of("gold", _source(files.gold, files.name), files.gold.options)]
    if files.training is not None:
        texts.append(File.of("training", _source(files.training), files.training.options))
    texts += [File.of("system", document, name=name) for name, document in {**references, **systems}.items()]
    try:
        dataset = load_files(FileSet(files.name, tuple(texts), files.mismatch), strings=False, stop=True).whole
    except AlignmentError as error:
        if error.remedy is None:
            raise
        # The board has none of the options that an alignment is mended by.
        raise AlignmentError(
            error.problem + lazy("Segment the raw text of {task} as it is.", task=files.name)
        ) from None
    aligned, predictions = dataset.systems[: len(references)], dataset.systems[len(references) :]
    dataset = replace(dataset, gold=replace(dataset.gold, digest=files.gold_mark), systems=predictions)
    if files.weights is not None:
        # Its digest would reveal gold to anyone who guesses segmentations.
        weights = replace(read_weights(_source(files.weights), dataset.gold), digest=files.weights_mark)
        dataset = with_weights(dataset, weights)
    return dataset, aligned


def read_file(file: BoardFile) -> Document:
    """Return a prediction that the board holds, read as it was when it came."""
    return read(_source(file), role="system", options=file.options)


def score(dataset: Dataset, references: References) -> dict[str, Scored]:
    """Score every system of a dataset by every method of ``METHODS``; nothing for a dataset without systems.

    Args:
        dataset: of a task, with predictions.
        references: beside its gold.
    """
    by_method = {name: method(dataset, references) for name, method in METHODS.items()}
    return {
        system.name: Scored(
            system,
            {
                f"{method}.{name}": value
                for method, scores in by_method.items()
                for name, value in scores.get(system.name, {}).items()
            },
            task_signature(replace(dataset, systems=(system,)), references),
        )
        for system in dataset.systems
    }


def task_signature(dataset: Dataset, references: References) -> str:
    """Return the signature of scores on a task; references, as private as gold, are counted in it only."""
    return signature(dataset, {"references": len(references)} if references else None)


def _source(file: BoardFile, name: str = "") -> Source:
    """Return the bytes of a file: what was taken in once is read again, whatever limits there are now."""
    # What gzip packs has at least a 1032nd of its size left.
    return Source.from_bytes(name or file.name, file.data, limit=1100 * (len(file.data) + 1))


def _bakeoff(dataset: Dataset, _references: References) -> dict[str, Scores]:
    from cwsdiag.bakeoff import score_bakeoff

    return {row.name: _fields(row, without=("name", "system_coverage")) for row in score_bakeoff(dataset)}


def _separators(dataset: Dataset, references: References) -> dict[str, Scores]:
    """Score separators against gold and, where there are references beside it, against both ends of what they allow.

    Systems that are not ``comparable`` have no such score.
    """
    from cwsdiag.separators import comparable, separator_distances

    scores: dict[str, Scores] = defaultdict(dict)
    distances = separator_distances((dataset.gold, *references), comparable(dataset.systems))
    rows = [("", row) for row in distances.scores]
    for ends in distances.ranges:
        rows += [("intersection.", ends.intersection), ("union.", ends.union)]
    for end, row in rows:
        for key in ("sub", "ins", "dels", "distance", "precision", "recall", "f1"):
            scores[row.name][f"{end}{'del' if key == 'dels' else key}"] = getattr(row, key)
    return scores


def _balanced(dataset: Dataset, _references: References) -> dict[str, Scores]:
    """Score by difficulty, where that is known; precision, recall and F1 without weights are those of the bakeoffs."""
    if dataset.difficulty is None:
        return {}
    from cwsdiag.balanced import score_balanced

    return {row.name: _fields(row, without=("name", "precision", "recall", "f1")) for row in score_balanced(dataset)}


def _fidelity(dataset: Dataset, _references: References) -> dict[str, Scores]:
    """Count how much of the text systems gave back, by sums alone; nothing of those that gave back all of it."""
    from cwsdiag.scores import score_systems

    differing = tuple(system for system in dataset.systems if system.differing is not None)
    return {
        row.name: {
            "coverage": row.coverage,
            "system_coverage": row.system_coverage,
            **{key: getattr(row.fidelity, key) for key in ("exact_sentences", "omitted", "added", "replaced")},
        }
        for row in score_systems(replace(dataset, systems=differing))
    }


def _fields(row: BakeoffScore | BalancedScore, *, without: Collection[str]) -> Scores:
    return {key: value for key, value in asdict(row).items() if key not in without}


# Name and function: of each system that has any, the scores by their names. A new method is a function and its line.
METHODS: dict[str, Method] = {
    "bakeoff": _bakeoff,
    "separators": _separators,
    "balanced": _balanced,
    "fidelity": _fidelity,
}
