"""Diagnose Chinese word segmenters: where each system fails, by how much, and on which words.

    dataset = cwsdiag.load(gold="test.txt", training="train.txt", systems={"mine": "mine.txt"})
    diagnosis = cwsdiag.diagnose(dataset)
    diagnosis.breakdown          # one row for each system, attribute and bucket

``docs/methods.md`` says what every number means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cwsdiag.api import (
        ATTRIBUTES,
        Attribute,
        Dataset,
        Diagnosis,
        Figure,
        SystemScore,
        diagnose,
        load,
        load_dataset,
        read_project,
        score_systems,
    )

__version__ = "0.3.0"

__all__ = [
    "ATTRIBUTES",
    "Attribute",
    "Dataset",
    "Diagnosis",
    "Figure",
    "SystemScore",
    "__version__",
    "diagnose",
    "load",
    "load_dataset",
    "read_project",
    "score_systems",
]


def __getattr__(name: str) -> Any:
    # Names are looked up when first used: `cwsdiag --version` must not wait for numpy.
    if name in __all__:
        from cwsdiag import api

        return getattr(api, name)
    raise AttributeError(f"module 'cwsdiag' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
