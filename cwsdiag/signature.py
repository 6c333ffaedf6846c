"""The line that says where numbers come from: version, digests of the files, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        One line such as ``cwsdiag 0.1.0 | gold:3f0c…(words,utf-8) | training:none | seed:0``: of each file the first
        12 hexadecimal digits of its SHA-256, and how it was read. Difficulties have a part of their own where they are
        known, with the committee they come from: ``weights:77ab…(sxu-f3)``.
    """
    from cwsdiag import __version__

    parts = [f"cwsdiag {__version__}", f"gold:{_file(dataset.gold)}"]
    parts.append("training:none" if dataset.training is None else f"training:{_file(dataset.training)}")
    if dataset.difficulty is not None:
        parts.append(f"weights:{dataset.difficulty.digest[:DIGEST_SHOWN]}({dataset.difficulty.committee})")
    parts += [f"{system.name}:{_file(system)}" for system in dataset.systems]
    parts.append(f"mismatch:{dataset.mismatch}")
    parts += [f"{name}:{value}" for name, value in (settings or {}).items()]
    return " | ".join(parts)


def _file(part: Segmentation | TrainingStats) -> str:
    return f"{part.digest[:DIGEST_SHOWN]}({part.reading})"
