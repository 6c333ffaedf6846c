"""``results.json``: all numbers of a project in one document; the same files and settings give the same bytes.

``docs/report.md`` explains its keys. Findings are documents too, each with its sentence as gold and the systems cut it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from cwsdiag import __version__
from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.paired import compare
from cwsdiag.findings import Lost, Shown
from cwsdiag.languages import translated
from cwsdiag.languages.visible import printable
from cwsdiag.report.documents import Document, diagnosis_document, to_json
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.rows import comparison_row, verdict_row

# Raised when a key goes, or means something else; a new key needs none. ``docs/report.md`` says what changed.
SCHEMA = 2


def project_results(looks: Sequence[PrivateLook], *, all_pairs: bool = False) -> Document:
    """Return all numbers of several datasets as one document.

    Args:
        looks: a dataset each, names all different; there may be none. Where gold is private there are no counts a
            sentence, from which one could tell how many words gold has where.
        all_pairs: whether the aided diagnosis is of every pair of systems; see ``diagnosis_document``.
    """
    return {
        "schema": SCHEMA,
        "cwsdiag": __version__,
        "datasets": [_dataset_results(one, all_pairs=all_pairs) for one in looks],
    }


def results_json(document: Document) -> str:
    """Return the document of ``project_results`` as the text of a file.

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


def _dataset_results(look: PrivateLook, *, all_pairs: bool) -> Document:
    diagnosis, dataset = look.diagnosis, look.dataset
    training, weights, documents = dataset.training, dataset.difficulty, dataset.documents
    document = diagnosis_document(diagnosis, dataset.warnings, all_pairs=all_pairs)
    for row, system in zip(document["systems"], dataset.systems, strict=True):
        row |= {"sha256": system.digest, "reading": system.reading}
    # The tests of all words, with those of buckets: by more swaps where few units differ over all words.
    verdicts = look.verdicts()
    by_bucket = compare(diagnosis, [(one.a, one.b) for one in verdicts])
    return {
        "name": dataset.name,
        "files": {
            "gold": {"sha256": dataset.gold.digest, "reading": dataset.gold.reading},
            "training": None if training is None else {"sha256": training.digest, "reading": training.reading},
            "weights": None if weights is None else {"sha256": weights.digest, "committee": weights.committee},
            # Gold itself may say where its documents begin.
            "documents": None if documents is None or not documents.digest else {"sha256": documents.digest},
            **({"labels": {"sha256": dataset.labels_digest}} if dataset.labels_digest else {}),
        },
        "settings": {
            "mismatch": dataset.mismatch,
            "resamples": diagnosis.resamples,
            "seed": diagnosis.seed,
            "min_size": diagnosis.min_size,
            "min_units": diagnosis.min_units,
        },
        **document,
        "comparisons": [
            verdict_row(one) | {key: comparison_row(other)[key] for key in ("tested", "buckets")}
            for one, other in zip(verdicts, by_bucket, strict=True)
        ],
        "counts": [_counts(diagnosis, name) for name in diagnosis.systems] if isinstance(look, Look) else None,
    }


def _counts(diagnosis: Diagnosis, system: str) -> Document:
    """Return gold, system and matched units of each sentence, over all words and for every bucket."""
    counts = diagnosis.counts[system]
    kinds = {"gold": counts.gold, "predicted": counts.system, "matched": counts.matched}

    def column(number: int) -> Document:
        return {key: array[:, number].tolist() for key, array in kinds.items()}

    return {
        "system": system,
        **column(0),
        "buckets": [
            {"attribute": key, "bucket": bucket, **column(diagnosis.columns(key).start + bucket)}
            for bucketed in diagnosis.attributes
            for key in [bucketed.attribute.key]
            for bucket in range(bucketed.size)
        ],
    }


_KEPT = ("show", "page", "headline", "numbers", "digests", "signature")


def findings_document(findings: Sequence[Shown | Lost]) -> Document:
    """Return findings as ``cwsdiag findings`` prints them: each as it is kept, as it stands now, and its example."""
    return {"findings": [_row(one) for one in findings]}


def _row(shown: Shown | Lost) -> Document:
    finding = shown.finding
    row: Document = {key: getattr(finding, key) for key in ("id", "title", "note", "kind")}
    row |= {**asdict(finding.where), "options": dict(finding.options)}
    row |= {key: getattr(finding, key) for key in _KEPT}
    row |= {"now": None, "changed": [], "differs": {}, "problem": None, "example": None}
    if isinstance(shown, Lost):
        return row | {"problem": str(shown.problem)}
    exhibit, standing = shown.exhibit, shown.standing
    row |= {
        "now": exhibit.content.sentence,
        "changed": list(standing.changed),
        "differs": {name: {"then": then, "now": now} for name, (then, now) in standing.numbers.items()},
    }
    example = exhibit.example
    if example is not None:
        dataset, sentence = exhibit.look.dataset, example.sentence
        row["example"] = {
            "sentence": sentence + 1,
            "gold": dataset.gold.sentence_words(sentence),
            "systems": {name: dataset.system(name).sentence_words(sentence) for name in example.systems.values()},
        }
    return row


def findings_lines(document: Document) -> Iterator[str]:
    """Yield each finding of a document: number, title, sentence, what has changed, its example, what draws it."""
    for place, row in enumerate(document["findings"], start=1):
        lines = [row["now"] or row["headline"] or row["problem"] or ""]
        if row["problem"] is not None and row["headline"]:
            lines.append(f"cannot be made any more: {translated(row['problem'])}")
        if row["changed"]:
            lines.append(f"its files have changed: {', '.join(row['changed'])}")
        for name, pair in row["differs"].items():
            lines.append(f"{name}: {pair['then']:.6g} when it was kept, {pair['now']:.6g} now")
        lines += [f"note: {line}" for line in row["note"].splitlines()]
        if example := row["example"]:
            lines.append(f"sentence {example['sentence']:,}")
            rows = {"gold": example["gold"], **example["systems"]}
            lines += [f"  {name}: {' '.join(words)}" for name, words in rows.items()]
        where = {key: row[key] for key in ("dataset", "buckets", "unit") if row[key]}
        options = [part for key, value in (where | row["options"]).items() for part in (f"--{key}", value)]
        command = [row["kind"], "PROJECT", *options, *(["--baselines"] if row["baselines"] else [])]
        lines.append(f"figure: cwsdiag figure {shlex.join(command)}")
        yield printable(f"{place}. {row['title']}")
        yield from (f"   {printable(line)}" for line in lines)
        yield ""
    if not document["findings"]:
        yield "No findings."
