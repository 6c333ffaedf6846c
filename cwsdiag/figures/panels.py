"""The scores of one system by bucket: small panels, one an attribute, on one shared axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.figures import grid, theme, traces
from cwsdiag.figures.kept import drawn_once
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

    from cwsdiag.figures.grid import Axes
    from cwsdiag.figures.traces import Part
    from cwsdiag.frames import Panel

_HOVER = lazy(
    "<b>%{text}</b><br>F1 %{customdata[2]:.3f}, 95 % interval %{customdata[3]:.3f} to %{customdata[4]:.3f}<br>"
    "precision %{customdata[5]:.3f}, recall %{customdata[6]:.3f}<br>"
    "gold %{customdata[7]:,} (%{customdata[8]:.1%}), system %{customdata[9]:,}, matched %{customdata[10]:,}"
)
_HOVERED = ("f1", "f1_low", "f1_high", "precision", "recall", "gold", "share", "predicted", "matched")

# By which the traces of the summary, the last panel, are told from others.
SUMMARY = "summary"
# Pixels below the last row for the names of the attributes under the summary.
_NAMES = 32


@drawn_once
def panels_figure(panels: Sequence[Panel], *, colour: str) -> go.Figure:
    """Draw F1 with its interval for every bucket of every panel.

    Behind the points stand faint columns: the share of the gold units in each bucket. The whole column of a bucket is
    its click target; customdata begins with the attribute's key and the bucket's index. The worst bucket of a panel is
    a diamond in a colour of its own; a bucket too small to be named is a hollow point. The last place holds the
    summary, the compact chart of the paper's Table 4: for each attribute a line from its worst to its best bucket. A
    panel that stands apart has an axis of its own, and is not in the summary.
    """
    compared = [panel for panel in panels if not panel.apart]
    sheet = grid.Grid(len(panels) + 1, _limits(compared))
    for panel in panels:
        axes = sheet.add(panel, limits=_limits([panel]) if panel.apart and not panel.undefined else None)
        if not panel.undefined:
            sheet.traces.append(grid.shares(panel, axes))
            sheet.traces += [_points(panel, colour, axes, worst=worst) for worst in (False, True)]
            sheet.traces.append(_targets(panel, axes))
    axes = sheet.add_axes(_("from worst to best bucket"), [theme.plain(panel.title) for panel in compared])
    sheet.traces += _summary(compared, colour, axes)
    figure = sheet.figure()
    return figure.update_layout(height=figure.layout.height + _NAMES, margin_b=figure.layout.margin.b + _NAMES)


def _limits(panels: Sequence[Panel]) -> list[float]:
    """Return the ends of an axis that holds every point, and the intervals of the buckets large enough to be named."""
    values: list[float] = []
    for panel in panels:
        for row in panel.rows:
            values += [row["f1"], *([row["f1_low"], row["f1_high"]] if row["named"] else [])]
    return theme.axis_limits(values)


def _points(panel: Panel, colour: str, axes: Axes, *, worst: bool) -> Part:
    """Return points and intervals of the worst bucket, or of the others."""
    size = 10 if len(panel.buckets) <= grid.MOST_UPRIGHT else 7
    return grid.points(
        panel,
        [place for place in range(len(panel.rows)) if (place == panel.worst) == worst],
        axes,
        columns=("f1", "f1_low", "f1_high"),
        colour=theme.WORST if worst else colour,
        form="diamond" if worst else "circle",
        size=size + 3 if worst else size,
        outline=2,
    )


def _summary(panels: Sequence[Panel], colour: str, axes: Axes) -> list[Part]:
    """Return a line from the worst to the best bucket of every attribute, and columns that lead to the worst."""
    found = [(place, panel) for place, panel in enumerate(panels) if panel.worst is not None]
    places = [place for place, _panel in found]
    worst = [panel.rows[panel.worst] for _place, panel in found if panel.worst is not None]
    best = [panel.rows[panel.best] for _place, panel in found if panel.best is not None]
    drawn: Part = {"meta": SUMMARY, "xaxis": axes.x, "yaxis": axes.y}
    marks = [
        traces.marks(places, [row["f1"] for row in ends], {"size": 8, "symbol": form, "color": ink}, **drawn)
        for ends, form, ink in ((worst, "diamond", theme.WORST), (best, "circle", colour))
    ]
    lines = traces.line(
        [value for place in places for value in (place, place, None)],
        [value for low, high in zip(worst, best, strict=True) for value in (low["f1"], high["f1"], None)],
        theme.GOLD,
        3,
        **drawn,
    )
    targets = traces.targets(
        places,
        [[panel.key, panel.worst] for _place, panel in found],
        [_gap(panel, low, high) for (_place, panel), low, high in zip(found, worst, best, strict=True)],
        meta=SUMMARY,
        xaxis=axes.x,
        yaxis=axes.share,
    )
    return [lines, *marks, targets]


def _gap(panel: Panel, worst: Part, best: Part) -> str:
    lines = [
        f"<b>{theme.plain(panel.title)}</b>",
        _("worst {bucket}: F1 {f1:.3f}", bucket=theme.plain(worst["label"]), f1=worst["f1"]),
        _("best {bucket}: F1 {f1:.3f}", bucket=theme.plain(best["label"]), f1=best["f1"]),
        _("gap {points:.1f} points", points=100 * (best["f1"] - worst["f1"])),
    ]
    return "<br>".join(lines)


def _targets(panel: Panel, axes: Axes) -> Part:
    rows = list(enumerate(panel.rows))
    data = [[panel.key, place, *(row[name] for name in _HOVERED)] for place, row in rows]
    headings = [theme.plain(_heading(panel, place, row)) for place, row in rows]
    return grid.targets(panel, axes, data, headings, hovertemplate=translated(_HOVER) + "<extra></extra>")


def _heading(panel: Panel, place: int, row: dict[str, Any]) -> str:
    bucket = f"{translated(panel.title)} {translated(row['label'])}"
    if not row["named"]:
        return _("{bucket}, too small to be named", bucket=bucket)
    return _("{bucket}, the worst bucket", bucket=bucket) if place == panel.worst else bucket
