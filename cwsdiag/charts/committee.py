"""Whether a committee is large enough [PM, figure 1], what members score, and how a segmenter learns [PM, table 2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import Entry, chart, inner_height
from cwsdiag.charts.names import short_names, spread
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, n_, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

_HEIGHT = 330
# How far two labels beside the ends of lines stand apart at least, and what the axes take, in pixels.
_APART, _AXES = 17, 60
_LONGEST_WORD, _CHARACTER, _NUMBER = 16, 7, 66
# Pixels of a row of members, how far marks spread in it, and steps after which none comes near one before it.
_LANE, _SPREAD, _GOLDEN = 62, 0.62, 0.618
_SYMBOLS = ("circle", "square", "diamond")
# A finding that does not hold, as everywhere: by colour and by form.
_SETTLED, _UNSETTLED = theme.OTHERS[0], theme.WORST
# Of the learning curve: colour and form by kind of score, dashes by what is measured.
PLAIN, BALANCED = theme.OTHERS[0], theme.OTHERS[7]
MEASURES = {
    "f1": ("F1", PLAIN, "circle", "solid"),
    "precision": ("P", PLAIN, "circle", "dash"),
    "recall": ("R", PLAIN, "circle", "dot"),
    "f_b": (lazy("balanced F"), BALANCED, "square", "solid"),
    "p_b": ("p_b", BALANCED, "square", "dash"),
    "r_b": ("r_b", BALANCED, "square", "dot"),
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
        lines: of as many different words, all of the same committee; those with the lowest last value first.
        size: where it goes.
    """
    members = len(lines[0].values) if lines else 1
    short = short_names([line.word for line in lines], _LONGEST_WORD)
    heights = spread([line.values[-1] for line in lines], _gap(size), 0.0, 1.0)
    traces: list[Part] = []
    for place, line in enumerate(lines):
        colour, label = theme.OTHERS[place % len(theme.OTHERS)], theme.plain(short[place])
        text = f" {_square(colour)} {label} <b>{line.values[-1]:.2f}</b>"
        traces += [_growing(line, colour), _label(members, heights[place], text)]
    room = _CHARACTER * max(map(width_of, short), default=2) + _NUMBER
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"r": room, "t": 12},
        xaxis={
            "range": [min(1, members - 1), members],
            "title": _("members of the committee"),
            "nticks": 8,
            "automargin": True,
        },
        yaxis={
            "range": [-0.03, 1.03],
            "title": _("difficulty"),
            "tickformat": ".1~f",
            "dtick": 0.2,
            "automargin": True,
        },
    )


def _growing(line: GrowthLine, colour: str) -> Part:
    members = len(line.values)
    where = f"{theme.plain(line.before)}<b>{theme.plain(line.word)}</b>{theme.plain(line.after)}"
    sentence = _("sentence {number:,}", number=line.sentence)
    return marks.clicked(
        list(range(1, members + 1)),
        list(line.values),
        [[line.sentence]] * members,
        [f"{where}<br>{sentence}<br>{_difficulty(value, size)}" for size, value in enumerate(line.values, start=1)],
        mode="lines+markers",
        name=theme.plain(line.word),
        line={"color": colour, "width": 2},
        # Lines cannot be clicked, marks that nobody sees can.
        marker={"size": 11, "color": colour if members == 1 else theme.CLEAR},
    )


def _difficulty(value: float, members: int) -> str:
    return n_("difficulty {value:.3f} for {n} member", "difficulty {value:.3f} for {n} members", members, value=value)


def change_chart(changes: Mapping[int, float], size: Size, *, enough: float) -> Spec:
    """Return the mean change of difficulty from K to 2K members.

    Args:
        changes: by K, ascending; at least one.
        size: where it goes.
        enough: below which a committee is taken to be large enough: a line.
    """
    sizes, values = list(changes), list(changes.values())
    settled = [value < enough for value in values]
    marker: Part = {
        "size": 11,
        "color": [_SETTLED if under else _UNSETTLED for under in settled],
        "symbol": ["circle" if under else "diamond" for under in settled],
    }
    hover = [
        _("mean change {value:.4f} as the committee grows to {members:,} members", value=value, members=2 * members)
        for members, value in changes.items()
    ]
    line: Part = {"color": theme.GOLD, "width": 2}
    trace = marks.clicked(
        list(range(len(sizes))),
        values,
        [[members] for members in sizes],
        hover,
        mode="lines+markers+text",
        line=line,
        marker=marker,
        texttemplate=[f"{value:.3f}" for value in values],
        textposition="top right",
    )
    border = marks.shape([0, 1], [enough] * 2, {"color": theme.GOLD, "width": 1.5, "dash": "dash"}, xref="x domain")
    ticks = [f"{members}<br>→ {2 * members}" for members in sizes]
    return chart(
        [trace],
        size,
        height=_HEIGHT,
        margin={"r": 20, "t": 12},
        legend=[
            Entry(_("below {enough:g}: large enough", enough=enough), _SETTLED, "circle"),
            Entry(_("not below it"), _UNSETTLED, "diamond"),
        ],
        shapes=[border],
        xaxis={
            "tickvals": list(range(len(sizes))),
            "ticktext": ticks,
            "range": [-0.4, len(sizes) - 0.35],
            "title": _("members, from → to"),
            "showgrid": False,
            "tickangle": 0,
            "automargin": True,
        },
        yaxis={
            "range": [0, 1.18 * max(*values, 1.3 * enough)],
            "title": _("mean change of difficulty"),
            "tickformat": ".2~f",
            "nticks": 6,
            "automargin": True,
        },
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
        marker = {"size": 9, "color": theme.OTHERS[place], "symbol": _SYMBOLS[place % 3], "opacity": 0.75}
        scores = [row["score"] for row in here]
        hovers = [_member_hover(row) for row in here]
        traces.append(marks.clicked(scores, heights, [[row["member"]] for row in here], hovers, marker=marker))
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
            "range": theme.axis_limits([row["score"] for row in rows]),
            "title": _("share of the gold words right; line: mean"),
            "tickformat": ".2~f",
            "automargin": True,
        },
        yaxis={
            "range": [len(lanes) - 0.45, -0.55],
            "tickvals": list(range(len(lanes))),
            "ticktext": [theme.plain(lane) for lane in lanes],
            "showgrid": False,
            "automargin": True,
        },
    )


