"""Diagnoses of systems over all datasets, and Friedman's tests of their buckets (the paper's Tables 4 and 6 to 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.charts import theme
from cwsdiag.charts.layout import Entry
from cwsdiag.frames import bucket_said, signed, written
from cwsdiag.languages import _, translated
from cwsdiag.ui.shell import leads, tables, widgets
from cwsdiag.ui.study.view import StudyView, cells, to_system
from cwsdiag.views.across.systems import small_buckets_sentence, why_undefined
from cwsdiag.views.columns import AIDED_DIAGNOSIS, BUCKET_TESTS, KINDS, SELF_DIAGNOSIS
from cwsdiag.views.rows import kind_shares
from cwsdiag.views.units import least_said, small_said
from cwsdiag.views.wording import UNDEFINED, number, p_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.study import Friedman

_POINTS = 100
_ENDS = {"highest": "▲", "lowest": "▼"}
_WIDTHS: dict[str, int | str] = {"title": 150, "label": 120, "best_label": 120, "end": 90}
_NUMBERS = ("p_adjusted", "p", "p_chi2", "statistic")
_TEST_WIDTHS: dict[str, int | str] = {
    **dict.fromkeys(("p_adjusted", "p", "p_chi2"), 90),
    **dict.fromkeys(("statistic", "buckets", "blocks"), 70),
    "why": "medium",
}


def part(view: StudyView) -> None:
    """Draw the self-diagnosis of A, and the aided diagnosis of A and B."""
    missing = [(role, name) for role, name in view.selection.roles.items() if role not in view.roles]
    a, b = view.roles.get("a"), view.roles.get("b")
    if a is not None:
        _self(view, a)
        _kinds(view, a)
    for role, name in missing:
        said = _(
            "{name}, system {role} of the side bar, is not among the systems here. Choose another one there.",
            name=name,
            role=role.upper(),
        )
        widgets.box("info", said)
    if a is not None and b is not None:
        _aided(view, a, b)
    elif not missing:
        widgets.note(_("With a second system, its differences from the first would be shown here."))


def _self(view: StudyView, system: str) -> None:
    study = view.study
    table = study.self_diagnosis(system)
    largest = max((one.gap for line in table for one in line if one is not None and one.worst is not None), default=0)
    rows = []
    for place, line in enumerate(table):
        for key, one in zip(study.keys, line, strict=True):
            if one is None or one.worst is None or one.best is None:
                rows.append(_gap(view, place, key, is_here=one is not None))
                continue
            values, label = study.values(system, place, key), _label(view, place, key, one.worst)
            rows.append(
                _named(view, place, key)
                | {
                    "id": view.ids[place],
                    "bucket": one.worst,
                    "words": None,
                    "label": label,
                    "f1": float(values[one.worst]),
                    "gold": int(study.diagnoses[place].attribute(key).gold[one.worst]),
                    "best_label": _label(view, place, key, one.best),
                    "best_f1": float(values[one.best]),
                    "gap": _POINTS * one.gap,
                    "text": (label, number(float(values[one.worst])), signed(-_POINTS * one.gap)),
                    "level": one.gap / largest if largest else 0.0,
                    "bold": 1,
                }
            )
    _buckets(
        view,
        _("Where {system} fails", system=system),
        rows,
        SELF_DIAGNOSIS,
        key="self diagnosis",
        remark=_("worst bucket of each attribute, its F1, and points under the best bucket"),
        low=view.colours[system],
        high=view.colours[system],
    )
    widgets.note(
        _(
            "The stronger the colour, the larger the gap. Buckets with {small} are not named. A click on a cell: "
            "the words of its bucket.",
            small=small_said(study.diagnoses[0]),
        )
    )


def _kinds(view: StudyView, system: str) -> None:
    """Draw the errors of a system by kind, a row a dataset."""
    frame = pd.DataFrame(
        [
            {"id": id, "dataset": one.dataset.name, **kind_shares(one.kind_counts(system))}
            for id, one in zip(view.ids, view.study.diagnoses, strict=True)
            if system in one.systems
        ]
    )
    title = _("Why {system} fails", system=system)
    widgets.heading(title, _("share of the gold words it misses, by kind and by cause"))
    tables.table(
        frame,
        tables.columns(KINDS, [key for key in KINDS if key in frame and frame[key].notna().any()]),
        key="kinds table",
        lead=lambda row: leads.to_words(None, None, of="a", **view.of_both(frame["id"][row])),
        alt=title,
    )


def _aided(view: StudyView, a: str, b: str) -> None:
    table = view.study.aided_diagnosis(a, b)
    every = [getattr(one, name) for line in table for one in line if one is not None for name in _ENDS]
    limit = max((abs(end.difference) for end in every if end is not None), default=0) or 1
    names = {"highest": _("highest"), "lowest": _("lowest")}
    rows = []
    for place, line in enumerate(table):
        for name, mark in _ENDS.items():
            for key, one in zip(view.study.keys, line, strict=True):
                end = None if one is None else getattr(one, name)
                if one is None or end is None:
                    rows.append(_gap(view, place, key, is_here=one is not None))
                    continue
                role = "a" if (one.better if end.difference > 0 else one.other) == a else "b"
                points, low, high = (_POINTS * value for value in (end.difference, end.low, end.high))
                label, holds_zero = _label(view, place, key, end.bucket), low <= 0 <= high
                level = abs(end.difference) / limit * (theme.LIGHTER if holds_zero else 1)
                between = f"[{written(low, 1)}, {written(high, 1)}]"
                rows.append(
                    _named(view, place, key)
                    | {
                        "id": view.ids[place],
                        "bucket": end.bucket,
                        "words": f"only_{role}" if end.difference else None,
                        "better": one.better,
                        "end": f"{mark} {names[name]}",
                        "label": label,
                        "difference": points,
                        "low": low,
                        "high": high,
                        "text": (f"{mark} {label}", f"{ahead_said(role, points)} {between}"),
                        "level": level if role == "a" else -level,
                        "bold": None if holds_zero else 1,
                    }
                )
    _buckets(
        view,
        _("{a} and {b}", a=a, b=b),
        rows,
        AIDED_DIAGNOSIS,
        key="aided diagnosis",
        remark=_("▲ where the better one is furthest ahead, ▼ where least, or behind; in points"),
        low=view.colours[b],
        high=view.colours[a],
        groups=len(_ENDS),
        legend=[
            Entry(_("{system} (A) is ahead there", system=a), view.colours[a]),
            Entry(_("{system} (B) is", system=b), view.colours[b]),
        ],
    )
    widgets.note(
        _("Better minus other with the paired 95 % interval: bold where it does not hold 0."),
        _("Click a cell: the words that only the one ahead gets right."),
    )


def ahead_said(role: str, points: float) -> str:
    """Return a difference behind the letter of the system that is ahead; of none where it is written as nothing."""
    said = signed(points)
    return said if said == "0.0" else f"{role.upper()} {said}"


def _buckets(view: StudyView, title: str, rows: Sequence[dict[str, Any]], columns: Any, **options: Any) -> None:
    """Draw a cell for each dataset and attribute, which leads to the words of its bucket, with A and B."""

    def lead(dataset: str, attribute: str, bucket: int, words: str | None) -> None:
        leads.to_words(attribute, int(bucket), show=words, **view.of_both(dataset))

    cells(
        view,
        title,
        view.study.datasets,
        rows,
        columns,
        target=("id", "key", "bucket", "words"),
        lead=lead,
        folded=_("Every cell with its numbers"),
        widths=_WIDTHS,
        **options,
    )


def _named(view: StudyView, place: int, key: str) -> dict[str, Any]:
    title = translated(view.study.diagnoses[place].attribute(key).attribute.label)
    return {"key": key, "dataset": view.study.datasets[place], "title": title}


def _label(view: StudyView, place: int, key: str, bucket: int) -> str:
    return bucket_said(view.study.labels(place, key)[bucket])


def _gap(view: StudyView, place: int, key: str, *, is_here: bool) -> dict[str, Any]:
    """Return the cell of a gap, with the reason."""
    diagnosis, row = view.study.diagnoses[place], _named(view, place, key)
    if not is_here:
        why = _("no prediction on this dataset")
    elif undefined := diagnosis.attribute(key).undefined:
        why = _("{attribute} is undefined: it {reason}", attribute=row["title"], reason=translated(undefined))
    else:
        why = _("no bucket has {least} and a defined F1", least=least_said(diagnosis))
    return row | {"reason": why, "text": (UNDEFINED,)}


def tests_part(view: StudyView) -> None:
    """Draw p-values by dataset and by system."""

    def to_dataset(place: int) -> None:
        leads.to_system(view.selection.a, **view.there(view.ids[place]))

    _tests(
        view,
        _("By dataset"),
        dict(zip(view.study.datasets, view.study.dataset_tests, strict=True)),
        blocks="systems",
        key="dataset tests",
        printed="tests_by_dataset",
        remark=_("do its systems agree on which buckets are hard?"),
        lead=to_dataset,
    )
    widgets.note(_("Buckets are compared, systems are the blocks."))
    _tests(
        view,
        _("By system"),
        dict(zip(view.models, view.model_tests, strict=True)),
        blocks="datasets",
        key="system tests",
        printed="tests_by_system",
        remark=_("do the datasets agree on which buckets are hard for it?"),
        lead=lambda row: to_system(view, view.models[row]),
    )
    widgets.note(
        _(
            "Buckets are compared, datasets are the blocks. Where ties left datasets with different numbers of "
            "buckets, those with another number than most are dropped; a bucket that is too small on one of the others "
            "is left out for all."
        )
    )
    widgets.note(small_buckets_sentence(view.study))


def _tests(
    view: StudyView,
    title: str,
    tests: Mapping[str, Sequence[Friedman]],
    *,
    blocks: str,
    lead: Callable[[int], None],
    **options: Any,
) -> None:
    rows = [
        {
            "place": place,
            "row": name,
            "attribute": translated(one.label),
            **{column: getattr(test, column) for column in _NUMBERS},
            "buckets": len(test.treatments),
            "blocks": len(test.blocks),
            "dropped": ", ".join(test.dropped),
            "why": why_undefined(test, treatments="buckets", blocks=blocks),
            "text": (p_value(test.p_adjusted) + ("*" if test.dropped and not test.undefined else ""),),
            "level": 1.0 if test.is_significant else None if test.undefined else 0.12,
            "bold": 0 if test.is_significant else None,
        }
        for place, (name, line) in enumerate(tests.items())
        for one, test in zip(view.study.attributes, line, strict=True)
    ]
    bold = _("bold: F1 differs between the buckets, p adjusted by Holm for the table < 0.05")
    cells(
        view,
        title,
        list(tests),
        rows,
        BUCKET_TESTS,
        target=("place",),
        lead=lambda place: lead(int(place)),
        folded=_("Every test with its numbers"),
        widths=_TEST_WIDTHS,
        legend=[Entry(bold, theme.LABEL)],
        **options,
    )
    marks = _("– not defined, * blocks were dropped: the reason is under the pointer and in the table")
    widgets.note(_("{first}. {second}", first=marks, second=_("Click a cell: where systems fail there.")))
