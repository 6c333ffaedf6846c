"""Whether a committee is large enough [PM, figure 1], what members score, and how a segmenter learns [PM, table 2]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, inner_height, short_names, spread, ticks
from cwsdiag.charts.marks import Part
from cwsdiag.charts.theme import Size, Style
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, n_, translated

_HEIGHT = 330
# How far two labels beside the ends of lines stand apart at least, and what the axes take, in pixels.
_APART, _AXES = 17, 60
_LONGEST_WORD, _CHARACTER, _NUMBER = 16, 7, 66
# Pixels of a row of members, how far marks spread in it, and steps after which none comes near one before it.
_LANE, _SPREAD, _GOLDEN = 62, 0.62, 0.618
_SYMBOLS = ("circle", "square", "diamond")
# Of the learning curve: colour and form by kind of score, dashes by what is measured.
PLAIN, BALANCED = theme.OTHERS[0], theme.OTHERS[7]
MEASURES = {
    "f1": ("F1", Style(PLAIN, size=7, width=3)),
    "precision": ("P", Style(PLAIN, dash="dash", size=5)),
    "recall": ("R", Style(PLAIN, dash="dot", size=5)),
    "f_b": (lazy("balanced F"), Style(BALANCED, "square", size=7, width=3)),
    "p_b": ("p_b", Style(BALANCED, "square", "dash", size=5)),
    "r_b": ("r_b", Style(BALANCED, "square", "dot", size=5)),
}


@dataclass(frozen=True, eq=False)
class GrowthLine:
    """A word whose difficulty grows with the committee.

    Attributes:
        word: its characters.
        sentence: where it stands, from 1.
        before, after: some of what stands around it.
        values: its difficulty for the first member, the first two, and so on.
    """

    word: str
    sentence: int
    before: str
    after: str
    values: Sequence[float]


def growth_chart(lines: Sequence[GrowthLine], size: Size) -> Spec:
    """Return the difficulty of some words against the size of the committee; a click gives a word's sentence.

    Args:
        lines: of as many different words of one committee, at least one; those with the lowest last value first.
        size: where it goes.
    """
    members = len(lines[0].values)
    short = short_names([line.word for line in lines], _LONGEST_WORD)
    traces, ends = [], []
    for place, (line, name) in enumerate(zip(lines, short, strict=True)):
        colour = theme.OTHERS[place % len(theme.OTHERS)]
        before, word, after = map(theme.plain, (line.before, line.word, line.after))
        where = f"{before}<b>{word}</b>{after}<br>" + _("sentence {number:,}", number=line.sentence)
        # Lines cannot be clicked, marks that nobody sees can.
        marker = {"size": 11, "color": colour if members == 1 else theme.CLEAR}
        part = marks.points(
            list(range(1, members + 1)),
            list(line.values),
            Style(colour),
            lines=True,
            data=[[line.sentence]] * members,
            hover=[
                f"{where}<br>"
                + n_(
                    "difficulty {value:.3f} for {n} member",
                    "difficulty {value:.3f} for {n} members",
                    count,
                    value=value,
                )
                for count, value in enumerate(line.values, start=1)
            ],
        )
        traces.append({**part, "marker": marker, "name": word})
        ends.append((line.values[-1], colour, name))
    return chart(
        [*traces, _end_labels(members, ends, size, [0.0, 1.0], digits=2)],
        size,
        height=_HEIGHT,
        margin={"r": _CHARACTER * max(map(width_of, short)) + _NUMBER, "t": 12},
        xaxis={"range": [min(1, members - 1), members], "title": _("members of the committee"), "nticks": 8},
        yaxis={"range": [-0.03, 1.03], "title": _("difficulty"), "dtick": 0.2},
    )


def change_chart(changes: Mapping[int, float], size: Size, *, enough: float) -> Spec:
    """Return the mean change of difficulty from K to 2K members.

    Args:
        changes: by K, ascending; at least one.
        size: where it goes.
        enough: below which a committee is taken to be large enough: a line.
    """
    values = list(changes.values())
    # By colour and by form: one that does not hold is marked as findings are everywhere.
    settled, unsettled = Style(theme.OTHERS[0], size=11), Style(theme.WORST, "diamond", size=11)
    traces = [marks.line(list(range(len(values))), values, theme.GOLD, 2)]
    for place, (members, value) in enumerate(changes.items()):
        traces.append(
            marks.points(
                [place],
                [value],
                settled if value < enough else unsettled,
                text=[f"{value:.3f}"],
                data=[[members]],
                hover=[
                    _(
                        "mean change {value:.4f} as the committee grows to {members:,} members",
                        value=value,
                        members=2 * members,
                    )
                ],
            )
        )
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"r": 20, "t": 12},
        legend=[
            LegendEntry(_("below {enough:g}: large enough", enough=enough), settled.colour, settled.symbol),
            LegendEntry(_("not below it"), unsettled.colour, unsettled.symbol),
        ],
        shapes=[
            marks.shape([0, 1], [enough] * 2, {"color": theme.GOLD, "width": 1.5, "dash": "dash"}, xref="x domain")
        ],
        xaxis=ticks(
            [f"{members}\n→ {2 * members}" for members in changes],
            range=[-0.4, len(values) - 0.35],
            title=_("members, from → to"),
        ),
        yaxis={"range": [0, 1.18 * max(*values, 1.3 * enough)], "title": _("mean change of difficulty"), "nticks": 6},
    )


def members_chart(rows: Sequence[Mapping[str, Any]], size: Size) -> Spec:
    """Return what each member scores [PM, equation 4], a mark each, in a row for each template that they drew.

    Args:
        rows: a row a member, at least one, with ``member`` and ``score``; where it is known what each drew also with
            ``template`` and ``ratio``. Undefined scores are NaN, and have no mark.
        size: where it goes.
    """
    lanes = sorted({row.get("template", "") for row in rows})
    traces: list[Part] = []
    for place, lane in enumerate(lanes):
        here = [row for row in rows if row.get("template", "") == lane]
        # Marks of like scores stand above each other: by their numbers, so that it is the same each time.
        heights = [place + _SPREAD * ((at * _GOLDEN) % 1 - 0.5) for at in range(len(here))]
        scores, data = [row["score"] for row in here], [[row["member"]] for row in here]
        traces.append(
            marks.points(
                scores,
                heights,
                Style(theme.OTHERS[place], _SYMBOLS[place % 3], size=9),
                data=data,
                hover=list(map(_member_hover, here)),
                opacity=0.75,
            )
        )
        known = [score for score in scores if score == score]
        if known:
            mean = sum(known) / len(known)
            traces.append(marks.line([mean, mean], [place - 0.42, place + 0.42], theme.GOLD, 2))
    return chart(
        traces,
        size,
        height=_AXES + _LANE * len(lanes),
        margin={"r": 12, "t": 8},
        xaxis={
            "range": theme.axis_limits(row["score"] for row in rows),
            "title": _("share of the gold words right; line: mean"),
        },
        yaxis=ticks(lanes, range=[len(lanes) - 0.45, -0.55]),
    )


def _member_hover(row: Mapping[str, Any]) -> str:
    lines = [_("member {number}", number=row["member"]), _("{score:.3f} of the gold words right", score=row["score"])]
    if "template" in row:
        lines.append(
            _("{template}, {ratio:g} % of the training sentences", template=row["template"], ratio=row["ratio"])
        )
    return marks.hover(lines)


def learning_chart(rows: Sequence[Mapping[str, Any]], size: Size) -> Spec:
    """Return plain and balanced scores of a segmenter against its share of the training data.

    Args:
        rows: a row a share, ascending, with ``share`` from 0 to 1, ``sentences``, ``seeds`` and the keys of
            ``MEASURES``, each also with ``_min`` and ``_max`` after it: its range over the seeds, which F1 and f_b
            are drawn with. Undefined is NaN; a measure that is undefined everywhere has no line.
        size: where it goes.
    """
    drawn = {key: [row[key] for row in rows] for key in MEASURES if any(row[key] == row[key] for row in rows)}
    limits = theme.axis_limits(row[key + end] for row in rows for key in drawn for end in ("_min", "_max"))
    shares = [100 * row["share"] for row in rows]
    traces = []
    for key, values in drawn.items():
        label, style = MEASURES[key]
        hover = [_learning_hover(row, key) for row in rows]
        ends: Any = {end: [row[f"{key}_{name}"] for row in rows] for end, name in (("low", "min"), ("high", "max"))}
        data, whiskers = [[share] for share in shares], ends if style.dash == "solid" else {}
        name = translated(label)
        traces.append(marks.points(shares, values, style, lines=True, data=data, hover=hover, name=name, **whiskers))
    names = [
        (drawn[key][-1], style.colour, translated(label))
        for key, (label, style) in MEASURES.items()
        if key in drawn and math.isfinite(drawn[key][-1])
    ]
    names.sort(key=lambda one: one[0])
    room = 0.04 * shares[-1]
    return chart(
        [*traces, _end_labels(shares[-1], names, size, limits)],
        size,
        height=_HEIGHT,
        margin={"r": _NUMBER + 54, "t": 12},
        xaxis={
            "tickvals": shares,
            "ticktext": [_("{percent:g} %", percent=share) for share in shares],
            "range": [shares[0] - room, shares[-1] + room],
            "title": _("share of the training data"),
        },
        yaxis={"range": limits, "title": _("score")},
    )


def _learning_hover(row: Mapping[str, Any], key: str) -> str:
    value = f"{row[key]:.3f}"
    if row["seeds"] > 1:
        value += ", " + _(
            "{low:.3f} to {high:.3f} over {seeds} seeds",
            low=row[f"{key}_min"],
            high=row[f"{key}_max"],
            seeds=row["seeds"],
        )
    return marks.hover(
        [
            _("{name} {value}", name=translated(MEASURES[key][0]), value=value),
            _(
                "{percent:g} % of the training data, {sentences:,} sentences",
                percent=100 * row["share"],
                sentences=row["sentences"],
            ),
        ]
    )


def _end_labels(
    x: float, ends: Sequence[tuple[float, str, str]], size: Size, limits: Sequence[float], *, digits: int = 3
) -> Part:
    """Return what stands beside the ends of lines: in the colour of texts, behind a square of their own.

    Args:
        x: where the lines end.
        ends: value, colour and name of each, ascending.
        size: where the chart goes.
        limits: the ends of the axis.
        digits: decimals of the values.
    """
    low, high = limits
    gap = _APART / ((inner_height(size) or _HEIGHT) - _AXES) * (high - low)
    heights = spread([value for value, _colour, _name in ends], gap, low, high)
    labels = [
        f' <span style="color:{colour}">■</span> {theme.plain(name)} <b>{value:.{digits}f}</b>'
        for value, colour, name in ends
    ]
    return marks.texts([x] * len(ends), heights, labels, textposition="middle right", cliponaxis=False)
