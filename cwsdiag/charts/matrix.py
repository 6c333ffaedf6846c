"""What figures that look like a table share: fills, texts and frames of cells, and the marks that are clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import chart
from cwsdiag.charts.names import beginning, short_names
from cwsdiag.frames import width as width_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.marks import Part
    from cwsdiag.charts.sizes import Size

    # Row and column of a cell, from 0.
    Place = tuple[int, int]

_AXIS: Part = {"showgrid": False, "zeroline": False, "ticks": ""}
# For the layout: the nearest mark answers, however wide the cell.
NEAREST = -1


def matrix_chart(
    traces: Sequence[Part], size: Size, *, height: float, columns: Part, rows: Part, **layout: Any
) -> Spec:
    """Return a chart of cells, with the names of columns above it and those of rows left of it.

    Args:
        traces: what is drawn, by numbers of columns and rows.
        size: where it goes.
        height: in pixels of a page.
        columns: the x axis.
        rows: the y axis, from the top downwards.
        layout: what the chart has of its own.
    """
    xaxis, yaxis = (
        {**_AXIS, "side": "top", "tickangle": 0, "automargin": True, **columns},
        {**_AXIS, "automargin": True, "ticklabelstandoff": 6, **rows},
    )
    return chart(traces, size, height=height, **{"hoverdistance": NEAREST, **layout}, xaxis=xaxis, yaxis=yaxis)


def every_place(rows: int, columns: int) -> list[Place]:
    """Return the places of all cells."""
    return [(row, column) for row in range(rows) for column in range(columns)]


def fills(
    values: Sequence[Sequence[float | None]],
    scale: Sequence[Sequence[float | str]],
    *,
    low: float = 0,
    high: float = 1,
    gap: int = 2,
    opacity: float | None = None,
) -> Part:
    """Return the fills of all cells.

    Args:
        values: by row and column, from ``low`` to ``high``; None for no fill.
        scale: the colours, from ``low`` to ``high``.
        low: the smallest value.
        high: the largest value.
        gap: pixels between cells.
        opacity: of all fills, from 0 to 1; None for 1.
    """
    return {
        "type": "heatmap",
        "z": values,
        "colorscale": scale,
        "zmin": low,
        "zmax": high,
        "xgap": gap,
        "ygap": gap,
        "opacity": opacity,
        "showscale": False,
        "hoverinfo": "skip",
    }


def texts(places: Sequence[tuple[float, float]], written: Sequence[str], **font: Any) -> Part:
    """Return texts in cells, or beside them.

    Args:
        places: of the texts.
        written: what stands there; words of files in it are escaped.
        font: what is not as elsewhere.
    """
    return marks.texts([column for _, column in places], [row for row, _ in places], written, textfont=font)


def font(*, small: bool = False, light: bool = False) -> Part:
    """Return the font of texts in cells: small where there are many, light on a cell in a full colour."""
    size = {"size": theme.SMALL} if small else {}
    return {**size, "color": theme.ON_COLOUR} if light else size


def targets(places: Sequence[Place], data: Sequence[list[Any]], hover: Sequence[str], *, size: int = 24) -> Part:
    """Return the invisible marks that are hovered over and clicked: a heatmap gives no clicks.

    Args:
        places: of the marks.
        data: what a click on each gives.
        hover: what each says under the pointer; words of files in it are escaped.
        size: of a mark in pixels.
    """
    return marks.clicked(
        [column for _, column in places],
        [row for row, _ in places],
        data,
        hover,
        marker={"symbol": "square", "size": size, "opacity": 0},
        unselected={"marker": {"opacity": 0}},
    )


def frame(place: Place, *, reach: float, colour: str, width: float) -> Part:
    """Return a frame around a cell, ``reach`` from its centre, for the shapes of a layout."""
    row, column = place
    return {
        "type": "rect",
        "x0": column - reach,
        "x1": column + reach,
        "y0": row - reach,
        "y1": row + reach,
        "line": {"color": colour, "width": width},
    }


def numbered(names: Sequence[str], longest: int, marks: Mapping[str, str] | None = None) -> list[str]:
    """Return names with their numbers, for rows whose columns have room for the numbers alone.

    Args:
        names: of the rows, in order.
        longest: characters that a name may have.
        marks: what stands beside some of them, by name.
    """
    labels = []
    for number, (full, short) in enumerate(zip(names, short_names(names, longest), strict=True), start=1):
        # Names that no cut keeps apart come back whole: here their numbers tell them apart.
        cut = short if width_of(short) <= longest else f"{beginning(short, longest - 1)}…"
        mark = f"  <b>{marks[full]}</b>" if marks and full in marks else ""
        labels.append(f"{theme.plain(cut)}{mark}  <b>{number}</b>")
    return labels
