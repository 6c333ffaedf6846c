"""Findings as documents and as text for the terminal, each with its sentence as gold and the systems cut it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import translated
from cwsdiag.languages.visible import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.exhibits import Exhibit
    from cwsdiag.findings import Shown

    Document = dict[str, Any]


def findings_document(found: Sequence[Shown]) -> Document:
    """Return findings as ``cwsdiag findings`` tells them: each as it is kept, as it stands now, and its example."""
    return {"findings": [_row(one) for one in found]}


def _row(shown: Shown) -> Document:
    finding = shown.finding
    row: Document = {
        "id": finding.id,
        "title": finding.title,
        "note": finding.note,
        "kind": finding.kind,
        **asdict(finding.where),
        "options": dict(finding.options),
        "show": finding.show,
        "page": finding.page,
        "headline": finding.headline,
        "numbers": dict(finding.numbers),
        "digests": dict(finding.digests),
        "signature": finding.signature,
        "now": None,
        "changed": list(shown.standing.changed),
        "differs": {name: {"then": then, "now": now} for name, (then, now) in shown.standing.numbers.items()},
        "problem": None if shown.problem is None else str(shown.problem),
        "example": None,
    }
    if shown.exhibit is not None:
        row["now"] = shown.exhibit.content.sentence
        row["example"] = example_row(shown.exhibit)
    return row


def example_row(exhibit: Exhibit) -> Document | None:
    """Return the sentence of an exhibit: its number from 1, and the words of gold and of each system; None without."""
    found = exhibit.example
    if found is None:
        return None
    dataset = exhibit.look.dataset
    made = {name: dataset.system(name).sentence_words(found.sentence) for name in found.systems.values()}
    return {"sentence": found.sentence + 1, "gold": dataset.gold.sentence_words(found.sentence), "systems": made}


def findings_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield each finding of a document: number, title, what it says, what has changed, its example."""
    for place, row in enumerate(document["findings"], start=1):
        yield f"{place}. {printable(row['title'])}"
        yield f"   {printable(row['now'] or row['headline'] or row['problem'] or '')}"
        yield from (f"   {line}" for line in _changes(row))
        yield from (f"   note: {printable(line)}" for line in row["note"].splitlines())
        if row["example"] is not None:
            yield from (f"   {line}" for line in _example(row["example"]))
        yield f"   figure: {_command(row)}"
        yield ""
    if not document["findings"]:
        yield "No findings."


def _changes(row: Mapping[str, Any]) -> Iterator[str]:
    if row["problem"] is not None and row["headline"]:
        yield f"cannot be made any more: {printable(translated(row['problem']))}"
    if row["changed"]:
        yield f"its files have changed: {', '.join(map(printable, row['changed']))}"
    for name, pair in row["differs"].items():
        yield f"{printable(name)}: {pair['then']:.6g} when it was kept, {pair['now']:.6g} now"


def _example(example: Mapping[str, Any]) -> Iterator[str]:
    yield f"sentence {example['sentence']:,}"
    rows = {"gold": example["gold"], **example["systems"]}
    for name, words in rows.items():
        yield f"  {printable(name)}: {printable(' '.join(words))}"


def _command(row: Mapping[str, Any]) -> str:
    """Return what draws a finding, as it is typed after ``cwsdiag figure``."""
    import shlex

    said = [row["kind"], "PROJECT"]
    for key in ("dataset", "buckets", "unit"):
        said += [f"--{key}", row[key]] if row[key] else []
    said += ["--baselines"] if row["baselines"] else []
    for key, value in row["options"].items():
        said += [f"--{key}", value]
    return printable("cwsdiag figure " + shlex.join(said))
