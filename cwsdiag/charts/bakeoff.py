"""Figure 1 of the bakeoffs: F of every system by corpus and track."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart, entries, short_by_name, ticks, wrapped
from cwsdiag.frames import records, track_name, tracks_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.theme import Size, Style

    Row = dict[str, Any]

# BASE and TOP are lines, and so told from systems, which are told by colour and form.
_LINE = "line-ew-open"
# As many as have no divisor in common with the colours: seventy systems differ in one or the other.
_FORMS = ("diamond", "triangle-up", "pentagon", "star", "triangle-down", "hexagon", "cross")
_SHORTEST_NAME, _CHARACTER, _HEIGHT = 8, 9.2, 330


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
    points: dict[str, dict[int, tuple[CorpusScores, str | None, Row]]] = {}
    for place, (corpus, track, rows) in enumerate(slots):
        for row in rows:
            points.setdefault(row["name"], {})[place] = corpus, track, row
    lines = {row["name"] for *_slot, rows in slots for row in rows if row["line"]}
    # By all systems, shown or not: so one keeps its form whatever else is there.
    styles = {
        name: replace(style, symbol=_LINE, size=26) if name in lines
        else style if style.role else replace(style, symbol=_FORMS[place % len(_FORMS)])
        for place, (name, style) in enumerate(styles.items())
    }  # fmt: skip
    traces = []
    for name in sorted(points, key=lambda name: (name not in lines, bool(styles[name].role))):
        slot_of = points[name]
        part = marks.points(
            list(slot_of),
            [row["f1"] for *_slot, row in slot_of.values()],
            styles[name],
            data=[[corpus.id, name, name in lines] for corpus, *_rest in slot_of.values()],
            hover=[_hover(*slot) for slot in slot_of.values()],
        )
        part["marker"]["line"] = {"width": 4 if name in lines else 0, "color": styles[name].colour}
        traces.append(part)
    letters = max(_SHORTEST_NAME, int(size.width / size.text / max(1, len(slots)) / _CHARACTER))
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
        legend=entries({name: styles[name] for name in points}, size),
        xaxis=ticks(labels, ticktext=labels),
        yaxis={"range": theme.axis_limits(row["f1"] for *_slot, rows in slots for row in rows), "title": "F"},
        shapes=shapes,
        annotations=notes,
    )


def _hover(corpus: CorpusScores, track: str | None, row: Row) -> str:
    where = {"system": row["name"], "corpus": corpus.name}
    head = _("{system} on {corpus}", **where)
    if any(corpus.groups) and not row["line"]:
        head = _("{system} on {corpus}, {track}", **where, track=track_name(track))
    recall = _("recall {recall:.3f}", recall=row["recall"])
    if row["oov_recall"] == row["oov_recall"]:
        recall = _("recall {recall:.3f}, of OOV words {oov:.3f}", recall=row["recall"], oov=row["oov_recall"])
    return marks.hover(
        [head, _("F {f1:.3f}, precision {precision:.3f}", f1=row["f1"], precision=row["precision"]), recall]
    )
