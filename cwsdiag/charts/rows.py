"""Charts with a row a system, or a row each of something else: a number with its interval in one panel or several.

Figure 1 of the bakeoffs: F of every system by corpus and track.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, entries, short_by_name, side_by_side, ticks, wrapped
from cwsdiag.charts.marks import Part
from cwsdiag.charts.theme import Size, Style
from cwsdiag.frames import ENDS, MEASURES, number, records, span, track_name, tracks_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

# In half-width characters of a page.
LONGEST_NAME, _SHORTEST_NAME = 28, 22
# Pixels of a page: of a row, of one among many, and of the axis below.
_ROW_HEIGHT, _LOW_ROW_HEIGHT, _MANY, _AXES = 42, 34, 6, 90
_GAP = 0.04


@dataclass(frozen=True, kw_only=True)
class Marks:
    """One number of every row.

    Attributes:
        values: the numbers, NaN where undefined.
        low, high: ends of their intervals; none without them.
        text: what stands over those that are defined.
        hollow: which of them are drawn hollow; none without it.
        below: how far under the middle of its row each stands.
        style: of all of them, instead of the style of each row.
        label: what they are called under the pointer; nothing is said of those without one.
    """

    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    text: Sequence[str] = ()
    hollow: Sequence[bool] = ()
    below: float = 0.0
    style: Style | None = None
    label: str = ""

    def said(self, row: int) -> str:
        """Return what is said of a row under the pointer."""
        text = f"{self.label} {number(self.values[row])}"
        return marks.with_interval(text, self.low[row], self.high[row]) if self.low else text


def rows_chart(
    rows: Mapping[str, Style],
    panels: Mapping[str, Sequence[Marks]],
    size: Size,
    *,
    hover: Sequence[str] = (),
    data: Sequence[Any] = (),
    undefined: str = "",
    limits: Callable[[Iterable[float]], list[float]] = theme.axis_limits,
    apart: bool = False,
    more: Sequence[Part] = (),
    legend: Sequence[LegendEntry] = (),
    **axis: Any,
) -> Spec:
    """Return numbers of rows, the first row at the top; a click anywhere in a row gives its name.

    Args:
        rows: their names, and how each is drawn.
        panels: what stands in each panel, by its title.
        size: where it goes.
        hover: what each row says under the pointer; its name and numbers without it.
        data: what a click on each gives; its name without it.
        undefined: what stands in a row whose first number is undefined.
        limits: gives the ends of an axis from the values on it.
        apart: whether each panel has an axis of its own.
        more: further traces, behind the marks.
        legend: what the marks mean.
        axis: what else the axes have.
    """
    values = [
        [end for one in own for ends in (one.values, one.low, one.high) for end in ends] for own in panels.values()
    ]
    titled = [one for own in panels.values() for one in own if one.label]
    hover = hover or [marks.hover([name, *(one.said(row) for one in titled)]) for row, name in enumerate(rows)]
    traces: list[Part] = []
    layout: Part = {"annotations": []}
    places = list(range(len(rows)))
    for at, (title, own) in enumerate(panels.items()):
        ends = limits(values[at] if apart else [end for every in values for end in every])
        x = marks.axis("x", at + 1)
        usual = {
            "domain": side_by_side(len(panels), _GAP)[at],
            "range": ends,
            "title": title,
            "nticks": max(4, 12 // len(panels)),
        }
        layout[f"xaxis{x[1:]}"] = usual | axis
        data = data or [[name] for name in rows]
        traces += [
            marks.bars(
                [ends[1] - ends[0]] * len(places),
                places,
                data=data,
                hover=hover,
                base=ends[0],
                orientation="h",
                xaxis=x,
            ),
            *more,
        ]
        for row, style in enumerate(rows.values()):
            for one in own:
                value, text = one.values[row], one.text[row : row + 1]
                part = marks.points(
                    [value],
                    [row + one.below],
                    one.style or style,
                    hollow=one.hollow[row : row + 1],
                    text=text if math.isfinite(value) else [""] * len(text),
                    low=one.low[row : row + 1],
                    high=one.high[row : row + 1],
                    thick=3,
                    sideways=True,
                    xaxis=x,
                )
                traces.append(part)
            if own and undefined and not math.isfinite(own[0].values[row]):
                layout["annotations"].append(marks.reason(undefined, 0.01, row, xref=f"{x} domain", xanchor="left"))
    short = short_by_name(list(rows), size.letters(LONGEST_NAME, fewest=_SHORTEST_NAME))
    names = [theme.plain(short[name]) + style.letter for name, style in rows.items()]
    layout["yaxis"] = {**ticks(names), "ticktext": names, "range": [len(rows) - 0.4, -0.8], **theme.AWAY}
    return chart(traces, size, height=rows_height(len(rows)), margin={"r": 22}, legend=legend, **layout)


def rows_height(count: int) -> int:
    """Return the height of so many rows with their axes, in pixels of a page."""
    return (_ROW_HEIGHT if count <= _MANY else _LOW_ROW_HEIGHT) * count + _AXES


def scores_chart(
    scores: pd.DataFrame, key: str, title: str, size: Size, *, styles: Mapping[str, Style], undefined: str
) -> Spec:
    """Return a score of every system with its 95 % interval; a click gives the name of the system.

    Args:
        scores: a row a system, from the top, with name, score, and the score's low and high; NaN where undefined.
        key: of the score.
        title: what it is called.
        size: where it goes.
        styles: how each system is drawn.
        undefined: what stands in the row of a system whose score is undefined.
    """
    names, values, low, high = (scores[name].tolist() for name in ("name", key, f"{key}_low", f"{key}_high"))
    return rows_chart(
        {name: styles[name] for name in names},
        {
            _("{score}, with its 95 % interval", score=title): [
                Marks(values=values, low=low, high=high, text=list(map(number, values)), label=title)
            ]
        },
        size,
        undefined=undefined,
    )


def oov_chart(scores: pd.DataFrame, size: Size, *, styles: Mapping[str, Style]) -> Spec:
    """Return OOV recall of every system as ``scores_chart`` does another score."""
    undefined = _("undefined: no OOV word")
    return scores_chart(scores, "oov_recall", _("OOV recall"), size, styles=styles, undefined=undefined)


def separators_chart(scores: pd.DataFrame, size: Size, *, styles: Mapping[str, Style]) -> Spec:
    """Return precision, recall and F of every system by separators, a panel each; a click gives the system.

    Args:
        scores: a row a system, with its name, and each measure against the intersection and the union of references.
        size: where it goes.
        styles: how each system is drawn.
    """
    panels = {}
    hover = [[name] for name in scores["name"]]
    for measure, title in MEASURES.items():
        first, last = (scores[f"{measure}_{end}"].tolist() for end in ENDS)
        spans = [span(ends) for ends in zip(first, last, strict=True)]
        for lines, said in zip(hover, spans, strict=True):
            lines.append(f"{translated(title)} {said}")
        # The interval of the first reaches to the second, whichever is the larger.
        low, high = ([pick(ends) for ends in zip(first, last, strict=True)] for pick in (min, max))
        same = first == last
        panels[translated(title)] = [
            Marks(values=first, low=() if same else low, high=() if same else high, text=spans),
            *(() if same else (Marks(values=last, hollow=[True] * len(last)),)),
        ]
    legend = [
        LegendEntry(_("against the intersection of the references"), symbol="circle"),
        LegendEntry(_("against their union"), symbol="circle-open"),
    ]
    return rows_chart(
        {name: styles[name] for name in scores["name"]},
        panels,
        size,
        hover=list(map(marks.hover, hover)),
        undefined=_("undefined"),
        legend=legend if any(len(own) > 1 for own in panels.values()) else (),
    )


def people_chart(scores: pd.DataFrame, size: Size, *, panels: Mapping[str, str], colours: Mapping[str, str]) -> Spec:
    """Return the scores of people beside other scores, a panel each; a click gives the system.

    Args:
        scores: a row a system, with its name and a column a panel; NaN where undefined.
        size: where it goes.
        panels: titles by column.
        colours: of the systems, by name.
    """
    points = {}
    for column, title in panels.items():
        values = scores[column].tolist()
        points[translated(title)] = [Marks(values=values, text=list(map(number, values)), label=translated(title))]
    return rows_chart(
        {name: Style(colours[name], size=12) for name in scores["name"]}, points, size, undefined="–", apart=True
    )


def ranks_chart(
    names: Sequence[str],
    ranks: Sequence[float],
    groups: Sequence[Sequence[int]],
    critical: float,
    size: Size,
    *,
    styles: Mapping[str, Style],
) -> Spec:
    """Return systems by their mean rank, the best at the top, with bars beside those that do not differ.

    A click gives the name of a system.

    Args:
        names: of the systems.
        ranks: their mean ranks, from 1 for the best.
        groups: indices of systems that do not differ among themselves.
        critical: the difference of mean ranks at which two systems differ.
        size: where it goes.
        styles: how each system is drawn.
    """
    order = sorted(range(len(names)), key=lambda place: ranks[place])
    values = [ranks[place] for place in order]
    step = 0.04 * len(names)
    beside = [
        marks.line([len(names) + step * column] * 2, [min(rows) - 0.2, max(rows) + 0.2], theme.GOLD, 6)
        for column, group in enumerate(groups, start=1)
        for rows in [[order.index(place) for place in group]]
    ]
    title = _("; ").join([_("mean rank"), _("critical difference {value:.2f}", value=critical)])
    return rows_chart(
        {names[place]: styles[names[place]] for place in order},
        {title: [Marks(values=values, text=[f"{rank:.2f}" for rank in values], label=_("mean rank"))]},
        size,
        limits=lambda _values: [1 - step, len(names) + step * (len(groups) + 1)],
        more=beside,
        legend=[LegendEntry(_("no difference beyond the critical one"), theme.GOLD, dash="solid")],
        tickvals=list(range(1, len(names) + 1)),
    )


def fit_chart(fits: Sequence[tuple[str, float, float, float]], size: Size) -> Spec:
    """Return how well a text fits each dataset; the whole row is the click target.

    Args:
        fits: the name of each, Ψ, and the ends of its 95 % interval, from above.
        size: what for.
    """
    names, values, low, high = map(list, zip(*fits, strict=True))
    return rows_chart(
        dict.fromkeys(names, Style(theme.LABEL, "diamond", size=12)),
        {
            _("Ψ, with the 95 % interval over sentences"): [
                Marks(values=values, low=low, high=high, text=[f"<b>{psi:.1f}</b>" for psi in values], label="Ψ")
            ]
        },
        size,
        limits=lambda values: theme.axis_limits(values, least=0.5, of_scores=False),
    )


def worth_chart(rows: Sequence[Mapping[str, Any]], size: Size, *, styles: Mapping[str, Style]) -> Spec:
    """Return F1 and balanced F of every system, with both intervals of balanced F; a click gives the system.

    Args:
        rows: a row a system, with name, f1 and f_b, and the ends of the intervals of f_b over sentences (f_b_low,
            f_b_high) and committees (f_b_committee_low, f_b_committee_high); NaN where undefined.
        size: where it goes.
        styles: how each system is drawn.
    """

    def values(key: str) -> list[float]:
        return [row[key] for row in rows]

    f_b = values("f_b")
    worth = [
        Marks(
            values=f_b,
            low=values("f_b_low"),
            high=values("f_b_high"),
            text=[f"<b>{value:.3f}</b>" for value in f_b],
            label=_("balanced F"),
        ),
        Marks(values=values("f1"), hollow=[True] * len(rows), label="F1"),
        Marks(
            values=f_b,
            low=values("f_b_committee_low"),
            high=values("f_b_committee_high"),
            below=0.2,
            style=Style(theme.GOLD, size=0),
            label=_("over committees"),
        ),
    ]
    return rows_chart(
        {row["name"]: styles[row["name"]] for row in rows},
        {_("score"): worth},
        size,
        undefined=_("balanced F undefined"),
        legend=[
            LegendEntry("F1", symbol="circle-open"),
            LegendEntry(_("balanced F, with its 95 % interval over sentences"), symbol="circle"),
            LegendEntry(_("the same over committees"), theme.GOLD, dash="solid"),
        ],
    )


# BASE and TOP are lines, and so told from systems, which are told by colour and form.
_LINE = "line-ew-open"
# As many as have no divisor in common with the colours: seventy systems differ in one or the other.
_FORMS = ("diamond", "triangle-up", "pentagon", "star", "triangle-down", "hexagon", "cross")
_SHORTEST_CORPUS, _CHARACTER, _HEIGHT = 8, 9.2, 330


@dataclass(frozen=True, eq=False)
class CorpusScores:
    """The scores of a corpus.

    Attributes:
        id: of the dataset, as a click says it.
        name: of the dataset.
        scores: as ``cwsdiag.views.standings.standings`` has them; empty for none.
        why: why there are none.
    """

    id: str
    name: str
    scores: pd.DataFrame
    why: str = ""

    @cached_property
    def groups(self) -> dict[str | None, list[Row]]:
        """The rows by track, BASE and TOP in each."""
        rows = records(self.scores)
        lines = [row for row in rows if row["line"]]
        tracks = {
            track: [row for row in rows if row["track"] == track and not row["line"]]
            for track in tracks_of(row["track"] for row in rows if not row["line"])
        }
        return {track: [*own, *lines] for track, own in tracks.items() if own} or {None: lines}


def corpora_chart(corpora: Sequence[CorpusScores], size: Size, *, styles: Mapping[str, Style]) -> Spec:
    """Return F of all systems, a column a track of a corpus; a click gives corpus, system and whether it is a line.

    Args:
        corpora: in order.
        size: where it goes.
        styles: how each system is drawn.
    """
    slots = [(corpus, track, rows) for corpus in corpora for track, rows in corpus.groups.items()]
    points = [(place, corpus, row) for place, (corpus, _track, rows) in enumerate(slots) for row in rows]
    names = dict.fromkeys(row["name"] for _place, _corpus, row in points)
    lines = {row["name"] for _place, _corpus, row in points if row["line"]}
    # By all systems, shown or not: so one keeps its form whatever else is there.
    styles = {
        name: replace(style, symbol=_LINE, size=26) if name in lines
        else style if style.role else replace(style, symbol=_FORMS[place % len(_FORMS)])
        for place, (name, style) in enumerate(styles.items())
    }  # fmt: skip
    traces = []
    for name in sorted(names, key=lambda name: (name not in lines, bool(styles[name].role))):
        own = [point for point in points if point[2]["name"] == name]
        part = marks.points(
            [place for place, _corpus, _row in own],
            [row["f1"] for _place, _corpus, row in own],
            styles[name],
            data=[[corpus.id, name, name in lines] for _place, corpus, _row in own],
            hover=[_hover(corpus, row) for _place, corpus, row in own],
        )
        part["marker"]["line"] = {"width": 4 if name in lines else 0, "color": styles[name].colour}
        traces.append(part)
    letters = max(_SHORTEST_CORPUS, int(size.width / size.text / max(1, len(slots)) / _CHARACTER))
    short = short_by_name([corpus.name for corpus in corpora], letters)
    labels = [
        f"<b>{theme.plain(short[corpus.name])}</b>"
        + (f"<br>{theme.plain(track_name(track))}" if any(corpus.groups) else "")
        for corpus, track, _rows in slots
    ]
    notes, shapes = [], []
    for place, (corpus, _track, rows) in enumerate(slots):
        missing = [row["name"] for row in rows if row["f1"] != row["f1"]]
        why = translated(corpus.why) or (_("undefined: {what}", what=_(", ").join(missing)) if missing else "")
        if why:
            notes.append(marks.reason("\n".join(wrapped(why, letters)), place, 0.02, yref="y domain", yanchor="bottom"))
        if place and corpus is not slots[place - 1][0]:
            shapes.append(marks.shape([place - 0.5] * 2, [0, 1], {"color": theme.FAINT}, yref="paper"))
    return chart(
        traces,
        size,
        height=_HEIGHT,
        legend=entries({name: styles[name] for name in names}, size),
        xaxis=ticks(labels, ticktext=labels),
        yaxis={"range": theme.axis_limits(row["f1"] for _place, _corpus, row in points), "title": "F"},
        shapes=shapes,
        annotations=notes,
    )


def _hover(corpus: CorpusScores, row: Row) -> str:
    return marks.hover(
        [
            _("{system} on {corpus}", system=row["name"], corpus=corpus.name),
            _("F {f1:.3f}, precision {precision:.3f}", f1=row["f1"], precision=row["precision"]),
            _("recall {recall:.3f}, of OOV words {oov}", recall=row["recall"], oov=number(row["oov_recall"])),
        ]
    )
