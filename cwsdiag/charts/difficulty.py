"""Systems on words by their difficulty: accuracy, weighted scores, places, halves of the text; and kinds of words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.charts import layout as laid
from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, entries, short_by_name, side_by_side
from cwsdiag.charts.marks import Part
from cwsdiag.charts.matrices import MatrixCell, cells_chart
from cwsdiag.charts.rows import rows_height
from cwsdiag.charts.theme import Size, Style
from cwsdiag.frames import number
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, translated

Floats = NDArray[np.float64]

# Intervals of difficulty, and the fewest words of a kind that are shown.
INTERVALS, FEWEST = 10, 10
AXIS = lazy("difficulty: share of the committee that gets the word wrong")
_CENTRES = [(place + 0.5) / INTERVALS for place in range(INTERVALS)]
_HEIGHT = 330
_LONGEST_NAME, _CHARACTER = 22, 6.6


@dataclass(frozen=True)
class WordKind:
    """A kind of words: its name, how many there are, and the per cent of them in each interval of difficulty."""

    name: str
    words: int
    shares: tuple[float, ...]


def accuracy_chart(
    lines: Mapping[str, Sequence[float]],
    size: Size,
    *,
    styles: Mapping[str, Style],
    labels: Sequence[str],
    words: Sequence[int],
    shares: Sequence[float],
) -> Spec:
    """Return the accuracy of systems by difficulty, over the share of words; a click gives the interval.

    Args:
        lines: the values of each system; NaN where undefined.
        size: where it goes.
        styles: how each system is drawn.
        labels: of the intervals.
        words: how many there are in each.
        shares: per cent of all words.
    """
    limits = theme.axis_limits([0.0, *(value for values in lines.values() for value in values)])
    hover = []
    for place, (label, count) in enumerate(zip(labels, words, strict=True)):
        known = [(values[place], name) for name, values in lines.items() if math.isfinite(values[place])]
        best_first = sorted(known, key=lambda one: -one[0])
        told = [_("{name}: {value}", name=name, value=number(value)) for value, name in best_first]
        hover.append(marks.hover([_("difficulty {interval}, {count:,} words", interval=label, count=count), *told]))
    return chart(
        [
            marks.bars(_CENTRES, [share / 100 for share in shares], theme.SHARE, width=0.9 / INTERVALS),
            *(_line(styles[name], _CENTRES, values) for name, values in lines.items()),
            marks.bars(
                _CENTRES,
                [limits[1] - limits[0]] * INTERVALS,
                data=[[place] for place in range(INTERVALS)],
                hover=hover,
                width=1 / INTERVALS,
                base=limits[0],
            ),
        ],
        size,
        height=_HEIGHT,
        legend=[
            *entries({name: styles[name] for name in lines}, size),
            LegendEntry(_("share of the words"), theme.SHARE),
        ],
        xaxis={
            "range": [0, 1],
            "tickvals": [place / INTERVALS for place in range(INTERVALS + 1)],
            "title": translated(AXIS),
            "showgrid": False,
        },
        yaxis={"range": limits, "title": _("accuracy")},
    )


def word_kinds_chart(kinds: Sequence[WordKind], size: Size, *, labels: Sequence[str]) -> Spec:
    """Return the per cent of words of each kind by difficulty, a row a kind, the more the darker.

    Args:
        kinds: from the top downwards.
        size: where it goes.
        labels: of the intervals.
    """
    highest = max([share for kind in kinds if kind.words >= FEWEST for share in kind.shares], default=100.0)

    def cell(kind: WordKind, place: int) -> MatrixCell:
        share, values = kind.shares[place], {"interval": labels[place], "count": kind.words}
        if not math.isfinite(share):
            return MatrixCell(("–",), (kind.name, _("gold has none")), (place,))
        hover = (kind.name, _("difficulty {interval}: {share:.1f} % of {count:,}", share=share, **values))
        if kind.words < FEWEST:
            return MatrixCell(("–",), (*hover, _("too few to show")), (place,))
        text = "0" if share == 0 else "<1" if share < 0.5 else f"{share:.0f}"
        return MatrixCell((text,), hover, (place,), share / highest)

    cells = [[cell(kind, place) for place in range(INTERVALS)] for kind in kinds]
    names = [f"{kind.name} ({kind.words:,})" for kind in kinds]
    # Short enough for a third of a page.
    columns = [f"{(place + 1) / INTERVALS:.1f}".removeprefix("0") for place in range(INTERVALS)]
    return cells_chart(
        names,
        columns,
        cells,
        size,
        labels=list(map(theme.plain, names)),
        title=_("difficulty, up to"),
        legend=[LegendEntry(_("per cent of the words of its kind"))],
    )


def weighed_chart(
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    size: Size,
    *,
    styles: Mapping[str, Style],
    ticks: Sequence[str],
) -> Spec:
    """Return scores of systems under several ways to weigh words, a panel a score; a click gives the system.

    Args:
        panels: the values of each system, by score.
        size: where it goes.
        styles: how each system is drawn.
        ticks: the ways, from the left.
    """
    traces: list[Part] = []
    layout: Part = {"annotations": []}
    places = list(range(len(ticks)))
    for at, (domain, (measure, lines)) in enumerate(
        zip(side_by_side(len(panels), 0.04), panels.items(), strict=True), start=1
    ):
        x = marks.axis("x", at)
        axis: Part = {"domain": domain, "range": [-0.3, len(ticks) - 0.7], "showgrid": True, "tickangle": None}
        layout[f"xaxis{x[1:]}"] = laid.ticks(ticks, **axis)
        for name, values in lines.items():
            traces.append(
                _line(
                    styles[name],
                    places,
                    values,
                    data=[[name]] * len(ticks),
                    hover=[
                        marks.hover([name, f"{tick} {number(value)}"])
                        for tick, value in zip(ticks, values, strict=True)
                    ],
                    xaxis=x,
                )
            )
        layout["annotations"].append(
            marks.note(
                f"<b>{theme.plain(measure)}</b>",
                0,
                1,
                xref=f"{x} domain",
                yref="y domain",
                xanchor="left",
                yanchor="bottom",
            )
        )
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"t": 28},
        legend=entries({name: styles[name] for name in next(iter(panels.values()))}, size),
        yaxis={
            "range": theme.axis_limits(
                value for lines in panels.values() for values in lines.values() for value in values
            ),
            "title": _("score"),
        },
        **layout,
    )


def places_chart(rows: Sequence[Mapping[str, Any]], size: Size, *, styles: Mapping[str, Style]) -> Spec:
    """Return the places of systems by F1 and by balanced F, a line a system; a click gives the system.

    Args:
        rows: a row a system, with name, f1, f_b, and its places by_f1 and by_f_b; NaN where undefined.
        size: where it goes.
        styles: how each system is drawn.
    """
    known = [row for row in rows if math.isfinite(row["f1"]) and math.isfinite(row["f_b"])]
    left, right = (
        {row["name"]: place for place, row in enumerate(sorted(known, key=lambda row: -row[score]))}
        for score in ("f1", "f_b")
    )
    short = short_by_name([row["name"] for row in known], size.letters(_LONGEST_NAME))
    traces = []
    for row in known:
        name, style = row["name"], styles[row["name"]]
        label, f1, f_b = theme.plain(short[name]) + style.letter, number(row["f1"]), number(row["f_b"])
        lines = [
            name,
            _("F1 {f1}, place {place}", f1=f1, place=row["by_f1"]),
            _("balanced F {f_b}, place {place}", f_b=f_b, place=row["by_f_b"]),
        ]
        part = marks.points(
            [0, 1],
            [left[name], right[name]],
            replace(style, width=4 if row["by_f1"] != row["by_f_b"] else 1.5),
            lines=True,
            text=[f"{label}  <b>{f1}</b>  ", f"  <b>{f_b}</b>  {label}"],
            data=[[name]] * 2,
            hover=[marks.hover(lines)] * 2,
            textposition=["middle left", "middle right"],
        )
        traces.append(part)
    room = 72 + _CHARACTER * max(map(width_of, short.values()), default=0)
    return chart(
        traces,
        size,
        height=rows_height(len(rows)),
        margin={"l": room, "r": room, "t": 34},
        xaxis=laid.ticks([_("by F1"), _("by balanced F")], range=[-0.04, 1.04], side="top"),
        yaxis={"range": [len(known) - 0.4, -0.6], "visible": False},
    )


def halves_chart(
    styles: Mapping[str, Style], first: Floats, second: Floats, r: Floats, size: Size, *, usual: int = 0
) -> Spec:
    """Return balanced F of every system on two halves of the text, over many splits, and how r is spread over these.

    Args:
        styles: the systems, and how each is drawn.
        first: f_b on one half, a row a split, a column a system.
        second: the same on the other.
        r: Pearson's r of each split; NaN where undefined.
        size: where it goes.
        usual: the split nearest to the median, which is drawn strong; a click on it gives the system.
    """
    limits = theme.axis_limits([*first.ravel().tolist(), *second.ravel().tolist()])
    known = r[np.isfinite(r)]
    traces = [marks.line(limits, limits, theme.FAINT, 2)]
    strong = []
    for place, (name, style) in enumerate(styles.items()):
        x, y = first[:, place].tolist(), second[:, place].tolist()
        traces.append(marks.points(x, y, replace(style, size=6), opacity=0.3))
        x, y = x[usual : usual + 1], y[usual : usual + 1]
        strong.append(
            marks.points(
                x,
                y,
                replace(style, size=style.size + 2),
                data=[[name]],
                hover=[marks.hover([name, _("{x} and {y}", x=number(*x), y=number(*y))])],
            )
        )
    layout: Part = {
        "xaxis": {
            "range": limits,
            "domain": [0, 0.56 if len(known) else 1],
            "title": _("balanced F (f_b) on one half"),
        },
        "yaxis": {"range": limits, "title": _("balanced F (f_b) on the other half")},
    }
    traces += strong
    if len(known):
        on: Part = {"xaxis": "x2", "yaxis": "y2", "marker": {"color": theme.GOLD}, "hoverinfo": "skip"}
        traces.append({"type": "histogram", "x": known.tolist(), "nbinsx": 20, **on})
        layout["xaxis2"] = {
            "domain": [0.66, 1],
            "anchor": "y2",
            "showgrid": False,
            "title": _("Pearson's r of a split"),
        }
        layout["yaxis2"] = {"anchor": "x2", "title": _("splits"), "rangemode": "tozero"}
        median = float(np.median(known))
        layout["annotations"] = [
            marks.note(
                _("median {median:.3f}", median=median),
                median,
                1,
                xref="x2",
                yref="y2 domain",
                xanchor="right",
                yanchor="bottom",
            )
        ]
    return chart(traces, size, height=_HEIGHT, margin={"t": 24}, legend=entries(styles, size), **layout)


def _line(style: Style, x: Sequence[float], values: Sequence[float], **more: Any) -> Part:
    return marks.points(x, values, replace(style, size=style.size - 3), lines=True, connectgaps=True, **more)
