"""A gate as Markdown, for a terminal and for the summary of a run of CI, and as a JSON document."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.diagnosis.paired import LEAST_DIFFERING
from cwsdiag.frames import bucket_said, p_of_swaps, signed
from cwsdiag.output.table import Table
from cwsdiag.output.table import escaped_markdown as escaped
from cwsdiag.views.columns import Column
from cwsdiag.views.rows import difference_row
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.output.table import Emphasis, Place
    from cwsdiag.report.documents import Document
    from cwsdiag.report.results.gating import Check, Gate, Outcome, Untested

_SAID: dict[Outcome, str] = {
    "held": "within the limit",
    "chance": "beyond the limit, but it may be chance",
    "too few": "beyond the limit, but too little text to tell",
    "worse": "worse than allowed",
    "undefined": "undefined",
}
_WHY: dict[Untested, str] = {
    "other gold": "the gold file, or how it is read, is another",
    "no counts": "the baseline has no counts a sentence",
    "other words": "it is about other gold words than before (other training data or difficulties, or other words left "
    "out)",
}
_COLUMNS = {
    "dataset": Column("dataset"),
    "system": Column("system"),
    "part": Column("F1 of"),
    "before": Column("baseline", format="styled"),
    "now": Column("now", format="styled"),
    "change": Column("change, points [95 %]", format="styled"),
    "allowed": Column("allowed", format="styled"),
    "p": Column("p", format="styled"),
    "outcome": Column(""),
}


def gate_document(found: Gate) -> Document:
    """Return what came of a gate: all its fields, of each check what came of it, and whether all of it failed."""
    tested = [None if check.difference is None else difference_row(check.difference) for check in found.checks]
    return {
        "failed": found.failed,
        "baseline": {"file": found.file, "cwsdiag": found.version},
        "tests": found.tests,
        "gone": [{"dataset": dataset, "system": system or None} for dataset, system in found.gone],
        "added": [{"dataset": dataset, "system": system or None} for dataset, system in found.added],
        "checks": [
            {**asdict(check), "difference": difference, "outcome": check.outcome}
            for check, difference in zip(found.checks, tested, strict=True)
        ],
    }


def gate_lines(found: Gate) -> Iterator[str]:
    """Yield a heading that says what came of it, a table of all checks, and what decided where there was no test."""
    yield f"## cwsdiag gate: {_verdict(found)}"
    yield ""
    yield from (f"- {line}" for line in _missing(found))
    if found.gone:
        yield ""
    if found.checks:
        rows = list(map(_row, found.checks))
        places = (place for place, check in enumerate(found.checks) if check.outcome == "worse")
        worse: dict[Place, Emphasis] = {(place, "outcome"): "strong" for place in places}
        yield from Table(rows, _COLUMNS, emphasis=worse).markdown().splitlines()
        yield ""
    yield from (f"- {line}" for line in _notes(found))


def _verdict(found: Gate) -> str:
    worse = sum(check.outcome == "worse" for check in found.checks)
    if worse:
        return f"failed, {worse:,} of {counted(len(found.checks), 'checks')} worse than allowed"
    if found.gone:
        return "incomplete"
    return f"passed, {counted(len(found.checks), 'checks')}"


def _missing(found: Gate) -> Iterator[str]:
    for dataset, system in found.gone:
        yield f"**{_named(dataset, system)} is in the baseline and not in the project.**"


def _named(dataset: str, system: str) -> str:
    return f"system {escaped(system)} of dataset {escaped(dataset)}" if system else f"dataset {escaped(dataset)}"


def _row(check: Check) -> dict[str, Any]:
    one = check.difference
    same = one is not None and not one.differing_units
    change = signed(100 * (check.now - check.before), 2)
    if one is not None and not same and not math.isnan(one.low):
        change += f" [{signed(100 * one.low, 2)}, {signed(100 * one.high, 2)}]"
    return {
        "dataset": check.dataset,
        "system": check.system,
        "part": f"{check.limit.attribute} {bucket_said(check.limit.label)}" if check.limit.attribute else "all words",
        "before": number(check.before, 4),
        "now": number(check.now, 4),
        "change": change,
        "allowed": signed(-100 * check.limit.drop, 2),
        "p": None if one is None or same else p_of_swaps(one.p_deciding, one.p),
        "outcome": "the same in every sentence" if same else _SAID[check.outcome],
    }


def _notes(found: Gate) -> Iterator[str]:
    yield f"Baseline: {escaped(found.file)}, written by cwsdiag {escaped(found.version)}. Changes are now − baseline."
    if any(check.difference is not None for check in found.checks):
        adjusted = f", p adjusted over {counted(found.tests, 'tests')} by Holm" if found.tests > 1 else ""
        yield (
            "A drop beyond the limit fails where the paired test by swaps of sentences calls it significant, p ≤ 0.05"
            f"{adjusted}. Fewer than {LEAST_DIFFERING} sentences that differ are too few."
        )
    for why, said in _WHY.items():
        of = [check for check in found.checks if check.untested == why]
        if of:
            names = dict.fromkeys(f"{escaped(check.dataset)} / {escaped(check.system)}" for check in of)
            yield f"No test, the drop alone decides, where {said}: {', '.join(names)}."
    if found.added:
        yield f"New, not in the baseline: {', '.join(_named(*one) for one in found.added)}."
