"""All systems of a dataset against one, the base: over all words, by bucket and by kind of error (METHODS 11)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from cwsdiag.charts.matrices import against_chart
from cwsdiag.diagnosis.paired import Difference
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, Target, exhibit
from cwsdiag.exhibits.one_system import bucket_words, error_words
from cwsdiag.frames import Against, Cell, Line, tick_label
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.output import Table
from cwsdiag.views.columns import Column, column
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.rows import kind_list
from cwsdiag.views.wording import kind_name

_POINTS = 100
OVERALL = "overall"


@exhibit(
    "against",
    "the difference of every other system to one: over all words, by bucket, by kind of error",
    page="diagnosis",
    place={"part": "base"},
    address={"sort": "sort"},
    of_all=True,
)
def against(look: PrivateLook, system: str, sort: str = OVERALL) -> Content:
    """Return what every other system and one, the base, differ by; ``sort`` is the row by which columns stand.

    Raises:
        SettingError: there is no other system.
    """
    if look.systems == [system]:
        raise SettingError(lazy("{system} is the only system of {dataset}.", system=system, dataset=look.name))
    ordered = differences(look, system).ordered(sort)

    def table() -> Table:
        # By number: a system may be called as a column beside it.
        systems = {f"system {place}": Column(name, format="signed") for place, name in enumerate(ordered.systems)}
        rows = [
            {"row": line_text(line), **{key: cell.difference for key, cell in zip(systems, line.cells, strict=True)}}
            for line in ordered.lines
            if not all(math.isnan(cell.difference) for cell in line.cells)
        ]
        return Table(rows, {"row": column("difference in points; of errors, in gold words"), **systems})

    def click(mark: Sequence[Any]) -> Target | None:
        key, other = map(str, mark)
        of, _colon, what = key.rpartition(":")
        if key == OVERALL:
            return "compare", {"system": other, "other": system}
        if of in ("shape", "cause"):
            return error_words(other, other=system, **{of: what})
        return bucket_words({"system": other, "other": system}, of, int(what))

    sure = [cell.difference for cell in ordered.lines[0].cells if cell.verdict == "significant"]
    ahead = sum(difference > 0 for difference in sure)
    values = {"base": system, "dataset": look.name, "pairs": len(ordered.systems), "behind": len(sure) - ahead}
    sentence = n_(
        "{n} of {pairs} systems is significantly ahead of {base} on {dataset}, {behind} behind it (F1 over all words).",
        "{n} of {pairs} systems are significantly ahead of {base} on {dataset}, {behind} behind it "
        "(F1 over all words).",
        ahead,
        **values,
    )
    return Content(
        _("All systems against {base} on {dataset}", base=system, dataset=look.name),
        sentence,
        _(
            "Differences are system − base. Paired test by swaps; p over all words adjusted by Holm over the pairs, of "
            "buckets over all buckets of a pair."
        ),
        {"ahead": float(ahead), "behind": float(len(sure) - ahead)},
        chart=lambda size: against_chart(ordered, size, colour=look.colours[system]),
        table=table,
        click=click,
    )


def differences(look: PrivateLook, base: str) -> Against:
    """Return the differences of all other systems, of which there is one at least, to a base.

    It waits for the tests.
    """
    tests, panels = look.against(base), {panel.key: panel for panel in look.panels(base)}
    others = tuple(one.a for one in tests)
    lines = [Line(OVERALL, _("all words"), "F1", tuple(_cell(one.scores["f1"]) for one in tests))]
    for buckets in zip(*(one.buckets for one in tests), strict=True):
        if buckets[0].same_as is not None:
            continue
        key, bucket = buckets[0].attribute, buckets[0].bucket
        panel, cells = panels[key], tuple(_cell(one.f1) for one in buckets)
        lines.append(
            Line(
                f"{key}:{bucket}", translated(panel.title), tick_label(panel.rows[bucket]["label"]), cells, panel.apart
            )
        )
    titles = {"shape": _("errors by kind"), "cause": _("errors by cause")}
    counts = [kind_list(look.diagnosis.kind_counts(name)) for name in (base, *others)]
    for (of, kind, own), *theirs in zip(*counts, strict=True):
        cells = tuple(Cell(float(count - own)) for _of, _kind, count in theirs)
        lines.append(Line(f"{of}:{kind}", titles[of], kind_name(kind), cells))
    return Against(base, others, tuple(lines))


def _cell(one: Difference) -> Cell:
    return Cell(_POINTS * one.difference, _POINTS * one.low, _POINTS * one.high, one.p_deciding, one.p, one.verdict)


def line_text(line: Line) -> str:
    """Return what a row is called where it stands alone."""
    return _("{group}: {label}", group=translated(line.group), label=translated(line.label))
