"""F of all systems by corpus and track, between BASE and TOP, after the figure 1 of the first bakeoff's report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme, traces
from cwsdiag.charts.kept import drawn_once
from cwsdiag.charts.looks import looks
from cwsdiag.charts.names import short_by_name, short_names, spread, wrapped
from cwsdiag.frames import records, track_said, tracks_of
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd
    import plotly.graph_objects as go

    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.traces import Part

Row = dict[str, Any]

# Points stand close, often with a legend alone to name them: here the others differ by form from one to the next.
# There are as many forms as have no divisor in common with ten colours: seventy systems differ in one or the other.
_OTHER_SYMBOLS = ("diamond", "triangle-up", "pentagon", "star", "triangle-down", "hexagon", "cross")
_LINE_SYMBOL = "line-ew-open"
# In pixels, of a figure as wide as the page usually is: what a label takes, by line and by character.
_WIDTH = 900
_LABEL_HEIGHT, _CHARACTER = 18, 7.2
_FROM_POINT, _POINT_EDGE, _SCORE = 28, 15, 8
_LONGEST_NAME, _SHORTEST_NAME = 28, 8
_LEGEND_MARK = 60
_HEIGHT, _AXES = 330, 80


@dataclass(frozen=True, eq=False)
class CorpusScores:
    """One corpus of the figure.

    Attributes:
        id: what a click on it gives.
        name: its name for people.
        scores: a row a system with name, track (a name or None), f1, recall, precision, oov_recall, and
            ``line``: whether it is BASE or TOP. Undefined is NaN. Empty where nothing can be scored.
        why: why it is empty, where it is.
    """

    id: str
    name: str
    scores: pd.DataFrame
    why: str = ""

    @cached_property
    def rows(self) -> list[Row]:
        """The scores as plain values."""
        return records(self.scores)

    @property
    def _tracks(self) -> list[str | None]:
        return tracks_of(row["track"] for row in self.rows)

    @cached_property
    def groups(self) -> dict[str | None, list[Row]]:
        """By track its systems, each time with BASE and TOP behind them; one group of nothing where there is none."""
        lines = [row for row in self.rows if row["line"]]
        own = [row for row in self.rows if not row["line"]]
        found = {track: [row for row in own if row["track"] == track] for track in self._tracks}
        return {track: [*chosen, *lines] for track, chosen in found.items() if chosen} or {None: lines}


@dataclass(frozen=True)
class _Slot:
    """A corpus and track in the figure: the systems that stand above each other there."""

    place: int
    corpus: CorpusScores
    track: str | None
    rows: list[Row]

    @property
    def label(self) -> str:
        return track_said(self.track) if any(self.corpus.groups) else ""

    @property
    def defined(self) -> list[Row]:
        return [row for row in self.rows if row["f1"] == row["f1"]]


@dataclass(frozen=True)
class _Sheet:
    """What the parts of a figure go by.

    Attributes:
        height: of the figure, in pixels.
        limits: ends of the axis of F.
        names: of systems, cut to what has room.
        labelled: whether names stand beside the points, not in a legend.
        pixel: its width, in places of the axis.
        point: where points stand, from the middle of their place.
        gap: the distance of names above each other, in F.
    """

    height: int
    limits: list[float]
    names: Mapping[str, str]
    labelled: bool
    pixel: float
    point: float
    gap: float


@drawn_once
def corpora_figure(
    corpora: Sequence[CorpusScores],
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str] | None = None,
    width: int = _WIDTH,
) -> go.Figure:
    """Draw a point a system over every corpus and track it is in, BASE and TOP as short lines, on one axis.

    Names stand beside the points where all have room, otherwise in a legend. A click gives the corpus's id, the
    system's name, and whether it is BASE or TOP.

    Args:
        corpora: at least one, in the order they are to have.
        colours: of all systems by name, BASE and TOP too; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
        width: of the figure in pixels, about.
    """
    slots = _slots(corpora)
    shown = list(dict.fromkeys(row["name"] for slot in slots for row in slot.rows))
    sheet = _sheet(slots, shown, width)
    drawn = looks(colours, roles)
    parts = [_points(name, slots, sheet, look) for name, look in _in_order(shown, drawn, slots)]
    if sheet.labelled:
        parts += [part for slot in slots for part in _beside(slot, sheet, drawn)]
    figure = theme.figure(parts, height=sheet.height)
    _lay_out(figure, slots, sheet)
    return figure


def _sheet(slots: Sequence[_Slot], shown: Sequence[str], whole: int) -> _Sheet:
    width = whole / len(slots)
    longest = min(_LONGEST_NAME, int((0.92 * width - _FROM_POINT) / _CHARACTER) - _SCORE)
    short = short_by_name(shown, max(longest, _SHORTEST_NAME))
    widest = max(map(width_of, short.values()), default=0)
    labelled = widest <= longest
    low, high = theme.axis_limits([row["f1"] for slot in slots for row in slot.rows])
    # F of TOP is 1: its mark is clicked, so it lies within.
    limits = [low, high + 0.02 * (high - low)]
    if labelled:
        height = max(_HEIGHT, _LABEL_HEIGHT * max(len(slot.rows) for slot in slots) + _AXES)
        # Points and names together stand in the middle of their place.
        left = -min(0.42 * width, ((widest + _SCORE) * _CHARACTER + _FROM_POINT) / 2)
    else:
        short = short_by_name(shown, _LONGEST_NAME)
        items = sum(_LEGEND_MARK + _CHARACTER * width_of(name) for name in short.values())
        height, left = _HEIGHT + _LABEL_HEIGHT * int(1.2 * items / whole), 0.0
    gap = (limits[1] - limits[0]) * _LABEL_HEIGHT / (height - _AXES)
    return _Sheet(height, limits, short, labelled, pixel=1 / width, point=left / width, gap=gap)


def _slots(corpora: Iterable[CorpusScores]) -> list[_Slot]:
    groups = [(corpus, track, rows) for corpus in corpora for track, rows in corpus.groups.items()]
    return [_Slot(place, *group) for place, group in enumerate(groups)]


def _in_order(names: Iterable[str], every: Mapping[str, Look], slots: Sequence[_Slot]) -> list[tuple[str, Look]]:
    """Return systems with how they are drawn: BASE and TOP first, A and B last, as these must lie over the others."""
    lines = {row["name"] for slot in slots for row in slot.rows if row["line"]}
    forms = {name: _OTHER_SYMBOLS[place % len(_OTHER_SYMBOLS)] for place, name in enumerate(every)}
    drawn = [(name, replace(every[name], symbol=_LINE_SYMBOL)) for name in sorted(lines)]
    own = [(name, every[name]) for name in names if name not in lines]
    drawn += [(name, replace(look, symbol=forms[name])) for name, look in own if not look.role]
    return [*drawn, *((name, look) for name, look in own if look.role)]


def _points(name: str, slots: Sequence[_Slot], sheet: _Sheet, look: Look) -> Part:
    """Return the points of a system, a click target each; an undefined one is a gap."""
    found = [(slot, row) for slot in slots for row in slot.rows if row["name"] == name]
    line = look.symbol == _LINE_SYMBOL
    return traces.clicked(
        [slot.place + sheet.point for slot, _row in found],
        [row["f1"] for _slot, row in found],
        [[slot.corpus.id, name, line] for slot, _row in found],
        [_hover(slot, row) for slot, row in found],
        # Lines look alike: without names beside them they bear their own.
        mode="markers+text" if line and not sheet.labelled else "markers",
        texttemplate=f" {theme.plain(name)}{look.letter}",
        textposition="middle right",
        textfont={"size": theme.SMALL},
        showlegend=not line,
        name=theme.plain(sheet.names[name]) + look.letter,
        marker={
            **look.marker,
            "size": 26 if line else look.size,
            "line": {"width": 4 if line else 0, "color": look.colour},
        },
    )


def _hover(slot: _Slot, row: Row) -> str:
    where = {"system": theme.plain(row["name"]), "corpus": theme.plain(slot.corpus.name)}
    if slot.label and not row["line"]:
        lines = [_("<b>{system}</b> on {corpus}, {track}", **where, track=theme.plain(slot.label))]
    else:
        lines = [_("<b>{system}</b> on {corpus}", **where)]
    lines.append(_("F {f1:.3f}, precision {precision:.3f}", f1=row["f1"], precision=row["precision"]))
    if row["oov_recall"] == row["oov_recall"]:
        lines.append(_("recall {recall:.3f}, of OOV words {oov:.3f}", recall=row["recall"], oov=row["oov_recall"]))
    else:
        lines.append(_("recall {recall:.3f}", recall=row["recall"]))
    return "<br>".join(lines)


def _beside(slot: _Slot, sheet: _Sheet, drawn: Mapping[str, Look]) -> list[Part]:
    """Return names and scores beside the points of a place, one above the other, and lines to those that moved."""
    rows = sorted(slot.defined, key=lambda row: float(row["f1"]))
    low, high = sheet.limits[0] + sheet.gap / 2, sheet.limits[1] - sheet.gap / 4
    heights = spread([row["f1"] for row in rows], sheet.gap, low, high)
    point, text = (slot.place + sheet.point + away * sheet.pixel for away in (_POINT_EDGE, _FROM_POINT))
    pairs = zip((row["f1"] for row in rows), heights, strict=True)
    moved = [(start, end) for start, end in pairs if abs(start - end) > sheet.gap / 4]
    return [
        traces.line(
            [point, text, None] * len(moved),
            [value for start, end in moved for value in (start, end, None)],
            theme.GOLD,
            1,
            showlegend=False,
        ),
        traces.texts(
            [text] * len(rows),
            heights,
            [
                f" {theme.plain(sheet.names[row['name']])}{drawn[row['name']].letter}  <b>{row['f1']:.3f}</b>"
                for row in rows
            ],
            textposition="middle right",
            showlegend=False,
            cliponaxis=False,
        ),
    ]


def _lay_out(figure: go.Figure, slots: Sequence[_Slot], sheet: _Sheet) -> None:
    """Set the axes, lines between corpora, what is said where points are missing, and the legend where names are."""
    tracked = any(slot.label for slot in slots)
    width = 1 / sheet.pixel
    longest = max(_SHORTEST_NAME, int(width / _CHARACTER))
    corpora = list(dict.fromkeys(slot.corpus for slot in slots))
    short = dict(zip(corpora, short_names([corpus.name for corpus in corpora], longest), strict=True))
    figure.update_xaxes(
        range=[-0.5, len(slots) - 0.5],
        tickvals=[slot.place for slot in slots],
        ticktext=[
            f"<b>{theme.plain(short[slot.corpus])}</b>" + (f"<br>{theme.plain(slot.label)}" if tracked else "")
            for slot in slots
        ],
        tickangle=0,
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    figure.update_yaxes(
        range=sheet.limits, title="F", tickformat=".3~f", showgrid=True, zeroline=False, automargin=True
    )
    ends = [list(group)[-1].place + 0.5 for _corpus, group in groupby(slots, key=lambda slot: slot.corpus.id)][:-1]
    figure.update_layout(
        shapes=[traces.shape([end, end], [0, 1], {"color": theme.FAINT}, yref="paper") for end in ends],
        annotations=[gap for slot in slots for gap in _gaps(slot, width)],
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        showlegend=not sheet.labelled,
        legend=theme.LEGEND,
    )


def _gaps(slot: _Slot, width: float) -> list[Part]:
    """Say in its place what has no point there."""
    missing = [row["name"] for row in slot.rows if row["f1"] != row["f1"]]
    said = translated(slot.corpus.why)
    if missing and not said:
        said = _("undefined: {what}", what=_(", ").join(missing))
    if not said:
        return []
    lines = wrapped(said, max(_SHORTEST_NAME, int(0.9 * width / _CHARACTER)))
    shown = "<br>".join(map(theme.plain, lines))
    return [traces.reason(shown, slot.place, 0.02, yref="y domain", yanchor="bottom")]
