"""Scoring a prediction by every method, from the files that the board holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import assemble, read, read_training, with_weights
from cwsdiag.errors import AlignmentError
from cwsdiag.formats import Source
from cwsdiag.signature import signature
from cwsdiag.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from cwsdiag.bakeoff import BakeoffScore
    from cwsdiag.balanced import BalancedScore
    from cwsdiag.board.models import BoardFile
    from cwsdiag.dataset import Dataset
    from cwsdiag.formats import Document, Role
    from cwsdiag.separators import SeparatorScore
    from cwsdiag.text import Segmentation

    Scores = dict[str, float]
    Method = Callable[[Dataset, "TaskExtras"], Mapping[str, Scores]]


@dataclass(frozen=True)
class TaskExtras:
    """What a task has beyond a dataset.

    Attributes:
        references: segmentations beside gold that count as right, over gold's ``Text``.
    """

    references: tuple[Segmentation, ...] = ()


@dataclass(frozen=True)
class TaskFiles:
    """The files that a prediction is scored with.

    Attributes:
        name: of the task: what messages call its text.
        gold_mark: what stands for gold in signatures instead of a digest.
        gold, training, references: the files; training is None without.
        weights: how hard each gold word is; None where that is not known.
        weights_mark: what stands for weights in signatures instead of a digest.
    """

    name: str
    gold_mark: str
    gold: BoardFile
    training: BoardFile | None
    references: Sequence[BoardFile]
    weights: BoardFile | None = None
    weights_mark: str = ""


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


def load(files: TaskFiles, systems: Mapping[str, Document]) -> tuple[Dataset, TaskExtras]:
    """Put the files of a task and predictions together.

    Args:
        files: of the task.
        systems: predictions by name; none for the dataset of the task alone.

    Raises:
        InputError: a prediction has other characters than the task's text.
    """
    gold = read_file(files.gold, "gold")
    gold = replace(gold, summary=replace(gold.summary, name=files.name, digest=files.gold_mark))
    training = None
    if files.training is not None:
        source = Source.from_bytes(files.training.name, files.training.data, limit=_no_limit(files.training))
        training = read_training(source, options=files.training.options, characters=False)
    # By numbers, as a system may be called anything; keys no system can have, as texts are stripped of white space.
    references = {f" {number}": read_file(file, "gold") for number, file in enumerate(files.references)}
    try:
        dataset = assemble(gold=gold, systems={**references, **systems}, training=training, name=files.name)
    except AlignmentError as error:
        # Its last line tells of options that the board has not.
        places = str(error).rpartition("\n")[0]
        raise AlignmentError(f"{places}\nSegment the raw text of {files.name} as it is.") from None
    aligned = dataset.systems[: len(references)]
    dataset = replace(dataset, systems=dataset.systems[len(references) :])
    if files.weights is not None:
        dataset = with_difficulty(dataset, files.weights, files.weights_mark)
    return dataset, TaskExtras(aligned)


def with_difficulty(dataset: Dataset, weights: BoardFile, mark: str) -> Dataset:
    """Return a dataset with the difficulties of a file that the board holds.

    Args:
        dataset: of a task.
        weights: as ``cwsdiag.board.difficulties`` wrote it.
        mark: what stands for it in signatures: its digest would reveal gold to anyone who tries segmentations.
    """
    source = Source.from_bytes(weights.name, weights.data, limit=_no_limit(weights))
    return with_weights(dataset, replace(read_weights(source, dataset.gold), digest=mark))


def score(dataset: Dataset, extras: TaskExtras) -> dict[str, Scored]:
    """Score every system of a dataset by every method of ``METHODS``; nothing for a dataset without systems."""
    by_method = {name: method(dataset, extras) for name, method in METHODS.items()}
    return {
        system.name: Scored(
            system,
            {f"{method}.{name}": value for method in METHODS for name, value in by_method[method][system.name].items()},
            task_signature(replace(dataset, systems=(system,)), extras),
        )
        for system in dataset.systems
    }


def task_signature(dataset: Dataset, extras: TaskExtras) -> str:
    """Return the signature of scores on a task; references, as private as gold, are counted in it only."""
    return signature(dataset, {"references": len(extras.references)} if extras.references else None)


def read_file(file: BoardFile, role: Role) -> Document:
    """Read a file that the board holds, as it was read when it came.

    Raises:
        InputError: it cannot be read so.
    """
    source = Source.from_bytes(file.name, file.data, limit=_no_limit(file))
    return read(source, role=role, options=file.options)


def _no_limit(file: BoardFile) -> int:
    """Return a limit that the file keeps: what was taken in once is read again, whatever limits there are now."""
    # What gzip packs has at least a 1032nd of its size left.
    return 1100 * (len(file.data) + 1)


def _bakeoff(dataset: Dataset, extras: TaskExtras) -> dict[str, Scores]:
    from cwsdiag.bakeoff import score_bakeoff

    return {row.name: _fields(row, without=("name",)) for row in score_bakeoff(dataset)}


def _separators(dataset: Dataset, extras: TaskExtras) -> dict[str, Scores]:
    """Score separators against gold and, where there are references beside it, against both ends of what they allow."""
    from cwsdiag.separators import separator_distances

    found = separator_distances((dataset.gold, *extras.references), dataset.systems)
    scores = {row.name: _separator_scores(row) for row in found.scores}
    for ends in found.ranges:
        for end, row in (("intersection", ends.intersection), ("union", ends.union)):
            scores[row.name] |= {f"{end}.{key}": value for key, value in _separator_scores(row).items()}
    return scores


def _separator_scores(row: SeparatorScore) -> Scores:
    return {
        "sub": row.sub,
        "ins": row.ins,
        "del": row.dels,
        "distance": row.distance,
        "precision": row.precision,
        "recall": row.recall,
        "f1": row.f1,
    }


def _balanced(dataset: Dataset, extras: TaskExtras) -> dict[str, Scores]:
    """Score by difficulty, where that is known; precision, recall and F1 without weights are those of the bakeoffs."""
    if dataset.difficulty is None:
        return {system.name: {} for system in dataset.systems}
    from cwsdiag.balanced import score_balanced

    plain = ("name", "precision", "recall", "f1")
    return {row.name: _fields(row, without=plain) for row in score_balanced(dataset)}


def _fields(row: BakeoffScore | BalancedScore, *, without: Collection[str]) -> Scores:
    return {key: value for key, value in asdict(row).items() if key not in without}


# Name and function: of each system, the scores by their names. A new method is a function and its line.
METHODS: dict[str, Method] = {
    "bakeoff": _bakeoff,
    "separators": _separators,
    "balanced": _balanced,
}
