"""The audit of gold as document, and as rows to be marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cwsdiag.diagnosis.audit import MARKS, Audit, Cut, Proposal, Suspect, corrected
from cwsdiag.exhibits.places import audit
from cwsdiag.output import Table
from cwsdiag.report.documents import Document, gold_facts
from cwsdiag.report.terminal import content_lines
from cwsdiag.scores import score_systems
from cwsdiag.signature import signature
from cwsdiag.views.columns import Column
from cwsdiag.views.look import Look
from cwsdiag.views.rows import score_row

Marks = Mapping[Proposal, str]

_BEFORE_AND_AFTER = {
    "name": Column("system"),
    "before": Column("F1 before", format="score"),
    "after": Column("F1 after", format="score"),
    "difference": Column("points", format="signed"),
}


def audit_document(look: Look, marks: Marks | None, warnings: list[str]) -> Document:
    """Return what ``cwsdiag audit`` tells: the places by kind; with marks these, and scores before and after.

    Args:
        look: whose gold it is.
        marks: what somebody says of places; None without.
        warnings: what looks wrong with the files.
    """
    dataset, audit, said = look.dataset, look.audit, marks or {}
    document = {
        "signature": signature(dataset),
        "gold": gold_facts(dataset),
        "strings": [_place(one, said) for one in audit.strings],
        "agreed": [_place(one, said) | {"systems": one.systems} for one in audit.agreed or ()],
        "training": [_place(one, said) | {"training": _cuts(one.training)} for one in audit.training or ()],
        "warnings": warnings,
    }
    if marks is None:
        return document
    counts = Counter(marks.values())
    after = replace(dataset, gold=corrected(dataset.gold, marks))
    return document | {
        "marks": {mark: counts[mark] for mark in MARKS},
        "before": list(map(score_row, score_systems(dataset))),
        "after": list(map(score_row, score_systems(after))),
    }


def _place(one: Suspect, marks: Marks) -> Document:
    return {
        "sentence": one.sentence + 1,
        "start": one.start,
        "end": one.end,
        "gold": list(one.gold),
        "proposal": list(one.proposal),
        "rank": one.rank,
        "ways": _cuts(one.ways),
        "mark": marks.get(one.key),
    }


def _cuts(cuts: Sequence[Cut]) -> list[Document]:
    return [{"words": list(words), "count": count} for words, count in cuts]


def audit_rows(audit: Audit, marks: Marks) -> list[Document]:
    """Return a row a place, by rank, to be marked: what ``read_marks`` reads, and why it is there."""
    rows = []
    for alike in audit.places:
        place = _place(alike[0], marks)
        del place["ways"]
        for key in ("gold", "proposal"):
            place[key] = " ".join(place[key])
        rows.append({"kind": " ".join(one.kind for one in alike), **place})
    return rows


def audit_lines(look: Look, document: Document, marks: Marks) -> Iterator[str]:
    """Yield the exhibit, what marks there are, and the scores before and after."""
    yield from content_lines(audit(look, marks=marks))
    if "marks" in document:
        yield from ("", "marks: " + ", ".join(f"{count:,} {mark}" for mark, count in document["marks"].items()))
        rows = [
            {
                "name": before["name"],
                "before": before["f1"],
                "after": after["f1"],
                "difference": 100 * (after["f1"] - before["f1"]),
            }
            for before, after in zip(document["before"], document["after"], strict=True)
        ]
        yield from Table(rows, _BEFORE_AND_AFTER).lines()
    yield from ("", document["signature"])
