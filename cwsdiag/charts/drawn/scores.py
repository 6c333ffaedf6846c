"""The systems of a dataset on one axis for slides and paper: F1, or F1 and balanced F, with intervals, best first.

They show what ``cwsdiag.charts.overview`` and ``cwsdiag.charts.difficulty.ranks.worth_figure`` show on a page.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import theme, traces
from cwsdiag.charts.difficulty.ranks import worth_told
from cwsdiag.charts.drawn.axes import point
from cwsdiag.charts.drawn.legends import Entry
from cwsdiag.charts.drawn.rows import Row, rows_drawing
from cwsdiag.charts.drawn.svg import n, path
from cwsdiag.charts.looks import looks
from cwsdiag.frames import records, written
from cwsdiag.languages import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.charts.difficulty.ranks import Standing
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.theme import Ground


def scores_svg(
    scores: pd.DataFrame,
    *,
    colours: Mapping[str, str],
    roles: Mapping[str, str] | None = None,
    sheet: Sheet,
    ground: Ground,
    title: str,
) -> str:
    """Return F1 of the systems with its 95 % interval as an SVG of its own, in the order of the frame from the top.

    A slide has the first ten; ``rows_drawing`` says what can be clicked.

    Args:
        scores: a row a system with name, f1, f1_low, f1_high, precision, recall; undefined is NaN.
        colours: of all systems by name, shown or not; see ``looks``.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    drawn = looks(colours, roles)
    rows = [
        Row(
            name=row["name"],
            look=drawn[row["name"]],
            value=row["f1"],
            ends=(row["f1_low"], row["f1_high"]),
            told=_told(row),
            undefined=_("undefined: no word compared"),
        )
        for row in records(scores)
    ]
    return rows_drawing(rows, axis=_("F1, with its 95 % interval"), sheet=sheet, ground=ground, title=title)


def worth_svg(standings: Sequence[Standing], *, sheet: Sheet, ground: Ground, title: str) -> str:
    """Return F1 and balanced F of the systems, the latter with what it moves by, as an SVG of its own.

    A slide has the first ten; ``rows_drawing`` says what can be clicked.

    Args:
        standings: the systems, from the top downwards.
        sheet: what is drawn on.
        ground: light or dark.
        title: what is drawn, for those who do not see it.
    """
    rows = [
        Row(
            name=one.name,
            look=one.look,
            value=one.f_b,
            ends=(one.low, one.high),
            told=worth_told(one),
            undefined=_("balanced F undefined"),
            other=one.f1,
            second=(one.committee_low, one.committee_high),
        )
        for one in standings
    ]
    entries = [_mark(_("f_b with its 95 % interval over sentences"), hollow=False), _mark(_("F1"), hollow=True)]
    if any(math.isfinite(one.committee_low) for one in standings):
        entries.append(Entry(_line, 1.0, _("95 % interval of f_b over committees")))
    return rows_drawing(rows, axis=_("score"), entries=entries, sheet=sheet, ground=ground, title=title)


def _mark(said: str, *, hollow: bool) -> Entry:
    return Entry(lambda size: point(0.4 * size, -0.35 * size, 0.8 * size, theme.GOLD, hollow=hollow), 0.8, said)


def _line(size: float) -> str:
    return path(f"M0 {n(-0.35 * size)}h{n(size)}", stroke=theme.GOLD, stroke_width=f"{0.16 * size:.2f}")


def _told(row: dict[str, Any]) -> list[str]:
    """Return what is said of a system under the pointer; the first line is its whole name."""
    if math.isnan(row["f1"]):
        return [row["name"], _("undefined: no word compared")]
    halves = {name: _score(row[name]) for name in ("precision", "recall")}
    return [
        row["name"],
        traces.with_interval(_("F1 {f1}", f1=_score(row["f1"])), row["f1_low"], row["f1_high"], _score),
        _("precision {precision}, recall {recall}", **halves),
    ]


def _score(value: float) -> str:
    return "–" if math.isnan(value) else written(value, 3)
