"""Several systems against one, the base: differences over all words, by bucket and by kind of error (METHODS 11)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.paired import compare
from cwsdiag.languages import _, n_, translated
from cwsdiag.views.results import tick_label
from cwsdiag.views.wording import bucket_said, kind_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.paired import Difference, PairedComparison, Verdict
    from cwsdiag.views.results import Results

_POINTS = 100
OVERALL = "overall"


@dataclass(frozen=True)
class Cell:
    """What a system and the base differ by in a row of the table: system − base, NaN where undefined.

    Attributes:
        difference: in points of F1, of a kind of error in gold words missed.
        low, high: its paired 95 % interval; NaN for kinds, which have none.
        p: adjusted, over all pairs or over all buckets; NaN for kinds, which have no test.
        verdict: what may be said; None for kinds and where undefined.
    """

    difference: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Line:
    """A row of the table.

    Attributes:
        key: says which it is: ``overall``, attribute and bucket as ``wLen:2``, or a kind as ``shape:split``.
        group: what rows like it are called together: the attribute, or what is counted.
        label: what it is called among these.
        cells: one a system, in their order.
        apart: whether its differences are not to be compared with those of other rows.
    """

    key: str
    group: str
    label: str
    cells: tuple[Cell, ...]
    apart: bool = False

    @property
    def is_kind(self) -> bool:
        """Whether it counts errors of a kind."""
        return self.key.startswith(("shape:", "cause:"))


@dataclass(frozen=True, eq=False)
class Against:
    """All systems but one against that one.

    Attributes:
        base: the one.
        systems: the others, in the order of the columns.
        lines: the rows.
    """

    base: str
    systems: tuple[str, ...]
    lines: tuple[Line, ...]

    def ordered(self, key: str) -> Against:
        """Return the same with its columns by a row, the largest difference first; undefined last, equals as before."""
        line = next((line for line in self.lines if line.key == key), self.lines[0])

        def place(column: int) -> tuple[bool, float]:
            value = line.cells[column].difference
            return (math.isnan(value), 0.0 if math.isnan(value) else -value)

        order = sorted(range(len(self.systems)), key=place)
        return Against(
            self.base,
            tuple(self.systems[column] for column in order),
            tuple(
                Line(line.key, line.group, line.label, tuple(line.cells[column] for column in order), line.apart)
                for line in self.lines
            ),
        )


def paired_tests(results: Results, base: str) -> list[PairedComparison]:
    """Test every other system against the base, best first."""
    return compare(results.diagnosis, [(name, base) for name in results.best_first if name != base])


def against(results: Results, found: Sequence[PairedComparison]) -> Against:
    """Return the table of all systems against a base, in the language of the moment.

    Args:
        results: of the dataset.
        found: the tests, of at least one system.
    """
    diagnosis, base = results.diagnosis, found[0].b
    overall = Line(OVERALL, _("all words"), "F1", tuple(_tested_cell(one.scores["f1"]) for one in found))
    lines = [overall]
    for panel, bucketed in zip(results.panels(base), diagnosis.attributes, strict=True):
        if bucketed.buckets is None:
            continue
        key = bucketed.attribute.key
        for bucket, label in enumerate(bucketed.buckets.labels):
            cells = (
                next(part.f1 for part in one.buckets if (part.attribute, part.bucket) == (key, bucket)) for one in found
            )
            name = bucket_said(tick_label(label))
            lines.append(Line(f"{key}:{bucket}", panel.title, name, tuple(map(_tested_cell, cells)), panel.apart))
    lines += _kinds(results, base, [one.a for one in found])
    return Against(base, tuple(one.a for one in found), tuple(lines))


def _tested_cell(found: Difference) -> Cell:
    return Cell(_POINTS * found.difference, _POINTS * found.low, _POINTS * found.high, found.p_deciding, found.verdict)


def _kinds(results: Results, base: str, others: Sequence[str]) -> list[Line]:
    counts = {name: results.diagnosis.kind_counts(name) for name in (base, *others)}
    lines = []
    for of, kinds, title in (("shape", SHAPES, _("errors by kind")), ("cause", CAUSES, _("errors by cause"))):
        tables = {name: one.shapes if of == "shape" else one.causes for name, one in counts.items()}
        for place, kind in enumerate(kinds):
            own = tables[base]
            values = [tables[name] for name in others]
            if own is None:
                continue
            cells = tuple(Cell(float(value[place] - own[place])) for value in values if value is not None)
            label = kind_said(**{"shape": None, "cause": None, of: kind})
            lines.append(Line(f"{of}:{kind}", title, label, cells))
    return lines


def against_sentence(found: Against, *, dataset: str) -> str:
    """Say how many systems are significantly ahead of the base, and how many behind."""
    overall = [cell for cell in found.lines[0].cells if cell.verdict == "significant"]
    ahead = sum(cell.difference > 0 for cell in overall)
    told = {"base": found.base, "dataset": dataset, "pairs": len(found.systems)}
    if not overall:
        return _(
            "None of {pairs} systems differs significantly from {base} on {dataset}, in F1 over all words.", **told
        )
    return n_(
        "{n} of {pairs} systems is significantly ahead of {base} on {dataset}, {behind} behind it (F1 over all words).",
        "{n} of {pairs} systems are significantly ahead of {base} on {dataset}, {behind} behind it "
        "(F1 over all words).",
        ahead,
        behind=len(overall) - ahead,
        **told,
    )


def against_remark(found: Against) -> str:
    """Say how ``against_sentence`` and the table are to be taken."""
    return n_(
        "Differences are system − base. Paired test by swaps; p over all words adjusted by Holm over {n} pair, "
        "of buckets over all buckets of a pair.",
        "Differences are system − base. Paired test by swaps; p over all words adjusted by Holm over {n} pairs, "
        "of buckets over all buckets of a pair.",
        len(found.systems),
    )


def line_said(line: Line) -> str:
    """Return what a row is called where it stands alone."""
    return _("{group}: {label}", group=translated(line.group), label=translated(line.label))
