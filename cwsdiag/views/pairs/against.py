"""Several systems against one, the base: differences over all words, by bucket and by kind of error (METHODS 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.diagnosis.paired import compare
from cwsdiag.frames import Against, Cell, Line
from cwsdiag.languages import _, language, n_, translated
from cwsdiag.views.rows import kind_list
from cwsdiag.views.wording import kind_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.paired import Difference, PairedComparison
    from cwsdiag.views.results import Results

_POINTS = 100
OVERALL = "overall"


def paired_tests(results: Results, base: str) -> list[PairedComparison]:
    """Test every other system against the base, best first."""
    return compare(results.diagnosis, [(name, base) for name in results.best_first if name != base])


def against(results: Results, found: Sequence[PairedComparison]) -> Against:
    """Return the table of all systems against a base, in the language of the moment; it is made once for each.

    Args:
        results: of the dataset.
        found: the tests, of at least one system.
    """
    return results.once(("table against", language(), found[0].b), lambda: _against(results, found))


def _against(results: Results, found: Sequence[PairedComparison]) -> Against:
    base, panels = found[0].b, {panel.key: panel for panel in results.panels(found[0].b)}
    lines = [Line(OVERALL, _("all words"), "F1", tuple(_tested_cell(one.scores["f1"]) for one in found))]
    for cells in zip(*(one.buckets for one in found), strict=True):
        key, bucket = cells[0].attribute, cells[0].bucket
        panel, tested = panels[key], tuple(_tested_cell(one.f1) for one in cells)
        lines.append(Line(f"{key}:{bucket}", panel.title, panel.rows[bucket]["tick"], tested, panel.apart))
    lines += _kinds(results, base, [one.a for one in found])
    return Against(base, tuple(one.a for one in found), tuple(lines))


def _tested_cell(found: Difference) -> Cell:
    low, high = _POINTS * found.low, _POINTS * found.high
    return Cell(_POINTS * found.difference, low, high, found.p_deciding, found.p, found.verdict)


def _kinds(results: Results, base: str, others: Sequence[str]) -> list[Line]:
    titles = {"shape": _("errors by kind"), "cause": _("errors by cause")}
    counted = [kind_list(results.diagnosis.kind_counts(name)) for name in (base, *others)]
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
