"""Versions of a system as a JSON document, and as text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.diagnosis.versions import steps
from cwsdiag.report.comparison_text import verdict_said
from cwsdiag.report.diagnosis_text import difference_in_points, few_units
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.views.columns import VERSIONS
from cwsdiag.views.versions import step_row, versions_frame
from cwsdiag.views.wording import bucket_said, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.versions import Part
    from cwsdiag.report.documents import Document

_WORDS_SHOWN = 10


def versions_document(diagnosis: Diagnosis, system: str, part: Part, warnings: Sequence[str]) -> Document:
    """Return what ``cwsdiag versions`` tells of a system on a dataset."""
    return {
        "signature": diagnosis.signature,
        "unit": diagnosis.unit,
        "units": len(diagnosis.unit_starts),
        "dataset": diagnosis.dataset.name,
        "gold": gold_facts(diagnosis.dataset),
        "system": system,
        "attribute": None if part is None else part[0],
        "bucket": None if part is None else _label(diagnosis, part),
        "versions": versions_frame(diagnosis, part).to_dict("records"),
        "steps": [step_row(diagnosis, step) for step in steps(diagnosis, part)],
        "warnings": list(warnings),
    }


def versions_lines(document: Document) -> Iterator[str]:
    """Yield a table of the versions, and of each step a sentence and the words that changed most."""
    system, dataset, key = (document[name] for name in ("system", "dataset", "attribute"))
    where = "" if key is None else f", {attribute_name(key)} {bucket_said(document['bucket'])}"
    yield f"{printable(system)} on {printable(dataset)}{where}"
    yield ""
    yield text_table(document["versions"], VERSIONS)
    for step in document["steps"]:
        yield from _step_lines(step, document)
    yield from ("", *few_units(document), document["signature"])


def _step_lines(step: Document, document: Document) -> Iterator[str]:
    change, words = step["f1"], step["words"]
    yield ""
    yield (
        f"{printable(step['before'])} → {printable(step['after'])}: {counted(step['won'], 'gold words')} won, "
        f"{step['lost']:,} lost; F1 {difference_in_points(change)} points, {_verdict(change, document)}"
    )
    if words:
        yield ""
        yield text_table(words[:_WORDS_SHOWN])
    if len(words) > _WORDS_SHOWN:
        yield f"… and {counted(len(words) - _WORDS_SHOWN, 'words')} more: --json has all."


def _verdict(change: Document, document: Document) -> str:
    steps = len(document["steps"])
    return verdict_said(change, document, adjusted=f"adjusted for {counted(steps, 'steps')}" if steps > 1 else "")


def _label(diagnosis: Diagnosis, part: tuple[str, int]) -> str:
    buckets = diagnosis.attribute(part[0]).buckets
    return "" if buckets is None else buckets.labels[part[1]]
