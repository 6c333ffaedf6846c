"""Friedman's tests of every attribute: does F1 differ between buckets (the paper's Tables 6 and 7)?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.study_cells import Cell, cells_chart
from cwsdiag.languages import _, translated
from cwsdiag.ui.shell import leads, tables, widgets
from cwsdiag.ui.study.seen import StudyView, chart, to_system
from cwsdiag.views.across.parts import friedman_finding
from cwsdiag.views.across.systems import small_buckets_sentence, some, why_undefined
from cwsdiag.views.columns import BUCKET_TESTS
from cwsdiag.views.wording import p_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.study import Friedman

_WIDTHS: dict[str, int | str] = {
    "p_adjusted": 90, "p": 90, "p_chi2": 90, "statistic": 70, "buckets": 70, "blocks": 70, "why": "medium",
}  # fmt: skip


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    return friedman_finding(seen.study.dataset_tests, seen.model_tests)


def part(seen: StudyView) -> None:
    """Draw p-values by dataset and by system."""
    study = seen.study
    _tests(
        seen,
        (_("By dataset"), _("do its systems agree on which buckets are hard?")),
        study.datasets,
        study.dataset_tests,
        blocks="systems",
        key="dataset tests",
        lead=lambda row: leads.to_system(seen.view.a, dataset=seen.ids[row], buckets=seen.buckets),
    )
    widgets.note(_("Buckets are compared, systems are the blocks."))
    _tests(
        seen,
        (_("By system"), _("do the datasets agree on which buckets are hard for it?")),
        seen.models,
        seen.model_tests,
        blocks="datasets",
        key="system tests",
        lead=lambda row: to_system(seen, seen.models[row]),
    )
    widgets.note(
        _(
            "Buckets are compared, datasets are the blocks. Where ties left datasets with different numbers of "
            "buckets, those with another number than most are dropped; a bucket that is too small on one of the others "
            "is left out for all."
        )
    )
    small = small_buckets_sentence(study)
    if small:
        widgets.note(small)


def _tests(
    seen: StudyView,
    heading: tuple[str, str],
    rows: Sequence[str],
    tests: Sequence[Sequence[Friedman]],
    *,
    blocks: str,
    key: str,
    lead: Callable[[int], None],
) -> None:
    """Draw p-values as a table of cells, and every test with its numbers under it, folded."""
    titles = [translated(one.title) for one in seen.study.attributes]
    cells = [
        [_cell(row, rows[row], title, test, blocks) for title, test in zip(titles, line, strict=True)]
        for row, line in enumerate(tests)
    ]
    bold = _("bold: F1 differs between the buckets, p adjusted by Holm for the table < 0.05")
    chart(
        seen,
        heading[0],
        lambda size: cells_chart(rows, titles, cells, size, legend=[Entry(bold, theme.LABEL)]),
        key=key,
        remark=heading[1],
        click=lambda mark: lead(int(mark[0])),
        alt=_("p-values of Friedman's tests; the table below holds the same numbers"),
    )
    marks = _("– not defined, * blocks were dropped: the reason is under the pointer and in the table")
    widgets.note(_("{first}. {second}", first=marks, second=_("Click a cell: where systems fail there.")))
    frame = pd.DataFrame(
        [
            {"place": row, "row": rows[row], "attribute": translated(one.label), **_numbers(test, blocks)}
            for row, line in enumerate(tests)
            for one, test in zip(seen.study.attributes, line, strict=True)
        ]
    )
    with widgets.controls(f"{key} table"), st.expander(_("Every test with its numbers")):
        tables.leading_table(
            frame,
            tables.columns(BUCKET_TESTS, **_WIDTHS),
            key=f"{key} table",
            lead=lambda row: lead(int(frame["place"][row])),
            alt=_("Every test with statistic, p-value and blocks"),
        )


def _cell(row: int, name: str, title: str, test: Friedman, blocks: str) -> Cell:
    hover = [_("{name}, {attribute}", name=name, attribute=title)]
    if test.undefined:
        why = why_undefined(test, treatments="buckets", blocks=blocks)
        hover.append(_("not defined: {reason}", reason=why))
    else:
        hover.append(
            _(
                "adjusted p = {adjusted}, p = {p}, χ² = {statistic:.2f}",
                adjusted=p_value(test.p_adjusted),
                p=p_value(test.p),
                statistic=test.statistic,
            )
        )
    buckets, count = len(test.treatments), len(test.blocks)
    if blocks == "systems":
        hover.append(_("{buckets} buckets, {systems} systems", buckets=buckets, systems=count))
    else:
        hover.append(_("{buckets} buckets, {datasets} datasets", buckets=buckets, datasets=count))
    if test.dropped:
        hover.append(_dropped(some(test.dropped, blocks), blocks))
    mark = "*" if test.dropped and not test.undefined else ""
    return Cell(
        lines=(p_value(test.p_adjusted) + mark,),
        hover=tuple(hover),
        data=(row,),
        level=1.0 if test.is_significant else (None if test.undefined else 0.12),
        bold=0 if test.is_significant else None,
    )


def _dropped(names: str, blocks: str) -> str:
    if blocks == "systems":
        return _("dropped systems: {names}", names=names)
    return _("dropped datasets: {names}", names=names)


def _numbers(test: Friedman, blocks: str) -> dict[str, Any]:
    return {
        "p_adjusted": test.p_adjusted,
        "p": test.p,
        "p_chi2": test.p_chi2,
        "statistic": test.statistic,
        "buckets": len(test.treatments),
        "blocks": len(test.blocks),
        "dropped": ", ".join(test.dropped),
        "why": why_undefined(test, treatments="buckets", blocks=blocks),
    }
