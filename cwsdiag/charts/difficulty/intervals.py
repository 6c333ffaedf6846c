"""Ten intervals of difficulty from left to right: who gets which words right, and where kinds of words lie.

After figures 2 and 4 of Qian, Qiu and Huang 2016. Intervals are places on an axis from 0 to 1, and the whole column
of an interval is its click target; customdata is its index.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme, traces
from cwsdiag.charts.difficulty.lines import (
    AXES,
    HEIGHT,
    LABEL_HEIGHT,
    SystemLine,
    end_labels,
    label_room,
    marks,
    title,
)
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.legends import Entry, explained
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.traces import Part

INTERVALS = 10
# Of fewer words, shares of ten intervals are no more than the words themselves.
FEWEST = 10
AXIS = lazy("difficulty: share of the committee that gets the word wrong")
_ROW, _KINDS_AXES = 92, 48
# The numbers over the highest columns end below the title of their row.
_HEADROOM = 1.5
_CENTRES = [(place + 0.5) / INTERVALS for place in range(INTERVALS)]


@dataclass(frozen=True)
class WordKind:
    """A kind of words: its name, how many there are, and the per cent of them in each interval, NaN without any."""

    name: str
    words: int
    shares: tuple[float, ...]


@drawn_once
def accuracy_figure(
    lines: Sequence[SystemLine], *, labels: Sequence[str], words: Sequence[int], shares: Sequence[float]
) -> go.Figure:
    """Draw the share of words that each system gets right in each interval, over columns for the share of words.

    Args:
        lines: a system each, with ten values.
        labels: of the intervals, for hover texts.
        words: in each interval.
        shares: of the words in each, in per cent.
    """
    height = max(HEIGHT, LABEL_HEIGHT * len(lines) + AXES)
    limits = theme.axis_limits([0.0, *(value for line in lines for value in line.values)])
    # Shares in per cent, so that 20 % of the words and an accuracy of 0.2 are as high.
    ends = [100 * limit for limit in limits]
    hovers = [_accuracy_hover(lines, place, labels, words) for place in range(INTERVALS)]
    figure = theme.figure(
        [
            _columns(shares, "y2", opacity=True),
            *(marks(line, _CENTRES, None) for line in lines),
            _targets("y2", hovers, low=ends[0], high=ends[1]),
        ],
        height=height,
        yaxis={
            "range": limits,
            "title": _("accuracy"),
            "tickformat": ".1~f",
            "zeroline": False,
            "automargin": True,
        },
        yaxis2={"overlaying": "y", "range": ends, "visible": False, "fixedrange": True},
        annotations=end_labels(lines, limits, height - AXES, x=1.0),
        margin={"l": 8, "r": label_room(lines), "t": 8, "b": 8},
        meta=explained(Entry(_("share of the words"), theme.SHARE)),
    )
    _difficulty_axis(figure)
    return figure


@drawn_once
def kinds_figure(kinds: Sequence[WordKind], *, labels: Sequence[str]) -> go.Figure:
    """Draw for each kind of words, one above the other, the per cent of them in each interval.

    Kinds of fewer than ten words have no columns, only their numbers under the pointer.

    Args:
        kinds: at least one.
        labels: of the intervals, for hover texts.
    """
    highest = max([share for kind in kinds if kind.words >= FEWEST for share in kind.shares], default=100.0)
    parts: list[Part] = []
    axes: Part = {}
    annotations: list[Part] = []
    for place, kind in enumerate(kinds):
        y = traces.axis("y", place + 1)
        top = 1 - place / len(kinds)
        axes[traces.axis("yaxis", place + 1)] = {
            "domain": [top - 0.74 / len(kinds), top - 0.22 / len(kinds)],
            "range": [0, _HEADROOM * highest],
            "visible": False,
            "fixedrange": True,
        }
        hovers = [_kind_hover(kind, at, labels) for at in range(INTERVALS)]
        drawn = kind.shares if kind.words >= FEWEST else (math.nan,) * INTERVALS
        parts += [_columns(drawn, y, opacity=False), _targets(y, hovers, high=_HEADROOM * highest)]
        annotations.append(title(kind.name, "x domain", f"{y} domain", remark=f"{kind.words:,}"))
        if kind.words < FEWEST:
            said = _("too few to show") if kind.words else _("gold has none")
            annotations.append(traces.reason(said, 0.5, 0.4, xref="x domain", yref=f"{y} domain"))
    margin = {"l": 12, "r": 12, "t": 4, "b": 8}
    told = explained(Entry(_("per cent of the words of a kind, whose number stands behind it"), theme.GOLD))
    layout = {**axes, "annotations": annotations, "margin": margin, "meta": told}
    figure = theme.figure(parts, height=_ROW * len(kinds) + _KINDS_AXES, **layout)
    _difficulty_axis(figure)
    # Below the lowest of the rows.
    figure.update_xaxes(anchor=traces.axis("y", len(kinds)))
    return figure


def _columns(shares: Sequence[float], y: str, *, opacity: bool) -> Part:
    """Return the columns of shares: faint ones that stand behind something, or ones with their numbers above."""
    numbers = ["" if opacity or not math.isfinite(share) else _percent(share) for share in shares]
    return {
        "type": "bar",
        "x": _CENTRES,
        "y": list(shares),
        "yaxis": y,
        "width": 0.9 / INTERVALS,
        "marker": {"color": theme.SHARE if opacity else theme.GOLD, "line": {"width": 0}},
        "text": numbers,
        "textposition": "none" if opacity else "outside",
        "textfont": {"size": theme.SMALL},
        "cliponaxis": False,
        "hoverinfo": "skip",
        "unselected": traces.UNSELECTED,
    }


def _targets(y: str, hovers: Sequence[str], *, low: float = 0.0, high: float) -> Part:
    """Return the invisible columns that are hovered over and clicked, from one end of the axis to the other."""
    data = [[place] for place in range(INTERVALS)]
    axes = {"xaxis": "x", "yaxis": y}
    return traces.targets(_CENTRES, data, hovers, reach=high - low, base=low, width=1 / INTERVALS, **axes)


def _difficulty_axis(figure: go.Figure) -> None:
    ends = [place / INTERVALS for place in range(INTERVALS + 1)]
    figure.update_xaxes(
        range=[0, 1],
        tickvals=ends,
        tickformat=".1~f",
        title={"text": translated(AXIS), "font": {"size": theme.SMALL + 1}},
        showgrid=False,
        zeroline=False,
        automargin=True,
    )


def _accuracy_hover(lines: Sequence[SystemLine], place: int, labels: Sequence[str], words: Sequence[int]) -> str:
    interval = theme.plain(labels[place])
    told = [_("<b>difficulty {interval}</b>, {count:,} words", interval=interval, count=words[place])]
    ordered = sorted(lines, key=lambda line: -line.values[place] if math.isfinite(line.values[place]) else 1)
    for line in ordered:
        value = line.values[place]
        if math.isfinite(value):
            told.append(_("{name}: {value}", name=theme.plain(line.name), value=f"{value:.3f}"))
    return "<br>".join(told)


def _kind_hover(kind: WordKind, place: int, labels: Sequence[str]) -> str:
    share = kind.shares[place]
    name, interval = theme.plain(kind.name), theme.plain(labels[place])
    if math.isfinite(share):
        told = _("difficulty {interval}: {share:.1f} % of {count:,}", interval=interval, share=share, count=kind.words)
    else:
        told = _("difficulty {interval}: there are none", interval=interval)
    return f"<b>{name}</b><br>{told}"


def _percent(share: float) -> str:
    return "" if share == 0 else "<1" if share < 0.5 else f"{share:.0f}"
