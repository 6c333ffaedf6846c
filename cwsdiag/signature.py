"""The line that says where numbers come from: version, digests of the files, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.dataset import Dataset

DIGEST_SHOWN = 12


def signature(dataset: Dataset, settings: Mapping[str, object] | None = None) -> str:
    """Return the signature of results on a dataset.

    Args:
        dataset: what they were computed from.
        settings: those that change the numbers, in the order to be shown.

    Returns:
        One line such as ``cwsdiag 0.1.0 | gold:3f0c… | training:9a1b… | jieba:77d0… | seed:0``; digests are the first
        12 hexadecimal digits of the SHA-256 of each file.
    """
    from cwsdiag import __version__

    parts = [f"cwsdiag {__version__}", f"gold:{dataset.gold.digest[:DIGEST_SHOWN]}"]
    training = dataset.training
    parts.append("training:none" if training is None else f"training:{training.digest[:DIGEST_SHOWN]}")
    parts += [f"{system.name}:{system.digest[:DIGEST_SHOWN]}" for system in dataset.systems]
    parts.append(f"normalise:{'+'.join(dataset.normalise) or 'none'}")
    parts.append(f"mismatch:{dataset.mismatch}")
    parts += [f"{name}:{value}" for name, value in (settings or {}).items()]
    return " | ".join(parts)
