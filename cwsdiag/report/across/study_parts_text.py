"""Parts of systems as text for the terminal, made from ``study_document``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import signed
from cwsdiag.report.across.study_tables import pivot
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Document = Mapping[str, Any]

_POINTS = 100
_GAINS = {
    "part": "part",
    "values": "from → to",
    "pairs": "pairs",
    "mean": "brings, points",
    "datasets": "datasets",
    "most": "most where",
    "least": "least where",
}


def parts_lines(document: Document) -> Iterator[str]:
    """Yield what systems are made of, what the values of a part bring, and the pairs that differ in one; or nothing."""
    if document["parts"]:
        yield from ("", "What the systems are made of", "", _parts_table(document["parts"]))
    if not document["part_pairs"]:
        return
    yield from ("", "What a part brings: F1 with the second value minus F1 with the first, mean over pairs and")
    yield "datasets, 95 % over datasets (Student's t; none below three); buckets are chosen after looking at all"
    yield from ("", text_table([_gain_cells(row) for row in document["part_gains"]], _GAINS))
    yield from ("", "Pairs of systems that differ in one part: F1 of both × 100, and second minus first in points", "")
    yield _pairs_table(document["part_pairs"])


def _parts_table(rows: Sequence[Document]) -> str:
    models, parts = ({row[key]: row[key] for row in rows} for key in ("model", "part"))
    return pivot({(row["model"], row["part"]): row["value"] for row in rows}, models, parts, corner="model")


def _gain_cells(row: Document) -> dict[str, Any]:
    # A bucket that few datasets have is no match for one that all have.
    known = max((one["datasets"] for one in row["where"]), default=0)
    found = sorted((one for one in row["where"] if one["datasets"] == known), key=lambda one: one["gain"])
    ends = {"most": _where(found[-1]), "least": _where(found[0])} if found else dict.fromkeys(("most", "least"))
    return {**row, "values": _values(row), "mean": _mean(row), **ends}


def _where(row: Document) -> str:
    """Return a bucket with what a part brings there: chosen after looking at all of them."""
    bucket = f"{attribute_name(row['attribute'])} {row['bucket'] + 1} of {row['buckets']}"
    return f"{bucket}: {signed(_POINTS * row['gain'], 2)}"


def _pairs_table(rows: Sequence[Document]) -> str:
    datasets = {one["dataset"]: one["dataset"] for one in rows[0]["scores"]}
    cells: dict[tuple[Any, Any], str] = {}
    lines: dict[Any, str] = {}
    for place, row in enumerate(rows):
        first, second = printable(row["first"]), printable(row["second"])
        lines[place] = f"{printable(row['part'])}: {first} → {second}"
        # A dataset may be called so; nothing that is no text is a name.
        cells[place, None] = _mean(row)
        for one in row["scores"]:
            cells[place, one["dataset"]] = _scores(one)
    return pivot(cells, lines, {**datasets, None: "mean"}, corner="pair")


def _values(row: Document) -> str:
    return f"{printable(row['first_value'])} → {printable(row['second_value'])}"


def _mean(row: Document) -> str:
    """Return a mean gain in points, with its interval where it has one; a dash where it is undefined."""
    gain, low, high = (signed(_POINTS * row[key], 2) for key in ("gain", "low", "high"))
    return gain if math.isnan(row["low"]) else f"{gain} [{low}, {high}]"


def _scores(row: Document) -> str:
    first, second = (number(_POINTS * row[key], 2) for key in ("first_f1", "second_f1"))
    gain = "" if math.isnan(row["gain"]) else f" ({signed(_POINTS * row['gain'], 2)})"
    return f"{first} → {second}{gain}"
