"""A diagnosis as text for the terminal, made from its JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.tables import printable, text_table
from cwsdiag.views.wording import UNDEFINED, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    Document = Mapping[str, Any]


def diagnosis_lines(document: Document) -> list[str]:
    """Return both diagnoses as lines: a table a system, a table a pair, and what was hidden or undefined."""
    lines = []
    cells = {(row["system"], row["attribute"], row["bucket"]): row for row in document["breakdown"]}
    labels = {
        (attribute["key"], bucket["index"]): bucket["label"]
        for attribute in document["attributes"]
        for bucket in attribute["buckets"]
    }
    for system in document["systems"]:
        name = system["name"]
        rows = [
            _self_row(found, cells)
            for found in document["self_diagnosis"]
            if found["system"] == name and found["worst"] is not None
        ]
        if rows:
            lines += ["", f"Where {printable(name)} is weakest (chosen after looking: check the words)", ""]
            lines.append(text_table(rows, _columns(rows)))
    pairs: dict[tuple[str, str], list[dict[str, str]]] = {}
    for found in document["aided_diagnosis"]:
        if found["lowest"]["bucket"] is not None:
            pairs.setdefault((found["better"], found["other"]), []).append(_aided_row(found, labels))
    for (better, other), rows in pairs.items():
        lines += ["", f"{printable(better)} minus {printable(other)}: F1 differences in points, 95 % interval", ""]
        lines.append(text_table(rows, _columns(rows)))
    lines += ["", *_notes(document, labels)]
    return lines


def _columns(rows: list[dict[str, str]]) -> dict[str, str]:
    return {key: key for key in rows[0]}


def _self_row(found: Document, cells: Mapping[tuple[str, str, int], Document]) -> dict[str, str]:
    worst = cells[found["system"], found["attribute"], found["worst"]]
    best = cells[found["system"], found["attribute"], found["best"]]
    return {
        "attribute": found["attribute"],
        "worst bucket": worst["label"],
        "F1": number(worst["f1"]),
        "95 %": f"{number(worst['f1_low'])}–{number(worst['f1_high'])}",
        "gold units": f"{worst['gold']:,}",
        "best bucket": best["label"],
        "best F1": number(best["f1"]),
        "gap": f"{100 * found['gap']:.1f} points",
    }


def _aided_row(found: Document, labels: Mapping[tuple[str, int], str]) -> dict[str, str]:
    row = {"attribute": found["attribute"]}
    for end in ("lowest", "highest"):
        extreme = found[end]
        row[end] = labels[found["attribute"], extreme["bucket"]]
        low, high = _points(extreme["low"]), _points(extreme["high"])
        row[f"{end} difference"] = f"{_points(extreme['difference'])} [{low}, {high}]"
    return row


def _points(value: float) -> str:
    return UNDEFINED if value != value else f"{100 * value:+.1f}"


def _notes(document: Document, labels: Mapping[tuple[str, int], str]) -> list[str]:
    notes = [
        f"{attribute['key']} is undefined: it {attribute['undefined']}."
        for attribute in document["attributes"]
        if attribute["undefined"]
    ]
    notes += [f"{attribute['key']}: {attribute['note']}" for attribute in document["attributes"] if attribute["note"]]
    hidden = [f"{row['attribute']} {labels[row['attribute'], row['bucket']]}" for row in document["hidden"]]
    if hidden:
        notes.append(f"Not named, too few gold units: {'; '.join(hidden)}.")
    return [*notes, ""] if notes else notes
