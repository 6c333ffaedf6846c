"""The JSON documents of the command line, as plain dictionaries and lists."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.baselines import oracle_recall, without_vote
from cwsdiag.dataset import Dataset
from cwsdiag.languages.visible import in_json
from cwsdiag.scores import score_runs, score_systems, score_tags
from cwsdiag.signature import signature
from cwsdiag.text import Segmentation
from cwsdiag.views import rows

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.diagnosis.runs import RunsComparison

Document = dict[str, Any]


def score_document(dataset: Dataset, warnings: Sequence[str], *, tags: bool = False, oracle: bool = False) -> Document:
    """Return what ``cwsdiag score`` tells: signature, gold, systems, models of several runs, warnings.

    Args:
        dataset: what is scored.
        warnings: what looks wrong with the files.
        tags: whether parts of speech are scored too.
        oracle: whether it has ``oracle_recall``.

    Raises:
        SettingError: parts of speech are scored, and gold or all systems have none.
    """
    scores = score_systems(dataset)
    tagged = [rows.tag_row(score) for score in score_tags(dataset)] if tags else [{}] * len(scores)
    return {
        "signature": signature(dataset),
        "gold": gold_facts(dataset),
        "systems": [rows.score_row(score) | more for score, more in zip(scores, tagged, strict=True)],
        "runs": [rows.runs_row(score) for score in score_runs(dataset.runs, scores)],
        **({"oracle_recall": oracle_recall(dataset)} if oracle else {}),
        "warnings": list(warnings),
    }


def diagnosis_document(
    diagnosis: Diagnosis,
    warnings: Sequence[str],
    *,
    all_pairs: bool = False,
    tags: bool = False,
    slices: bool = False,
) -> Document:
    """Return what ``cwsdiag diagnose`` tells: the scores, kinds of errors, and all that the diagnosis holds.

    Args:
        diagnosis: of the systems.
        warnings: what looks wrong with the files.
        all_pairs: whether the aided diagnosis is of every pair of systems; else of the best with each and of neighbours
            by rank.
        tags: whether parts of speech are scored too, see ``score_document``.
        slices: whether it has slices of two.
    """
    document = score_document(diagnosis.dataset, warnings, tags=tags)
    for row in document["systems"]:
        f1, accuracy = diagnosis.intervals[row["name"]][0], diagnosis.sentence_accuracies[row["name"]]
        kinds = diagnosis.kind_counts(row["name"])
        row |= {
            "f1_low": f1.low,
            "f1_high": f1.high,
            "sentence_accuracy_low": accuracy.low,
            "sentence_accuracy_high": accuracy.high,
            "unit": diagnosis.unit_of(row["name"]),
            "block_factor": diagnosis.block_factor(row["name"]),
            "kinds": rows.kinds_row(kinds),
            "missed_oov": None if kinds.oov_classes is None else dict(kinds.oov_classes),
        }
    pairs = rows.aided_diagnosis_rows(diagnosis, all_pairs=all_pairs)
    units = [row["unit"] for row in document["systems"]]
    unit = only(units or [diagnosis.unit_of()])
    document |= {
        "signature": diagnosis.signed([*units, *(row["unit"] for row in pairs)]),
        "unit": unit,
        "units": None if unit is None else len(diagnosis.starts(unit)),
        "attributes": [rows.attribute_row(bucketed) for bucketed in diagnosis.attributes],
        "breakdown": rows.breakdown_rows(diagnosis),
        "self_diagnosis": rows.self_diagnosis_rows(diagnosis),
        "aided_diagnosis": pairs,
        "hidden": [one._asdict() for one in diagnosis.hidden()],
    }
    if slices:
        names = [system.name for system in without_vote(diagnosis.dataset).systems]
        document["slices"] = rows.slice_rows(diagnosis, names)
    return document


def comparison_document(
    comparison: PairedComparison, diagnosis: Diagnosis, warnings: Sequence[str], *, slices: bool = False
) -> Document:
    """Return what ``cwsdiag compare`` tells of two systems, with slices of two or without."""
    from cwsdiag.diagnosis.error_kinds import agreement
    from cwsdiag.views.buckets import undefined_text

    kinds = {
        side: rows.kinds_row(diagnosis.kind_counts(name)) for side, name in (("a", comparison.a), ("b", comparison.b))
    }
    return {
        "signature": diagnosis.signed([comparison.unit]),
        **rows.comparison_row(comparison),
        "agreement": asdict(agreement(diagnosis.dataset, comparison.a, comparison.b)),
        "kinds": kinds,
        **({"slices": rows.slice_difference_rows(diagnosis, comparison.a, comparison.b)} if slices else {}),
        "warnings": [*warnings, *undefined_text(diagnosis)],
    }


def runs_document(comparison: RunsComparison, diagnosis: Diagnosis, warnings: Sequence[str]) -> Document:
    """Return what ``cwsdiag compare`` tells of two systems of which at least one was run several times."""
    row = rows.runs_comparison_row(comparison)
    return {"signature": diagnosis.signed([comparison.unit]), **row, "warnings": list(warnings)}


def to_json(document: Any, *, compact: bool = False) -> str:
    """Return a document, or a list of them, as JSON; numbers are not rounded, undefined ones are null.

    What cannot be seen is escaped, lone surrogates too: any terminal may get it, and it can be encoded.

    Args:
        document: of plain values.
        compact: without blanks between values.
    """
    separators = (",", ":") if compact else None
    return in_json(json.dumps(_without_nan(document), ensure_ascii=False, allow_nan=False, separators=separators))


def gold_facts(dataset: Dataset) -> Document:
    """Return what documents tell about gold."""
    oov = dataset.oov
    return {**sizes(dataset.gold), "oov_rate": math.nan if oov is None else float(np.mean(oov))}


def only(units: Iterable[str]) -> str | None:
    """Return the unit that all of some share; None where each has its own."""
    first, *others = dict.fromkeys(units)
    return None if others else first


def sizes(text: Segmentation) -> Document:
    """Return how long a text is."""
    return {"sentences": len(text.text.sentence_ends), "words": len(text), "characters": len(text.text.chars)}


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
