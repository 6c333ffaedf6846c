"""Figure 1 of the bakeoffs: F of every system by corpus and track."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import Entry, chart
from cwsdiag.charts.names import short_by_name, short_names, wrapped
from cwsdiag.charts.styles import styles
from cwsdiag.frames import records, track_said, tracks_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style

    Row = dict[str, Any]

# BASE and TOP are lines, and so told from systems, which are told by colour and form.
_LINE = "line-ew-open"
# As many as have no divisor in common with the colours: seventy systems differ in one or the other.
_FORMS = ("diamond", "triangle-up", "pentagon", "star", "triangle-down", "hexagon", "cross")
_LONGEST_NAME, _SHORTEST_NAME, _CHARACTER, _HEIGHT = 28, 8, 9.2, 330


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
        lines, own = [row for row in rows if row["line"]], [row for row in rows if not row["line"]]
        tracks = {
            track: [row for row in own if row["track"] == track] for track in tracks_of(row["track"] for row in rows)
        }
        return {track: [*chosen, *lines] for track, chosen in tracks.items() if chosen} or {None: lines}


def corpora_chart(
    corpora: Sequence[CorpusScores], size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str]
) -> Spec:
    """Return F of all systems, a column a track of a corpus; a click gives corpus, system and whether it is a line.

    Args:
        corpora: in order.
        size: where it goes.
        colours: of the systems, by name.
        roles: which of them are A and B.
    """
    slots = [(corpus, track, rows) for corpus in corpora for track, rows in corpus.groups.items()]
    names = list(dict.fromkeys(row["name"] for _corpus, _track, rows in slots for row in rows))
    lines = {row["name"] for _corpus, _track, rows in slots for row in rows if row["line"]}
    drawn, short = styles(colours, roles), short_by_name(names, size.letters(_LONGEST_NAME))
    # By all systems, shown or not: so one keeps its form whatever else is there.
    forms = {name: _form(drawn[name], place, line=name in lines) for place, name in enumerate(colours)}
    traces = []
    for name in sorted(names, key=lambda name: (name not in lines, bool(drawn[name].role))):
        style, line = drawn[name], name in lines
        points = [
            (place, corpus, track, row)
            for place, (corpus, track, rows) in enumerate(slots)
            for row in rows
            if row["name"] == name
        ]
        marker: Part = {"symbol": forms[name], "size": 26 if line else style.size, "color": style.colour}
        marker["line"] = {"width": 4 if line else 0, "color": style.colour}
        traces.append(
            marks.clicked(
                [float(place) for place, *_rest in points],
                [row["f1"] for *_rest, row in points],
                [[corpus.id, name, line] for _place, corpus, _track, _row in points],
                [_hover(corpus, track, row) for _place, corpus, track, row in points],
                marker=marker,
            )
        )
    width = size.width / size.text / max(1, len(slots))
    low, high = theme.axis_limits([row["f1"] for _corpus, _track, rows in slots for row in rows])
    ends = [list(group)[-1][0] + 0.5 for _id, group in groupby(enumerate(slots), key=lambda one: one[1][0].id)][:-1]
    legend = [Entry(short[name] + _role(drawn[name].role), drawn[name].colour, forms[name]) for name in names]
    return chart(
        traces,
        size,
        height=_HEIGHT,
        legend=legend,
        xaxis={
            "range": [-0.5, len(slots) - 0.5],
            "tickvals": list(range(len(slots))),
            "ticktext": _labels(slots, max(_SHORTEST_NAME, int(width / _CHARACTER))),
            "tickangle": 0,
            "showgrid": False,
            "automargin": True,
        },
        yaxis={"range": [low, high], "title": "F", "tickformat": ".3~f", "automargin": True},
        shapes=[marks.shape([end, end], [0, 1], {"color": theme.FAINT}, yref="paper") for end in ends],
        annotations=[note for place, slot in enumerate(slots) for note in _gaps(place, slot, width)],
    )


def _form(style: Style, place: int, *, line: bool) -> str:
    return _LINE if line else style.symbol if style.role else _FORMS[place % len(_FORMS)]


def _role(role: str) -> str:
    return f" ({role.upper()})" if role else ""


def _labels(slots: Sequence[tuple[CorpusScores, str | None, list[Row]]], longest: int) -> list[str]:
    corpora = list(dict.fromkeys(corpus for corpus, _track, _rows in slots))
    short = dict(zip(corpora, short_names([corpus.name for corpus in corpora], longest), strict=True))
    return [
        f"<b>{theme.plain(short[corpus])}</b>" + (f"<br>{theme.plain(track_said(track))}" if any(corpus.groups) else "")
        for corpus, track, _rows in slots
    ]


def _hover(corpus: CorpusScores, track: str | None, row: Row) -> str:
    where = {"system": row["name"], "corpus": corpus.name}
    lines = [_("{system} on {corpus}", **where)]
    if any(corpus.groups) and not row["line"]:
        lines = [_("{system} on {corpus}, {track}", **where, track=track_said(track))]
    lines.append(_("F {f1:.3f}, precision {precision:.3f}", f1=row["f1"], precision=row["precision"]))
    if row["oov_recall"] == row["oov_recall"]:
        lines.append(_("recall {recall:.3f}, of OOV words {oov:.3f}", recall=row["recall"], oov=row["oov_recall"]))
    else:
        lines.append(_("recall {recall:.3f}", recall=row["recall"]))
    return marks.hover(lines)


def _gaps(place: int, slot: tuple[CorpusScores, str | None, list[Row]], width: float) -> list[Part]:
    """Return what is said of a corpus or of systems without a score."""
    corpus, _track, rows = slot
    missing = [row["name"] for row in rows if row["f1"] != row["f1"]]
    why = translated(corpus.why) or (_("undefined: {what}", what=_(", ").join(missing)) if missing else "")
    lines = wrapped(why, max(_SHORTEST_NAME, int(0.9 * width / _CHARACTER)))
    shown = "<br>".join(map(theme.plain, lines))
    return [marks.reason(shown, place, 0.02, yref="y domain", yanchor="bottom")] if why else []
