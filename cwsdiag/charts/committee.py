"""Whether a committee is large enough [PM, figure 1], and how a segmenter learns [PM, table 2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import Entry, explained
from cwsdiag.charts.names import short_names, spread
from cwsdiag.languages import _, lazy, n_, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.traces import Part

HEIGHT = 330
# How far two labels beside the ends of lines stand apart at least: 17 pixels, of a figure without its axes.
_GAP = 17 / (HEIGHT - 60)
_LONGEST_WORD, _WIDE, _NUMBER = 16, 14, 66
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
    """A word of the figure of growth.

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


@drawn_once
def growth_figure(lines: Sequence[GrowthLine]) -> go.Figure:
    """Draw the difficulty of some words against the size of the committee, a line a word.

    A click anywhere on a line gives the number of the word's sentence.

    Args:
        lines: of as many different words, all of the same committee; those with the lowest last value first.
    """
    members = len(lines[0].values) if lines else 1
    short = short_names([line.word for line in lines], _LONGEST_WORD)
    heights = spread([line.values[-1] for line in lines], _GAP, 0.0, 1.0)
    parts = [part for place, line in enumerate(lines) for part in _line(line, place, short[place], heights[place])]
    room = _WIDE * max(map(len, short), default=1) + _NUMBER
    figure = _figure(parts, right=room)
    figure.update_xaxes(range=[min(1, members - 1), members], title=_("members of the committee"), nticks=8)
    figure.update_yaxes(range=[-0.03, 1.03], title=_("difficulty"), tickformat=".1~f", dtick=0.2)
    return figure


def _line(line: GrowthLine, place: int, short: str, height: float) -> list[Part]:
    """Return a word's line, its click targets, and its name beside the end."""
    colour = theme.OTHERS[place % len(theme.OTHERS)]
    word, members = theme.plain(line.word), len(line.values)
    where = f"{theme.plain(line.before)}<b>{word}</b>{theme.plain(line.after)}"
    sentence, alone = _("sentence {number:,}", number=line.sentence), members == 1
    return [
        traces.clicked(
            list(range(1, members + 1)),
            list(line.values),
            [[line.sentence]] * members,
            [f"{where}<br>{sentence}<br>{_difficulty(value, size)}" for size, value in enumerate(line.values, start=1)],
            mode="lines+markers",
            name=word,
            line={"color": colour, "width": 2},
            # Lines cannot be clicked, marks that nobody sees can.
            marker={"size": 11, "color": colour if alone else theme.CLEAR},
        ),
        _label(members, height, f" {_square(colour)} {theme.plain(short)} <b>{line.values[-1]:.2f}</b>"),
    ]


def _difficulty(value: float, members: int) -> str:
    return n_("difficulty {value:.3f} for {n} member", "difficulty {value:.3f} for {n} members", members, value=value)


def _label(x: float, y: float, text: str) -> Part:
    """Return what stands beside the end of a line: in the colour of texts, which reads on every ground."""
    return traces.texts([x], [y], [text], textposition="middle right", cliponaxis=False)


def _square(colour: str) -> str:
    return f'<span style="color:{colour}">■</span>'


@drawn_once
def change_figure(changes: Mapping[int, float], *, enough: float) -> go.Figure:
    """Draw the mean change of difficulty from K to 2K members.

    Args:
        changes: by K, ascending; at least one.
        enough: below which a committee is taken to be large enough: a line.
    """
    sizes, values = list(changes), list(changes.values())
    settled = [value < enough for value in values]
    highest = 1.18 * max(*values, 1.3 * enough)
    marks: Part = {
        "type": "scatter",
        "mode": "lines+markers+text",
        "x": list(range(len(sizes))),
        "y": values,
        "line": {"color": theme.GOLD, "width": 2},
        "marker": {
            "size": 11,
            "color": [_SETTLED if under else _UNSETTLED for under in settled],
            "symbol": ["circle" if under else "diamond" for under in settled],
        },
        "text": [f"{value:.3f}" for value in values],
        "textposition": "top right",
        "cliponaxis": False,
        "customdata": [2 * size for size in sizes],
        "hovertemplate": _("mean change %{y:.4f} as the committee grows to %{customdata} members") + "<extra></extra>",
    }
    figure = _figure([marks], right=20)
    figure.update_layout(
        meta=explained(
            Entry(_("below {enough:g}: large enough", enough=enough), _SETTLED, symbol="circle"),
            Entry(_("not below it"), _UNSETTLED, symbol="diamond"),
        )
    )
    figure.add_hline(y=enough, line={"color": theme.GOLD, "width": 1.5, "dash": "dash"})
    figure.update_xaxes(
        tickvals=list(range(len(sizes))),
        ticktext=[f"{size}<br>→ {2 * size}" for size in sizes],
        range=[-0.4, len(sizes) - 0.35],
        title=_("members, from → to"),
        showgrid=False,
        zeroline=False,
        tickangle=0,
    )
    figure.update_yaxes(range=[0, highest], title=_("mean change of difficulty"), tickformat=".2~f", nticks=6)
    return figure


