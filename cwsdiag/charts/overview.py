"""A score of every system with its interval, best first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.styles import markers, styles
from cwsdiag.charts.system_rows import rows_chart
from cwsdiag.frames import records
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size


# Pixels of a page: for half of the number over a score of 1.
_BESIDE = 22


def scores_chart(scores: pd.DataFrame, size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str]) -> Spec:
    """Return F1 of every system with its 95 % interval; a click gives the name of the system.

    Args:
        scores: best first, with name, f1, f1_low, f1_high, precision and recall; what is undefined is NaN.
        size: where it goes.
        colours: of the systems, by name.
        roles: which of them are A and B.
    """

    def more(row: dict[str, Any]) -> str:
        return _("precision {precision:.3f}, recall {recall:.3f}", precision=row["precision"], recall=row["recall"])

    undefined = _("undefined: no word compared")
    return _intervals(records(scores), "f1", "F1", more, undefined, size, colours=colours, roles=roles)


def oov_chart(scores: pd.DataFrame, size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str]) -> Spec:
    """Return OOV recall of every system as ``scores_chart`` does F1.

    Args:
        scores: with name, oov_recall, its low and high, found and oov_words.
        size: where it goes.
        colours: of the systems, by name.
        roles: which of them are A and B.
    """

    def more(row: dict[str, Any]) -> str:
        return _("{found:,} of {words:,} OOV words found", found=row["found"], words=row["oov_words"])

    undefined, title = _("undefined: no OOV word"), _("OOV recall")
    return _intervals(records(scores), "oov_recall", title, more, undefined, size, colours=colours, roles=roles)


def _intervals(
    rows: Sequence[dict[str, Any]],
    key: str,
    title: str,
    more: Callable[[dict[str, Any]], str],
    undefined: str,
    size: Size,
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str],
) -> Spec:
    names, drawn = [row["name"] for row in rows], styles(colours, roles)
    ends = [(row[f"{key}_low"], row[f"{key}_high"]) for row in rows]
    values = [row[key] for row in rows]
    hover = []
    for row, (low, high) in zip(rows, ends, strict=True):
        score = marks.with_interval(f"{title} {row[key]:.3f}", low, high, "{:.3f}".format)
        hover.append(marks.hover([row["name"], score, more(row)]))
    traces = [
        marks.row_targets([[name] for name in names], hover),
        *(marks.line(list(both), [place] * 2, colours[names[place]], 3) for place, both in enumerate(ends)),
        marks.marks(
            values,
            list(range(len(names))),
            markers(drawn[name] for name in names),
            mode="markers+text",
            text=[f"{value:.3f}" if math.isfinite(value) else "" for value in values],
            textposition="top center",
        ),
    ]
    reasons = [
        marks.note(undefined, 0.01, place, xref="x domain", xanchor="left")
        for place, value in enumerate(values)
        if not math.isfinite(value)
    ]
    limits = theme.axis_limits([*values, *(end for both in ends for end in both)])
    said = _("{score}, with its 95 % interval", score=title)
    xaxis = {"range": limits, "tickformat": ".3~f", "automargin": True, "title": said}
    axes: Part = {"xaxis": xaxis, "xaxis2": marks.OVER}
    return rows_chart(traces, names, size, roles=roles, margin={"r": _BESIDE}, annotations=reasons, **axes)
