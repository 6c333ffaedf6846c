"""Several systems against one, the base: differences over all words, by bucket and by kind of error (METHODS 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.frames import Against, Cell, Line, tick_label
from cwsdiag.languages import _, n_, translated
from cwsdiag.views.rows import kind_list
from cwsdiag.views.wording import kind_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.paired import Difference
    from cwsdiag.views.look import PrivateLook

_POINTS = 100
OVERALL = "overall"


def against(look: PrivateLook, base: str) -> Against:
    """Return the table of all other systems, of which there is one at least, against a base, in the reader's language.

    It waits for the tests.
    """
    found, panels = look.against(base), {panel.key: panel for panel in look.panels(base)}
    lines = [Line(OVERALL, _("all words"), "F1", tuple(_tested_cell(one.scores["f1"]) for one in found))]
    for cells in zip(*(one.buckets for one in found), strict=True):
        key, bucket = cells[0].attribute, cells[0].bucket
        panel, tested = panels[key], tuple(_tested_cell(one.f1) for one in cells)
        lines.append(
            Line(
                f"{key}:{bucket}", translated(panel.title), tick_label(panel.rows[bucket]["label"]), tested, panel.apart
            )
        )
    lines += _kinds(look, base, [one.a for one in found])
    return Against(base, tuple(one.a for one in found), tuple(lines))


def _tested_cell(found: Difference) -> Cell:
    low, high = _POINTS * found.low, _POINTS * found.high
    return Cell(_POINTS * found.difference, low, high, found.p_deciding, found.p, found.verdict)


def _kinds(look: PrivateLook, base: str, others: Sequence[str]) -> list[Line]:
    titles = {"shape": _("errors by kind"), "cause": _("errors by cause")}
    counted = [kind_list(look.diagnosis.kind_counts(name)) for name in (base, *others)]
    lines = []
    for (of, kind, own), *theirs in zip(*counted, strict=True):
        cells = tuple(Cell(float(count - own)) for _of, _kind, count in theirs)
        label = kind_said(**{"shape": None, "cause": None, of: kind})
        lines.append(Line(f"{of}:{kind}", titles[of], label, cells))
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