@drawn_once
def learning_figure(rows: Sequence[Mapping[str, Any]]) -> go.Figure:
    """Draw plain and balanced scores of a segmenter against its share of the training data.

    Args:
        rows: a row a share, ascending, with ``share`` from 0 to 1, ``sentences``, ``seeds`` and the keys of
            ``MEASURES``, each also with ``_min`` and ``_max`` after it: its range over the seeds, which F1 and f_b
            are drawn with. Undefined is NaN; a measure that is undefined everywhere has no line.
    """
    drawn = {key: [row[key] for row in rows] for key in MEASURES if any(row[key] == row[key] for row in rows)}
    every = [row[key + end] for row in rows for key in drawn for end in ("_min", "_max")]
    low, high = theme.axis_limits(every)
    shares = [100 * row["share"] for row in rows]
    lines: list[Part] = []
    for key, values in drawn.items():
        label, colour, symbol, dash = MEASURES[key]
        name = translated(label)
        share = _("%{x:g} % of the training data, %{customdata[0]:,} sentences")
        lines.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": name,
                "x": shares,
                "y": values,
                "line": {"color": colour, "width": 3 if dash == "solid" else 2, "dash": dash},
                "marker": {"size": 7 if dash == "solid" else 5, "color": colour, "symbol": symbol},
                "customdata": [[row["sentences"], _range(row, key)] for row in rows],
                "hovertemplate": f"<b>{name}</b> %{{y:.3f}}%{{customdata[1]}}<br>{share}<extra></extra>",
            }
        )
        if dash == "solid":
            lines[-1]["error_y"] = _reach(rows, key)
    figure = _figure([*lines, *_ends(drawn, shares[-1], (low, high), _GAP)], right=_NUMBER + 54)
    room = 0.04 * shares[-1]
    figure.update_xaxes(
        tickvals=shares,
        ticktext=[_("{percent:g} %", percent=share) for share in shares],
        range=[shares[0] - room, shares[-1] + room],
        title=_("share of the training data"),
        zeroline=False,
    )
    figure.update_yaxes(range=[low, high], title=_("score"), tickformat=".2~f", zeroline=False)
    return figure


def _range(row: Mapping[str, Any], key: str) -> str:
    """Return what the pointer tells of the seeds behind a mean; nothing where there is one."""
    if row["seeds"] < 2:
        return ""
    said = _(
        "{low:.3f} to {high:.3f} over {seeds} seeds", low=row[f"{key}_min"], high=row[f"{key}_max"], seeds=row["seeds"]
    )
    return f", {said}"


def _reach(rows: Sequence[Mapping[str, Any]], key: str) -> Part:
    """Return how far the seeds reach from their mean, as bars."""
    above, below = ([abs(row[key + end] - row[key]) for row in rows] for end in ("_max", "_min"))
    return {"array": above, "arrayminus": below, "symmetric": False, "thickness": 2, "width": 5}


def _ends(drawn: Mapping[str, Sequence[float]], place: float, limits: tuple[float, float], gap: float) -> list[Part]:
    """Return the names of lines beside their ends, apart from each other by so much of the height."""
    ends = sorted((values[-1], key) for key, values in drawn.items() if values[-1] == values[-1])
    low, high = limits
    heights = spread([value for value, _key in ends], gap * (high - low), low, high)
    return [
        _label(place, height, f"    {_square(MEASURES[key][1])} {translated(MEASURES[key][0])} <b>{value:.3f}</b>")
        for height, (value, key) in zip(heights, ends, strict=True)
    ]


def _figure(parts: Sequence[Part], *, right: int) -> go.Figure:
    """Return the figure of these traces, with room for names at the right."""
    figure = theme.figure(parts, height=HEIGHT, margin={"l": 8, "r": right, "t": 12, "b": 8})
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)
    return figure
