"""The line that says where numbers come from: version, digests of the files, settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cwsdiag.formats import comparable

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats

DIGEST_SHOWN = 12


def signature(dataset: Dataset, settings: Mapping[str, object] | None = None) -> str:
    """Return the signature of results on a dataset.

    Args:
        dataset: what they were computed from.
        settings: those that change the numbers, in the order to be shown.

    Returns:
        One line such as ``cwsdiag 0.2.0 | gold:3f0c…(words,utf-8) | training:none | seed:0``: of each file the first
        12 hexadecimal digits of its SHA-256, and how it was read. Difficulties have a part of their own where they are
        known, with the committee they come from: ``weights:77ab…(sxu-f3)``. So has a file that says which document
        sentences are of: ``documents:9d02…``, and a table of labels: ``labels:11ce…``.
    """
    return joined([*_parts(dataset), f"mismatch:{dataset.mismatch}"], settings)


def study_signature(datasets: Sequence[Dataset], settings: Mapping[str, object]) -> str:
    """Return the signature of results on several datasets: after the name of each its files, then the settings."""
    return joined([f"{one.name}[{', '.join(_parts(one))}, mismatch:{one.mismatch}]" for one in datasets], settings)


def prediction_parts(dataset: Dataset) -> dict[str, str]:
    """Return what the signature of results on several datasets says of the predictions of one, as settings."""
    systems = {f"{dataset.name}/{system.name}": file_part(system) for system in dataset.systems}
    return {**systems, f"{dataset.name}/mismatch": dataset.mismatch}


def segmenter_part(model: str, normalise: Sequence[str]) -> str:
    """Return what a signature says of the built-in segmenter: its texts may be less normalised than others beside it.

    Args:
        model: its name, such as ``perceptron F2``.
        normalise: keys of ``NORMALISATIONS`` done to the other texts.
    """
    done = comparable(normalise)
    return model if done == tuple(normalise) else f"{model}({','.join(done) or 'as it is'})"


def file_part(part: Segmentation | TrainingStats | None) -> str:
    """Return the first digits of a file's digest, and how it was read; ``none`` for none."""
    return "none" if part is None else f"{part.digest[:DIGEST_SHOWN]}({part.reading})"


def joined(parts: Iterable[str], settings: Mapping[str, object] | None) -> str:
    """Return a signature of parts that are written out, and of settings."""
    from cwsdiag import __version__

    told = (f"{name}:{value}" for name, value in (settings or {}).items())
    return " | ".join([f"cwsdiag {__version__}", *parts, *told])


def _parts(dataset: Dataset) -> list[str]:
    parts = [f"gold:{file_part(dataset.gold)}", f"training:{file_part(dataset.training)}"]
    if dataset.difficulty is not None:
        parts.append(f"weights:{dataset.difficulty.digest[:DIGEST_SHOWN]}({dataset.difficulty.committee})")
    if dataset.documents is not None and dataset.documents.digest:
        parts.append(f"documents:{dataset.documents.digest[:DIGEST_SHOWN]}")
    if dataset.labels_digest:
        parts.append(f"labels:{dataset.labels_digest[:DIGEST_SHOWN]}")
    return [*parts, *(f"{system.name}:{file_part(system)}" for system in dataset.systems)]
