"""A diagnosis as text for the terminal, made from its JSON document."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import signed
from cwsdiag.inference import FEW_UNITS, LEAST_UNITS
from cwsdiag.report.kinds_text import kinds_line
from cwsdiag.report.score_text import gold_line, runs_lines, scores_lines
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.resampling import NOTABLE_FACTOR, SENTENCE, units_called
from cwsdiag.views.findings import equal_sentence
from cwsdiag.views.wording import bracketed, bucket_said, number, points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Document = Mapping[str, Any]


def diagnosis_lines(document: Document) -> Iterator[str]:
    """Yield scores, a line of errors a system, both diagnoses as a table a system and a pair, what was undefined."""
    yield from (gold_line(document), "", *scores_lines(document["systems"]))
    yield from runs_lines(document["runs"])
    if document["systems"]:
        yield from ("", *map(kinds_line, document["systems"]))
    cells = {(row["system"], row["attribute"], row["bucket"]): row for row in document["breakdown"]}
    labels = {
        (attribute["key"], bucket["index"]): bucket_said(bucket["label"])
        for attribute in document["attributes"]
        for bucket in attribute["buckets"]
    }
    for system in document["systems"]:
        name = system["name"]
        told = [found for found in document["self_diagnosis"] if found["system"] == name and found["worst"] is not None]
        rows = [_self_row(found, cells) for found in told if found["gap"] > 0]
        if told and not rows:
            equal = (cells[name, found["attribute"], found["worst"]]["f1"] for found in told)
            yield from ("", equal_sentence(printable(name), equal))
        if rows:
            yield from ("", f"Where {printable(name)} is weakest (chosen after looking: check the words)", "")
            yield text_table(rows)
    pairs: dict[tuple[str, str], list[dict[str, str]]] = {}
    for found in document["aided_diagnosis"]:
        if found["lowest"]["bucket"] is not None:
            pairs.setdefault((found["better"], found["other"]), []).append(_aided_row(found, labels))
    for (better, other), rows in pairs.items():
        yield from ("", f"{printable(better)} minus {printable(other)}: F1 differences in points, 95 % interval", "")
        yield text_table(rows)
    yield from ("", *_pairs_left_out(document), *_notes(document, labels), document["signature"])


def _pairs_left_out(document: Document) -> Iterator[str]:
    """Yield which pairs of systems are there, where not all are."""
    told = len({(found["better"], found["other"]) for found in document["aided_diagnosis"]})
    every = math.comb(len(document["systems"]), 2)
    if document["attributes"] and told < every:
        yield (
            f"Of {every:,} pairs of systems {told:,} are set against each other: the best against each, and each "
            "against the next by rank. --all-pairs shows every two."
        )


def _self_row(found: Document, cells: Mapping[tuple[str, str, int], Document]) -> dict[str, str]:
    worst = cells[found["system"], found["attribute"], found["worst"]]
    best = cells[found["system"], found["attribute"], found["best"]]
    return {
        "attribute": attribute_name(found["attribute"]),
        "worst bucket": bucket_said(worst["label"]),
        "F1": number(worst["f1"]),
        "95 %": f"{number(worst['f1_low'])}–{number(worst['f1_high'])}",
        "gold units": f"{worst['gold']:,}",
        "best bucket": bucket_said(best["label"]),
        "best F1": number(best["f1"]),
        "gap": points(found["gap"]),
    }


def _aided_row(found: Document, labels: Mapping[tuple[str, int], str]) -> dict[str, str]:
    row = {"attribute": attribute_name(found["attribute"])}
    for end in ("lowest", "highest"):
        extreme = found[end]
        row[end] = labels[found["attribute"], extreme["bucket"]]
        row[f"{end} difference"] = difference_in_points(extreme)
    return row


def difference_in_points(extreme: Document) -> str:
    """Return one end of the differences between two systems with its interval: ``+2.1 [−0.4, 4.6]``."""
    return f"{signed(100 * extreme['difference'])} {bracketed(extreme['low'], extreme['high'])}"


def few_units(document: Document) -> list[str]:
    """Return a line that says that intervals are over few units; none where they are not."""
    if document["units"] >= FEW_UNITS:
        return []
    few = f"Intervals over fewer than {FEW_UNITS} {units_called(document['unit'])} are too narrow"
    return [f"{few}; over fewer than {LEAST_UNITS} there are none."]


def _notes(document: Document, labels: Mapping[tuple[str, int], str]) -> list[str]:
    notes = [
        f"{attribute_name(attribute['key'])} is undefined: it {attribute['undefined']}."
        for attribute in document["attributes"]
        if attribute["undefined"]
    ]
    notes += [
        f"{attribute_name(attribute['key'])}: {attribute['note']}"
        for attribute in document["attributes"]
        if attribute["note"]
    ]
    for why, said in (("gold", "too few gold units"), ("units", f"in too few {units_called(document['unit'])}")):
        hidden = [
            f"{attribute_name(row['attribute'])} {labels[row['attribute'], row['bucket']]}"
            for row in document["hidden"]
            if row["why"] == why
        ]
        if hidden:
            notes.append(f"Not named, {said}: {'; '.join(hidden)}.")
    notes += few_units(document)
    if document["unit"] == SENTENCE:
        notes += [
            f"{printable(system['name'])}: by blocks of 25 sentences the standard error of F1 is "
            f"{system['block_factor']:.1f} times as large, so intervals are too narrow by that factor: "
            "--unit block:25 draws blocks."
            for system in document["systems"]
            if system["block_factor"] > NOTABLE_FACTOR
        ]
    return [*notes, ""] if notes else notes
