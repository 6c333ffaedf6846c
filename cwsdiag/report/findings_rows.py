"""Findings as documents and as text for the terminal, each with its sentence as gold and the systems cut it."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.findings import Lost
from cwsdiag.languages import translated
from cwsdiag.languages.visible import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.findings import Shown

    Document = dict[str, Any]

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
