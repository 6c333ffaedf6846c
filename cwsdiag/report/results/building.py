"""Makes the document of a project's results; the same files and settings give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag import __version__
from cwsdiag.diagnosis.paired import compare
from cwsdiag.report.documents import diagnosis_document, to_json
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.rows import comparison_row, verdict_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.report.documents import Document
    from cwsdiag.text import Segmentation

# Raised when a key goes, or means something else; a new key needs none. ``docs/results.md`` says what changed.
SCHEMA = 2


def project_results(found: Sequence[PrivateLook], *, all_pairs: bool = False) -> Document:
    """Return all numbers of several datasets as one document.

    Args:
        found: a dataset each, names all different; there may be none. Where gold is private there are no counts a
            sentence, from which one could tell how many words gold has where.
        all_pairs: whether the aided diagnosis is of every pair of systems; see ``diagnosis_document``.
    """
    return {
        "schema": SCHEMA,
        "cwsdiag": __version__,
        "datasets": [_dataset_results(one, all_pairs=all_pairs) for one in found],
    }


def results_json(document: Document) -> str:
    """Return what ``project_results`` made as the text of a file.

    A row of plain values stands on one line, and so does a list of numbers: two such files can be told apart by lines.
    """
    return _written(document, 0) + "\n"


def _written(value: Any, depth: int) -> str:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not any(isinstance(one, (dict, list)) for one in inside):
        return to_json(value, compact=True)
    indent = "\n" + " " * depth
    if isinstance(value, dict):
        rows = [f"{to_json(key)}: {_written(one, depth + 1)}" for key, one in value.items()]
    else:
        rows = [_written(one, depth + 1) for one in inside]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}{indent} " + f",{indent} ".join(rows) + f"{indent}{closing}"


def _dataset_results(found: PrivateLook, *, all_pairs: bool) -> Document:
    diagnosis, dataset = found.diagnosis, found.dataset
    document = diagnosis_document(diagnosis, dataset.warnings, all_pairs=all_pairs)
    for row, system in zip(document["systems"], dataset.systems, strict=True):
        row |= _file(system)
    return {
        "name": dataset.name,
        "files": _files(dataset),
        "settings": {
            "mismatch": dataset.mismatch,
            "resamples": diagnosis.resamples,
            "seed": diagnosis.seed,
            "min_size": diagnosis.min_size,
            "min_units": diagnosis.min_units,
        },
        **document,
        "comparisons": _comparisons(found),
        "counts": [_counts(diagnosis, name) for name in diagnosis.systems] if isinstance(found, Look) else None,
    }


def _comparisons(found: PrivateLook) -> list[Document]:
    """Return the tests of all words, with those of buckets: by more swaps where few units differ over all words."""
    tested = found.verdicts()
    by_bucket = compare(found.diagnosis, [(one.a, one.b) for one in tested])
    return [
        verdict_row(one) | {key: comparison_row(other)[key] for key in ("tested", "buckets")}
        for one, other in zip(tested, by_bucket, strict=True)
    ]


def _files(dataset: Dataset) -> Document:
    training, weights, documents = dataset.training, dataset.difficulty, dataset.documents
    return {
        "gold": _file(dataset.gold),
        "training": None if training is None else {"sha256": training.digest, "reading": training.reading},
        "weights": None if weights is None else {"sha256": weights.digest, "committee": weights.committee},
        # Gold itself may say where its documents begin.
        "documents": None if documents is None or not documents.digest else {"sha256": documents.digest},
    }


def _file(text: Segmentation) -> Document:
    return {"sha256": text.digest, "reading": text.reading}


def _counts(diagnosis: Diagnosis, system: str) -> Document:
    """Return gold, system and matched units of each sentence, over all words and for every bucket."""
    kinds = {"gold": "gold", "predicted": "system", "matched": "matched"}
    counts = diagnosis.counts[system]

    def column(number: int) -> Document:
        return {key: getattr(counts, kind)[:, number].tolist() for key, kind in kinds.items()}

    return {
        "system": system,
        **column(0),
        "buckets": [
            {"attribute": bucketed.attribute.key, "bucket": bucket, **column(first + bucket)}
            for bucketed in diagnosis.attributes
            for first in [diagnosis.columns(bucketed.attribute.key).start]
            for bucket in range(bucketed.size)
        ],
    }