def _member_hover(row: Mapping[str, Any]) -> str:
    lines = [_("member {number}", number=row["member"]), _("{score:.3f} of the gold words right", score=row["score"])]
    if "template" in row:
        drawn = {"template": row["template"], "ratio": row["ratio"]}
        lines.append(_("{template}, {ratio:g} % of the training sentences", **drawn))
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
    low, high = theme.axis_limits([row[key + end] for row in rows for key in drawn for end in ("_min", "_max")])
    shares = [100 * row["share"] for row in rows]
    traces = [_learnt(rows, key, shares) for key in drawn]
    ends = sorted((values[-1], key) for key, values in drawn.items() if values[-1] == values[-1])
    heights = spread([value for value, _key in ends], _gap(size) * (high - low), low, high)
    for height, (value, key) in zip(heights, ends, strict=True):
        name, colour, *_form = MEASURES[key]
        traces.append(_label(shares[-1], height, f"    {_square(colour)} {translated(name)} <b>{value:.3f}</b>"))
    room = 0.04 * shares[-1]
    return chart(
        traces,
        size,
        height=_HEIGHT,
        margin={"r": _NUMBER + 54, "t": 12},
        xaxis={
            "tickvals": shares,
            "ticktext": [_("{percent:g} %", percent=share) for share in shares],
            "range": [shares[0] - room, shares[-1] + room],
            "title": _("share of the training data"),
            "automargin": True,
        },
        yaxis={"range": [low, high], "title": _("score"), "tickformat": ".2~f", "automargin": True},
    )


def _learnt(rows: Sequence[Mapping[str, Any]], key: str, shares: Sequence[float]) -> Part:
    """Return the line of a measure, with the range over seeds where it is one of those that stand out."""
    label, colour, symbol, dash = MEASURES[key]
    strong = dash == "solid"
    style: Part = {
        "mode": "lines+markers",
        "name": translated(label),
        "line": {"color": colour, "width": 3 if strong else 2, "dash": dash},
        "marker": {"size": 7 if strong else 5, "color": colour, "symbol": symbol},
    }
    if strong:
        above, below = ([abs(row[key + end] - row[key]) for row in rows] for end in ("_max", "_min"))
        style["error_y"] = {"array": above, "arrayminus": below, "symmetric": False, "thickness": 2, "width": 5}
    hovers = [
        marks.hover(
            [
                _("{name} {value}", name=translated(label), value=f"{row[key]:.3f}{_range(row, key)}"),
                _(
                    "{percent:g} % of the training data, {sentences:,} sentences",
                    percent=share,
                    sentences=row["sentences"],
                ),
            ]
        )
        for row, share in zip(rows, shares, strict=True)
    ]
    return marks.clicked(list(shares), [row[key] for row in rows], [[share] for share in shares], hovers, **style)


def _range(row: Mapping[str, Any], key: str) -> str:
    """Return what the pointer tells of the seeds behind a mean; nothing where there is one."""
    if row["seeds"] < 2:
        return ""
    low, high = row[f"{key}_min"], row[f"{key}_max"]
    return ", " + _("{low:.3f} to {high:.3f} over {seeds} seeds", low=low, high=high, seeds=row["seeds"])


def _gap(size: Size) -> float:
    """Return how far labels stand apart, as a share of the height of the lines."""
    high = inner_height(size, (), {}) if size.height else _HEIGHT
    return _APART / (high - _AXES)


def _label(x: float, y: float, text: str) -> Part:
    """Return what stands beside the end of a line: in the colour of texts, which reads on every ground."""
    return marks.texts([x], [y], [text], textposition="middle right", cliponaxis=False)


def _square(colour: str) -> str:
    return f'<span style="color:{colour}">■</span>'
