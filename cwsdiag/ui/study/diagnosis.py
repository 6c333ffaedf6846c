"""Self-diagnosis of a system and aided diagnosis of two over all datasets (the paper's Tables 4 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.study_cells import Cell, cells_chart
from cwsdiag.frames import bucket_said, signed, written
from cwsdiag.languages import _, translated
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.ui.study.seen import StudyView, chart, to_words
from cwsdiag.views.across.parts import diagnosis_finding
from cwsdiag.views.columns import AIDED_DIAGNOSIS, KINDS, SELF_DIAGNOSIS
from cwsdiag.views.rows import kind_shares
from cwsdiag.views.units import least_said, small_said
from cwsdiag.views.wording import UNDEFINED, number

if TYPE_CHECKING:
    from cwsdiag.diagnosis import AidedDiagnosis, BucketDifference, SelfDiagnosis
    from cwsdiag.views.columns import Columns

_POINTS = 100
_ENDS = {"highest": "▲", "lowest": "▼"}
_WIDTHS = {"title": 150, "label": 120, "best_label": 120, "end": 90}


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    return diagnosis_finding(seen.study, seen.roles.get("a"), seen.roles.get("b"))


def part(seen: StudyView) -> None:
    """Draw the self-diagnosis of A, and the aided diagnosis of A and B."""
    missing = [(role, name) for role, name in seen.view.roles.items() if role not in seen.roles]
    a, b = seen.roles.get("a"), seen.roles.get("b")
    if a is not None:
        _self(seen, a)
        _kinds(seen, a)
    for role, name in missing:
        said = _(
            "{name}, system {role} of the side bar, is not among the systems here. Choose another one there.",
            name=name,
            role=role.upper(),
        )
        widgets.box("info", said)
    if a is not None and b is not None:
        _aided(seen, a, b)
    elif not missing:
        widgets.note(_("With a second system, its differences from the first would be shown here."))


def _self(seen: StudyView, system: str) -> None:
    study = seen.study
    table = study.self_diagnosis(system)
    largest = max((one.gap for row in table for one in row if one is not None and one.worst is not None), default=0)
    cells = [
        [_self_cell(seen, place, key, one, largest) for key, one in zip(study.keys, row, strict=True)]
        for place, row in enumerate(table)
    ]
    colour, title = seen.colours[system], _("Where {system} fails", system=system)
    remark = _("worst bucket of each attribute, its F1, and points under the best bucket")
    _chart(seen, (title, remark), study.datasets, cells, key="self diagnosis", low=colour, high=colour)
    widgets.note(
        _(
            "The stronger the colour, the larger the gap. Buckets with {small} are not named. A click on a cell: "
            "the words of its bucket.",
            small=small_said(study.diagnoses[0]),
        )
    )
    found = [
        (place, one) for place, row in enumerate(table) for one in row if one is not None and one.worst is not None
    ]
    frame = pd.DataFrame(
        [_self_row(seen, place, one) for place, one in found], columns=["id", "key", "bucket", "show", *SELF_DIAGNOSIS]
    )
    _table(seen, frame, SELF_DIAGNOSIS, key="self diagnosis table")


def _kinds(seen: StudyView, system: str) -> None:
    """Draw the errors of a system by kind, a row a dataset."""
    rows = [
        {"id": seen.ids[place], "dataset": one.dataset.name, **kind_shares(one.kind_counts(system))}
        for place, one in enumerate(seen.study.diagnoses)
        if system in one.systems
    ]
    frame = pd.DataFrame(rows)
    widgets.heading(
        _("Why {system} fails", system=system), _("share of the gold words it misses, by kind and by cause")
    )
    tables.leading_table(
        frame,
        tables.columns(KINDS, [key for key in KINDS if key in frame and frame[key].notna().any()]),
        key="kinds table",
        lead=lambda row: to_words(seen, frame["id"][row], of="a"),
        alt=_("Errors of {system} by kind and by cause, on every dataset", system=system),
    )


def _chart(
    seen: StudyView,
    heading: tuple[str, str],
    rows: tuple[str, ...],
    cells: list[list[Cell]],
    *,
    key: str,
    **options: Any,
) -> None:
    chart(
        seen,
        heading[0],
        lambda size: cells_chart(
            rows, [translated(one.title) for one in seen.study.attributes], cells, size, **options
        ),
        key=key,
        remark=heading[1],
        click=lambda mark: _to_cell(seen, list(mark)),
        alt=_("Buckets by dataset and attribute; the table below holds the same numbers"),
    )


def _to_cell(seen: StudyView, data: list[Any]) -> None:
    """In a callback: lead to the words of a cell; one without a bucket leads nowhere."""
    if data:
        dataset, attribute, bucket, show = data
        to_words(seen, dataset, attribute, int(bucket), show=show or None)


def _table(seen: StudyView, frame: pd.DataFrame, columns: Columns, *, key: str) -> None:
    with widgets.controls(key), st.expander(_("Every cell with its numbers")):
        tables.leading_table(
            frame,
            tables.columns(columns, **_WIDTHS),
            key=key,
            lead=lambda row: _to_cell(seen, [frame[name][row] for name in ("id", "key", "bucket", "show")]),
            alt=_("Every cell of the figure with its numbers"),
        )


def _label(seen: StudyView, place: int, key: str, bucket: int) -> str:
    return bucket_said(seen.study.labels(place, key)[bucket])


def _nothing(seen: StudyView, place: int, key: str, *, here: bool) -> Cell:
    """Return the cell of a gap, with the reason."""
    diagnosis = seen.study.diagnoses[place]
    bucketed = diagnosis.attribute(key)
    title = translated(bucketed.attribute.label)
    if not here:
        why = _("no prediction on this dataset")
    elif bucketed.undefined:
        why = _("{attribute} is undefined: it {reason}", attribute=title, reason=translated(bucketed.undefined))
    else:
        why = _("no bucket has {least} and a defined F1", least=least_said(diagnosis))
    return Cell(lines=(UNDEFINED,), hover=(_where(seen.study.datasets[place], title), why))


def _where(dataset: str, attribute: str) -> str:
    return _("{dataset}, {attribute}", dataset=dataset, attribute=attribute)


def _self_cell(seen: StudyView, place: int, key: str, one: SelfDiagnosis | None, largest: float) -> Cell:
    if one is None or one.worst is None:
        return _nothing(seen, place, key, here=one is not None)
    row = _self_row(seen, place, one)
    return Cell(
        lines=(row["label"], number(row["f1"]), signed(-row["gap"])),
        hover=(
            _where(row["dataset"], row["title"]),
            _(
                "worst {bucket}: F1 {f1} over {gold:,} gold units",
                bucket=row["label"],
                f1=number(row["f1"]),
                gold=row["gold"],
            ),
            _("best {bucket}: F1 {f1}", bucket=row["best_label"], f1=number(row["best_f1"])),
            _("gap {gap:.1f} points", gap=row["gap"]),
        ),
        data=(row["id"], key, row["bucket"], ""),
        level=one.gap / largest if largest else 0.0,
        bold=1,
    )


def _self_row(seen: StudyView, place: int, one: SelfDiagnosis) -> dict[str, Any]:
    values = seen.study.values(one.system, place, one.attribute)
    bucketed = seen.study.diagnoses[place].attribute(one.attribute)
    worst, best = int(one.worst or 0), int(one.best or 0)
    return {
        "id": seen.ids[place],
        "key": one.attribute,
        "bucket": worst,
        "show": "",
        "dataset": seen.study.datasets[place],
        "title": translated(bucketed.attribute.label),
        "label": _label(seen, place, one.attribute, worst),
        "f1": float(values[worst]),
        "gold": int(bucketed.gold[worst]),
        "best_label": _label(seen, place, one.attribute, best),
        "best_f1": float(values[best]),
        "gap": _POINTS * one.gap,
    }


def _aided(seen: StudyView, a: str, b: str) -> None:
    study = seen.study
    table = study.aided_diagnosis(a, b)
    rows = [
        _aided_row(seen, place, one, name)
        for place, line in enumerate(table)
        for one in line
        if one is not None
        for name in _ENDS
        if getattr(one, name) is not None
    ]
    limit = max((abs(row["difference"]) for row in rows), default=0) or 1
    found = {(row["place"], row["key"], row["name"]): row for row in rows}
    cells = [
        [
            _aided_cell(found[place, key, name], limit)
            if (place, key, name) in found
            else _nothing(seen, place, key, here=one is not None)
            for key, one in zip(study.keys, line, strict=True)
        ]
        for place, line in enumerate(table)
        for name in _ENDS
    ]
    ends: dict[str, Any] = {"low": seen.colours[b], "high": seen.colours[a], "groups": len(_ENDS)}
    sides = [
        Entry(_("{system} (A) is ahead there", system=a), ends["high"]),
        Entry(_("{system} (B) is", system=b), ends["low"]),
    ]
    title = _("{a} and {b}", a=a, b=b)
    remark = _("▲ where the better one is furthest ahead, ▼ where least, or behind; in points")
    _chart(seen, (title, remark), study.datasets, cells, key="aided diagnosis", legend=sides, **ends)
    numbers = _("Better minus other with the paired 95 % interval: bold where it does not hold 0.")
    lead = _("Click a cell: the words that only the one ahead gets right.")
    widgets.note(_("{first} {second}", first=numbers, second=lead))
    frame = pd.DataFrame(rows, columns=["id", "key", "bucket", "show", *AIDED_DIAGNOSIS])
    _table(seen, frame, AIDED_DIAGNOSIS, key="aided diagnosis table")


def _aided_row(seen: StudyView, place: int, one: AidedDiagnosis, name: str) -> dict[str, Any]:
    """Return one end of the differences; ``show`` are the words that only the system ahead there gets right."""
    end: BucketDifference = getattr(one, name)
    said = _("highest") if name == "highest" else _("lowest")
    ahead = one.better if end.difference > 0 else one.other
    role = "a" if ahead == seen.roles["a"] else "b"
    return {
        "place": place,
        "name": name,
        "id": seen.ids[place],
        "key": one.attribute,
        "bucket": end.bucket,
        "show": f"only_{role}" if end.difference else "",
        "role": role,
        "dataset": seen.study.datasets[place],
        "better": one.better,
        "title": translated(seen.study.diagnoses[place].attribute(one.attribute).attribute.label),
        "end": f"{_ENDS[name]} {said}",
        "label": _label(seen, place, one.attribute, end.bucket),
        "difference": _POINTS * end.difference,
        "low": _POINTS * end.low,
        "high": _POINTS * end.high,
    }


def _aided_cell(row: dict[str, Any], limit: float) -> Cell:
    holds_zero = row["low"] <= 0 <= row["high"]
    level = abs(row["difference"]) / limit * (theme.LIGHTER if holds_zero else 1)
    between = f"[{written(row['low'], 1)}, {written(row['high'], 1)}]"
    return Cell(
        lines=(f"{_ENDS[row['name']]} {row['label']}", f"{_ahead(row)}{signed(row['difference'])} {between}"),
        hover=(
            _where(row["dataset"], row["title"]),
            _(
                "{bucket}: {system} is {difference} points ahead {interval}",
                bucket=row["label"],
                system=row["better"],
                difference=signed(row["difference"]),
                interval=between,
            ),
            _("the highest of its attribute") if row["name"] == "highest" else _("the lowest of its attribute"),
        ),
        data=(row["id"], row["key"], row["bucket"], row["show"]),
        level=level if row["role"] == "a" else -level,
        bold=None if holds_zero else 1,
    )


def _ahead(row: dict[str, Any]) -> str:
    """Return the letter of the system that is ahead, to stand before the difference; empty where none is."""
    return "" if signed(row["difference"]) == "0.0" else f"{row['role'].upper()} "
