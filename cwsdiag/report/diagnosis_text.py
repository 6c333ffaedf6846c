"""A diagnosis as text: scores, kinds of errors, the weakest buckets of each system, and differences of pairs."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.word_classes import WORD_CLASSES
from cwsdiag.frames import bucket_said, signed
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.report.score_text import gold_line, runs_lines, scores_lines
from cwsdiag.report.tables import attribute_name
from cwsdiag.views.buckets import bucket_notes
from cwsdiag.views.columns import AIDED_DIAGNOSIS, BUCKETS, SELF_DIAGNOSIS, Column
from cwsdiag.views.findings import costliest_sentence, no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.pairs.verdicts import lead_sentence
from cwsdiag.views.units import block_remark, drawn_said, few_remark, least_said
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, bracketed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.views.look import PrivateLook

    Document = Mapping[str, Any]

_KINDS = {
    "name": Column("system"),
    **{
        key: Column(label, format="count")
        for key, label in {
            "missed": "missed",
            "gold_words": "gold words",
            **{shape: SHAPE_LABELS[shape] for shape in SHAPES},
            **{cause: CAUSE_LABELS[cause] for cause in CAUSES},
            **{f"oov_{key}": f"OOV: {key}" for key in WORD_CLASSES},
            "differing": "other characters",
        }.items()
    },
}
_PLACE = ("title", "label", "f1")
_WEAKEST = {
    **{key: SELF_DIAGNOSIS[key] for key in _PLACE},
    **{key: BUCKETS[key] for key in ("f1_low", "f1_high")},
    **{key: column for key, column in SELF_DIAGNOSIS.items() if key not in ("dataset", *_PLACE)},
}
_DIFFERENCES = {key: column for key, column in AIDED_DIAGNOSIS.items() if key not in ("dataset", "better")}


def diagnosis_lines(document: Document, look: PrivateLook) -> Iterator[str]:
    """Yield a diagnosis as text.

    Args:
        document: what ``diagnosis_document`` gives.
        look: what it is of, which the sentences are about.
    """
    yield gold_line(document)
    if look.lead is not None:
        yield lead_sentence(look.lead, dataset=Path(look.dataset.name).name, words=len(look.dataset.gold))
    yield from ("", *scores_lines(document["systems"]), *runs_lines(document["runs"]))
    if document["systems"]:
        yield from ("", kinds_table(document).terminal())
    for system in document["systems"]:
        yield from _weakest_lines(document, look, system["name"])
    yield from _difference_lines(document)
    yield from ("", *_notes(document, look), document["signature"])


def kinds_table(document: Document) -> Table:
    """Return how many gold words each system misses, of each kind."""
    rows = []
    for row in document["systems"]:
        kinds, oov = row["kinds"], row["missed_oov"] or {}
        missed = sum(kinds[shape] for shape in SHAPES)
        classes = {f"oov_{key}": oov.get(key) for key in WORD_CLASSES}
        rows.append({**row, **kinds, **(kinds["causes"] or {}), **classes, "missed": missed})
    columns = {key: one for key, one in _KINDS.items() if key == "name" or any(row.get(key) for row in rows)}
    return Table(rows, columns, caption="Gold words that systems miss, by shape and by cause of the error.")


def _weakest_lines(document: Document, look: PrivateLook, name: str) -> Iterator[str]:
    """Yield what stands out in the buckets of a system, and its worst bucket of each attribute."""
    cells = {
        (row["attribute"], row["bucket"]): {**row, "label": bucket_said(row["label"])}
        for row in document["breakdown"]
        if row["system"] == name
    }
    rows = []
    named = [one for one in document["self_diagnosis"] if one["system"] == name and one["worst"] is not None]
    for one in named:
        if one["gap"] > 0:
            lowest, best = cells[one["attribute"], one["worst"]], cells[one["attribute"], one["best"]]
            ends = {"best_label": best["label"], "best_f1": best["f1"], "gap": 100 * one["gap"]}
            rows.append({**lowest, "title": attribute_name(one["attribute"]), **ends})
    if not rows:
        if named:
            yield from ("", printable(no_worst_sentence(look, name)))
        return
    worst, costliest = look.worst(name), look.costliest(name)
    remark = "" if worst is None else worst_remark(worst, least=least_said(look.diagnosis), unit=look.unit)
    sentences = [
        no_worst_sentence(look, name) if worst is None else worst_sentence(worst, system=name),
        "" if costliest is None else costliest_sentence(costliest, system=name),
        remark,
    ]
    caption = f"Where {name} is weakest (chosen after looking: check the words)"
    table = Table(rows, _WEAKEST, caption=caption, notes=list(filter(None, sentences)))
    yield from ("", table.terminal())


def _difference_lines(document: Document) -> Iterator[str]:
    """Yield for each pair where the better is furthest behind and ahead; say which pairs are left out."""
    labels = _labels(document)
    pairs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in document["aided_diagnosis"]:
        for end in ("lowest", "highest"):
            if one[end]["bucket"] is not None:
                points = {key: 100 * one[end][key] for key in ("difference", "low", "high")}
                place = {"title": attribute_name(one["attribute"]), "end": end}
                label = labels[one["attribute"], one[end]["bucket"]]
                pairs.setdefault((one["better"], one["other"]), []).append({**place, "label": label, **points})
    for (better, other), rows in pairs.items():
        caption = f"{better} minus {other}: F1 differences in points, 95 % interval"
        yield from ("", Table(rows, _DIFFERENCES, caption=caption).terminal())
    count = len({(one["better"], one["other"]) for one in document["aided_diagnosis"]})
    every = math.comb(len(document["systems"]), 2)
    if document["attributes"] and count < every:
        yield (
            f"Of {every:,} pairs of systems {count:,} are set against each other: the best against each, and each "
            "against the next by rank. --all-pairs shows every two."
        )


def _labels(document: Document) -> dict[tuple[str, int], str]:
    return {
        (attribute["key"], bucket["index"]): bucket_said(bucket["label"])
        for attribute in document["attributes"]
        for bucket in attribute["buckets"]
    }


def difference_in_points(extreme: Document) -> str:
    """Return one end of the differences between two systems with its interval: ``+2.1 [−0.4, 4.6]``."""
    return f"{signed(100 * extreme['difference'])} {bracketed(extreme['low'], extreme['high'])}"


def _notes(document: Document, look: PrivateLook) -> list[str]:
    labels, attributes = _labels(document), document["attributes"]
    notes = [
        f"{attribute_name(one['key'])} is undefined: it {one['undefined']}." for one in attributes if one["undefined"]
    ]
    notes += bucket_notes(look.diagnosis)
    for why, reason in (("gold", "too few gold units"), ("units", f"in too few {drawn_said(document['unit'])}")):
        hidden = [
            f"{attribute_name(row['attribute'])} {labels[row['attribute'], row['bucket']]}"
            for row in document["hidden"]
            if row["why"] == why
        ]
        notes += [f"Not named, {reason}: {'; '.join(hidden)}."] if hidden else []
    notes.append(few_remark(document["units"], document["unit"]))
    for system in document["systems"]:
        remark = block_remark(system["block_factor"], unit=document["unit"])
        notes += [f"{printable(system['name'])}: {remark} --unit block:25 draws blocks."] if remark else []
    notes = list(filter(None, notes))
    return [*notes, ""] if notes else notes
