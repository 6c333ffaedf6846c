"""Systems on words by their difficulty: accuracy, balanced scores with their intervals, places, halves of the text."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import Entry, chart
from cwsdiag.charts.names import short_by_name
from cwsdiag.charts.styles import markers
from cwsdiag.charts.system_rows import rows_chart, rows_height
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style

    Floats = NDArray[np.float64]

# Intervals of difficulty, and the fewest words of a kind that are shown.
INTERVALS, FEWEST = 10, 10
AXIS = lazy("difficulty: share of the committee that gets the word wrong")
_CENTRES = [(place + 0.5) / INTERVALS for place in range(INTERVALS)]
_HEIGHT, _ROW, _AXES, _BINS = 330, 92, 48, 20
_LONGEST_NAME, _CHARACTER = 22, 6.6
# How far below its row the interval over committees stands.
_BELOW = 0.2


@dataclass(frozen=True)
class SystemLine:
    """A system as a line: its name, how it is drawn, and its values in order; NaN where undefined."""

    name: str
    style: Style
    values: tuple[float, ...]


@dataclass(frozen=True)
class WordKind:
    """A kind of words: its name, how many there are, and the per cent of them in each interval of difficulty."""

    name: str
    words: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """A system with both scores, the intervals of f_b over sentences and committees, and its places.

    Scores are NaN and places None where undefined.
    """

    name: str
    style: Style
    f1: float
    f_b: float
    low: float
    high: float
    committee_low: float
    committee_high: float
    by_f1: int | None
    by_f_b: int | None


def accuracy_chart(
    lines: Sequence[SystemLine], size: Size, *, labels: Sequence[str], words: Sequence[int], shares: Sequence[float]
) -> Spec:
    """Return the accuracy of systems by difficulty, over the share of words; a click gives the interval.

    Args:
        lines: a system each.
        size: where it goes.
        labels: of the intervals.
        words: how many there are in each.
        shares: per cent of all words.
    """
    limits = theme.axis_limits([0.0, *(value for line in lines for value in line.values)])
    ends = [100 * limit for limit in limits]
    hovers = [_accuracy_hover(lines, place, labels, words) for place in range(INTERVALS)]
    reach: Part = {"reach": ends[1] - ends[0], "base": ends[0], "yaxis": "y2", "width": 1 / INTERVALS}
    traces = [
        _columns(shares, theme.SHARE, yaxis="y2"),
        *(_marks(line, _CENTRES) for line in lines),
        marks.targets(_CENTRES, [[place] for place in range(INTERVALS)], hovers, **reach),
    ]
    yaxis = {"range": limits, "title": _("accuracy"), "tickformat": ".1~f", "automargin": True}
    over = {"overlaying": "y", "range": ends, "visible": False}
    legend = [*_legend(lines, size), Entry(_("share of the words"), theme.SHARE)]
    return chart(traces, size, height=_HEIGHT, legend=legend, xaxis=_difficulty_axis(), yaxis=yaxis, yaxis2=over)


def word_kinds_chart(kinds: Sequence[WordKind], size: Size, *, labels: Sequence[str]) -> Spec:
    """Return the per cent of words of each kind by difficulty, a row a kind.

    Args:
        kinds: from the top downwards.
        size: where it goes.
        labels: of the intervals.
    """
    highest = max([share for kind in kinds if kind.words >= FEWEST for share in kind.shares], default=100.0)
    traces: list[Part] = []
    axes: dict[str, Any] = {}
    notes: list[Part] = []
    for place, kind in enumerate(kinds):
        y, top = marks.axis("y", place + 1), 1 - place / len(kinds)
        domain = [top - 0.74 / len(kinds), top - 0.22 / len(kinds)]
        axes[marks.axis("yaxis", place + 1)] = {"domain": domain, "range": [0, 1.5 * highest], "visible": False}
        drawn = kind.shares if kind.words >= FEWEST else (math.nan,) * INTERVALS
        hovers = [_kind_hover(kind, at, labels) for at in range(INTERVALS)]
        data = [[at] for at in range(INTERVALS)]
        targets = marks.targets(_CENTRES, data, hovers, reach=1.5 * highest, **{"width": 1 / INTERVALS, "yaxis": y})
        traces += [_columns(drawn, theme.GOLD, yaxis=y, numbers=True), targets]
        where = {"xref": "x domain", "yref": f"{y} domain"}
        title = f"<b>{theme.plain(kind.name)}</b> {kind.words:,}"
        notes.append(marks.note(title, 0, 1, **where, xanchor="left", yanchor="bottom"))
        if kind.words < FEWEST:
            notes.append(marks.reason(_("too few to show") if kind.words else _("gold has none"), 0.5, 0.4, **where))
    axes["xaxis"] = {**_difficulty_axis(), "anchor": marks.axis("y", len(kinds))}
    legend = [Entry(_("per cent of the words of its kind"), theme.GOLD)]
    margin = {"l": 12, "r": 12, "t": 4}
    return chart(
        traces, size, height=_ROW * len(kinds) + _AXES, margin=margin, legend=legend, annotations=notes, **axes
    )


def weighed_chart(panels: Mapping[str, Sequence[SystemLine]], size: Size, *, ticks: Sequence[str]) -> Spec:
    """Return scores of systems under several ways to weigh words, a panel a score; a click gives the system.

    Args:
        panels: lines by score.
        size: where it goes.
        ticks: the ways, from the left.
    """
    lines = [line for panel in panels.values() for line in panel]
    traces: list[Part] = []
    axes: dict[str, Any] = {}
    notes: list[Part] = []
    places, width = list(range(len(ticks))), 1 / max(1, len(panels))
    for place, (measure, own) in enumerate(panels.items()):
        x = marks.axis("x", place + 1)
        domain = [place * width, (place + 1) * width - (0.04 if place + 1 < len(panels) else 0)]
        axes[marks.axis("xaxis", place + 1)] = {
            **{"domain": domain, "range": [-0.3, len(ticks) - 0.7], "tickvals": places, "automargin": True},
            "ticktext": list(map(theme.plain, ticks)),
        }
        for line in own:
            hovers = [
                marks.hover([line.name, f"{tick} {_number(value)}"])
                for tick, value in zip(ticks, line.values, strict=True)
            ]
            drawn = _marks(line, places) | {
                "hoverinfo": None,
                "text": hovers,
                "hovertemplate": "%{text}<extra></extra>",
            }
            traces.append(drawn | {"customdata": [[line.name]] * len(ticks), "xaxis": x})
        where = {"xref": f"{x} domain", "yref": "y domain", "xanchor": "left", "yanchor": "bottom"}
        notes.append(marks.note(f"<b>{theme.plain(measure)}</b>", 0, 1, **where))
    limits = theme.axis_limits([value for line in lines for value in line.values])
    axes["yaxis"] = {"range": limits, "title": _("score"), "tickformat": ".2~f", "automargin": True}
    legend = _legend(next(iter(panels.values()), ()), size)
    return chart(traces, size, height=_HEIGHT, margin={"t": 28}, legend=legend, annotations=notes, **axes)


def worth_chart(standings: Sequence[Standing], size: Size) -> Spec:
    """Return F1 and balanced F of every system, with both intervals of balanced F; a click gives the system."""
    places = list(range(len(standings)))
    lines = [(place, one) for place, one in enumerate(standings)]
    traces = [
        marks.marks([one.f1 for one in standings], places, markers((one.style for one in standings), hollow=True)),
        *(marks.line([one.low, one.high], [place] * 2, one.style.colour, 4) for place, one in lines),
        *(
            marks.line([one.committee_low, one.committee_high], [place + _BELOW] * 2, theme.GOLD, 3)
            for place, one in lines
        ),
        marks.marks(
            [one.f_b for one in standings],
            places,
            markers(one.style for one in standings),
            mode="markers+text",
            text=[f"<b>{one.f_b:.3f}</b>" if math.isfinite(one.f_b) else "" for one in standings],
            textposition="top center",
        ),
        marks.row_targets([[one.name] for one in standings], [marks.hover(_worth_told(one)) for one in standings]),
    ]
    values = [value for one in standings for value in (one.f1, one.f_b, one.low, one.high)]
    values += [value for one in standings for value in (one.committee_low, one.committee_high)]
    undefined = _("balanced F undefined")
    notes = [
        marks.reason(undefined, 0.01, place, xref="x domain", xanchor="left")
        for place, one in lines
        if not math.isfinite(one.f_b)
    ]
    legend = [
        Entry("F1", theme.LABEL, "circle-open"),
        Entry(_("balanced F, with its 95 % interval over sentences"), theme.LABEL, "circle"),
        Entry(_("the same over committees"), theme.GOLD, dash="solid"),
    ]
    xaxis = {"range": theme.axis_limits(values), "title": _("score"), "tickformat": ".2~f", "automargin": True}
    roles = {one.style.role: one.name for one in standings if one.style.role}
    names = [one.name for one in standings]
    axes = {"xaxis": xaxis, "xaxis2": marks.OVER}
    own: dict[str, Any] = {"legend": legend, "annotations": notes, **axes}
    return rows_chart(traces, names, size, roles=roles, **own)


def places_chart(standings: Sequence[Standing], size: Size) -> Spec:
    """Return the places of systems by F1 and by balanced F, a line a system; a click gives the system."""
    known = [one for one in standings if one.by_f1 is not None and one.by_f_b is not None]
    left = {one.name: at for at, one in enumerate(sorted(known, key=lambda one: -one.f1))}
    right = {one.name: at for at, one in enumerate(sorted(known, key=lambda one: -one.f_b))}
    short = short_by_name([one.name for one in known], size.letters(_LONGEST_NAME))
    room = 72 + _CHARACTER * max(map(width_of, short.values()), default=0)
    notes, traces = [], []
    for one in known:
        name = theme.plain(short[one.name]) + one.style.letter
        beside = f"{name}  <b>{_number(one.f1)}</b>", f"<b>{_number(one.f_b)}</b>  {name}"
        notes.append(marks.note(beside[0], 0, left[one.name], xanchor="right", xshift=-10))
        notes.append(marks.note(beside[1], 1, right[one.name], xanchor="left", xshift=10))
        line = one.style.line | {"width": 4 if one.by_f1 != one.by_f_b else 1.5}
        ends = [left[one.name], right[one.name]]
        hover = [marks.hover(_places_told(one))] * 2
        form: Part = {"mode": "lines+markers", "line": line, "marker": one.style.marker}
        traces.append(marks.clicked([0, 1], ends, [[one.name]] * 2, hover, **form))
    heads = [f"<b>{by}</b>" for by in (_("by F1"), _("by balanced F"))]
    xaxis = {
        "range": [-0.04, 1.04],
        "tickvals": [0, 1],
        "ticktext": heads,
        "side": "top",
        "tickangle": 0,
        "showgrid": False,
    }
    yaxis = {"range": [len(known) - 0.4, -0.6], "visible": False}
    margin = {"l": room, "r": room, "t": 34}
    height = rows_height(len(standings))
    return chart(traces, size, height=height, margin=margin, xaxis=xaxis, yaxis=yaxis, annotations=notes)


def halves_chart(
    standings: Sequence[Standing], first: Floats, second: Floats, r: Floats, size: Size, *, usual: int = 0
) -> Spec:
    """Return balanced F of every system on two halves of the text, over many splits, and how r is spread over these.

    Args:
        standings: the systems.
        first: f_b on one half, a row a split, a column a system.
        second: the same on the other.
        r: Pearson's r of each split; NaN where undefined.
        size: where it goes.
        usual: the split nearest to the median, which is drawn strong; a click on it gives the system.
    """
    limits = theme.axis_limits([*first.ravel().tolist(), *second.ravel().tolist()])
    known = r[np.isfinite(r)]
    traces = [marks.line(limits, limits, theme.FAINT, 2)]
    for place, one in enumerate(standings):
        marker = one.style.marker | {"size": 6, "opacity": 0.3}
        traces.append(marks.marks(first[:, place].tolist(), second[:, place].tolist(), marker))
    for place, one in enumerate(standings):
        marker = one.style.marker | {"size": one.style.size + 2, "line": {"color": theme.GOLD, "width": 1.5}}
        x, y = float(first[usual, place]), float(second[usual, place])
        said = _("{x} and {y}", x=_number(x), y=_number(y))
        traces.append(marks.clicked([x], [y], [[one.name]], [marks.hover([one.name, said])], marker=marker))
    score = {"range": limits, "tickformat": ".2~f", "automargin": True}
    axes: dict[str, Any] = {
        "xaxis": {**score, "domain": [0, 0.56 if len(known) else 1], "title": _("balanced F (f_b) on one half")},
        "yaxis": {**score, "title": _("balanced F (f_b) on the other half")},
    }
    if len(known):
        median = float(np.median(known))
        traces.append(_histogram(known))
        axes["xaxis2"] = {
            "domain": [0.66, 1],
            "anchor": "y2",
            "tickformat": ".3~f",
            "showgrid": False,
            "automargin": True,
        }
        axes["xaxis2"]["title"] = _("Pearson's r of a split")
        axes["yaxis2"] = {"anchor": "x2", "title": _("splits"), "rangemode": "tozero"}
        where = {"xref": "x2", "yref": "y2 domain", "xanchor": "right", "yanchor": "bottom"}
        note = marks.note(_("median {median:.3f}", median=median), median, 1, font={"size": theme.SMALL}, **where)
        axes["annotations"] = [note]
    short = short_by_name([one.name for one in standings], size.letters(_LONGEST_NAME))
    legend = [Entry(short[one.name] + _role(one.style), one.style.colour, one.style.symbol) for one in standings]
    return chart(traces, size, height=_HEIGHT, margin={"t": 24}, legend=legend, **axes)


def _histogram(r: Floats) -> Part:
    low, high = float(r.min()), float(r.max())
    counts, edges = np.histogram(r, bins=_BINS, range=(low, high) if high - low > 1e-6 else (high - 0.02, high + 0.02))
    middles, width = ((edges[:-1] + edges[1:]) / 2).tolist(), float(edges[1] - edges[0]) * 0.92
    said = [_("r about {r:.3f}: {n:,} splits", r=x, n=count) for x, count in zip(middles, counts.tolist(), strict=True)]
    more = {"xaxis": "x2", "yaxis": "y2", "marker": {"color": theme.GOLD, "line": {"width": 0}}}
    hover = {"hoverinfo": None, "text": said, "textposition": "none", "hovertemplate": "%{text}<extra></extra>"}
    return marks.bars(middles, counts.tolist(), [width] * len(middles), **more) | hover


def _columns(shares: Sequence[float], colour: str, *, yaxis: str, numbers: bool = False) -> Part:
    """Return a bar an interval of difficulty, with its per cent where asked for."""
    form: Part = {"marker": {"color": colour, "line": {"width": 0}}, "yaxis": yaxis, "cliponaxis": False}
    if numbers:
        form |= {"text": list(map(_percent, shares)), "textposition": "outside", "textfont": {"size": theme.SMALL}}
    return marks.bars(_CENTRES, list(shares), [0.9 / INTERVALS] * INTERVALS, **form)


def _marks(line: SystemLine, x: Sequence[float]) -> Part:
    form: Part = {"mode": "lines+markers", "connectgaps": True, "line": line.style.line}
    return marks.marks(x, list(line.values), line.style.marker | {"size": line.style.size - 3}, **form)


def _legend(lines: Sequence[SystemLine], size: Size) -> list[Entry]:
    short = short_by_name([line.name for line in lines], size.letters(_LONGEST_NAME))
    return [Entry(short[line.name] + _role(line.style), line.style.colour, line.style.symbol) for line in lines]


def _role(style: Style) -> str:
    return f" ({style.role.upper()})" if style.role else ""


def _difficulty_axis() -> Part:
    ends = [place / INTERVALS for place in range(INTERVALS + 1)]
    axis: Part = {"range": [0, 1], "tickvals": ends, "tickformat": ".1~f", "title": translated(AXIS)}
    return {**axis, "showgrid": False, "automargin": True}


def _accuracy_hover(lines: Sequence[SystemLine], place: int, labels: Sequence[str], words: Sequence[int]) -> str:
    head = _("difficulty {interval}, {count:,} words", interval=labels[place], count=words[place])
    known = [(line.values[place], line.name) for line in lines if math.isfinite(line.values[place])]
    best_first = sorted(known, key=lambda one: -one[0])
    return marks.hover([head, *(_("{name}: {value}", name=name, value=_number(value)) for value, name in best_first)])


def _kind_hover(kind: WordKind, place: int, labels: Sequence[str]) -> str:
    share, interval = kind.shares[place], labels[place]
    if not math.isfinite(share):
        return marks.hover([kind.name, _("difficulty {interval}: there are none", interval=interval)])
    said = _("difficulty {interval}: {share:.1f} % of {count:,}", interval=interval, share=share, count=kind.words)
    return marks.hover([kind.name, said])


def _worth_told(one: Standing) -> list[str]:
    lines = [one.name, _("F1 {f1}, balanced F {f_b}", f1=_number(one.f1), f_b=_number(one.f_b))]
    if math.isfinite(one.low):
        lines.append(_("over sentences {low:.3f} to {high:.3f}", low=one.low, high=one.high))
    if math.isfinite(one.committee_low):
        lines.append(_("over committees {low:.3f} to {high:.3f}", low=one.committee_low, high=one.committee_high))
    return lines


def _places_told(one: Standing) -> list[str]:
    return [
        one.name,
        _("F1 {f1}, place {place}", f1=_number(one.f1), place=one.by_f1),
        _("balanced F {f_b}, place {place}", f_b=_number(one.f_b), place=one.by_f_b),
    ]


def _number(value: float) -> str:
    return f"{value:.3f}" if math.isfinite(value) else "–"


def _percent(share: float) -> str:
    return "" if share == 0 or not math.isfinite(share) else "<1" if share < 0.5 else f"{share:.0f}"
