"""A chart of a page made ready to leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.kept import Finished
from cwsdiag.charts.legends import legend_of
from cwsdiag.charts.paper.bands import Bands
from cwsdiag.charts.paper.bare import bare
from cwsdiag.charts.paper.edges import side_margins
from cwsdiag.charts.paper.heading import heading
from cwsdiag.charts.paper.labels import fitted_columns, fitted_rows, rows_room
from cwsdiag.charts.paper.measure import LINE
from cwsdiag.charts.paper.scaled import font, scaled_axis, scaled_note, scaled_shape, scaled_trace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import plotly.graph_objects as go

    from cwsdiag.charts.legends import Explained
    from cwsdiag.charts.paper.sizes import Size
    from cwsdiag.charts.traces import Part

# Pixels around a chart, of a page.
_SIDE, _TOP, _UNDER_HEADING, _USUAL = 6, 6, 8, 8
# How far what is drawn may be lower than on a page, of one panel with texts in it and of panels above one another.
_LOWEST, _LOWEST_PANELS = 0.77, 0.45
# What a layout of a page says that is of no use beside it.
_OF_THE_PAGE = (
    "meta",
    "hoverlabel",
    "hovermode",
    "hoverdistance",
    "dragmode",
    "legend",
    "showlegend",
    "title",
    "template",
)


def on_paper(
    figure: go.Figure,
    size: Size,
    *,
    title: str = "",
    legend: Sequence[Explained] | None = None,
    axes: Mapping[str, str] | None = None,
    note: str = "",
) -> Finished:
    """Return a figure as it leaves the page: dark on white, with titles of its axes and what its marks mean.

    Nothing in it is hidden, or asks to be clicked; nothing lies outside it.

    Args:
        figure: of a page; it stays as it is.
        size: where it goes; see ``SIZES``.
        title: what stands over it; any text.
        legend: what its marks mean; without it what the figure itself says.
        axes: titles of axes by their names in a layout, over those that the figure says itself.
        note: a remark under the legend; any text.

    Returns:
        Traces and layout with width and height in pixels, 96 to an inch, as plain values.
    """
    spec = figure.to_dict()
    data, layout = bare(spec)
    told = layout.get("meta") or {}
    titles = {**told.get("titles", {}), **(axes or {})}
    entries = legend_of(layout, spec["data"]) if legend is None else legend
    over, head = heading(title, entries, note, size, side=_SIDE * size.scale, top=_TOP * size.scale)
    drawn = [{**scaled_trace(one, size), "showlegend": False} for one in data]
    made: Part = {key: value for key, value in layout.items() if key not in _OF_THE_PAGE}
    made |= {name: _polar(polar, size) for name, polar in layout.items() if name.startswith("polar")}
    made["annotations"] = [scaled_note(one, size) for one in layout["annotations"]]
    made["shapes"] = [scaled_shape(one, size) for one in layout["shapes"]]
    made |= {name: scaled_axis(axis, size, titles.get(name, "")) for name, axis in layout.items() if _is_axis(name)}
    made["font"] = {**font(None, size), "family": theme.OWN_FONTS, "color": theme.INK["light"]}
    made |= {name: fitted_rows(axis, size) for name, axis in made.items() if name.startswith("yaxis")}
    sides = _sides(drawn, made, layout, size)
    columns, rooms = _columns(made, layout, size, size.width - sum(sides))
    made |= columns | _page(layout, size, head, rooms, sides)
    if over is not None:
        made["title"] = over
    if size.height is not None:
        _fill(made, layout, size)
    return Finished({"data": drawn, "layout": made})


def _is_axis(name: str) -> bool:
    return name.startswith(("xaxis", "yaxis"))


def _sides(drawn: Sequence[Part], made: Part, layout: Part, size: Size) -> tuple[float, float]:
    """Return the room that is needed at the left and the right of what is drawn, in pixels."""
    margins = _margins(layout)
    # Beside a row of panels, the first has what is written at the left of it.
    rows = max((rows_room(axis) for name, axis in made.items() if name.startswith("yaxis")), default=0.0)
    left, right = (max(margins[side] * size.text, _SIDE * size.scale) for side in "lr")
    return side_margins(drawn, made, (max(left, rows), right), size.width)


def _columns(made: Part, layout: Part, size: Size, across: float) -> tuple[Part, dict[str, float]]:
    """Return the axes of columns, and how much higher they make the figure over and under it, in pixels.

    Args:
        made: the layout with scaled axes.
        layout: of the page, where some axes have no title.
        size: what the chart is made for.
        across: the width of what is drawn, in pixels.
    """
    found: Part = {}
    rooms = {"top": 0.0, "bottom": 0.0}
    for name, axis in made.items():
        if not name.startswith("xaxis"):
            continue
        found[name], more = fitted_columns(axis, size, across=across)
        if "title" in axis and not (layout[name].get("title") or {}).get("text"):
            more += LINE * axis["title"]["font"]["size"] + axis["title"]["standoff"]
        side = axis.get("side", "bottom")
        rooms[side] = max(rooms[side], more)
    return found, rooms


def _page(layout: Part, size: Size, head: float, rooms: Mapping[str, float], sides: tuple[float, float]) -> Part:
    """Return size, margins and grounds of the layout.

    Args:
        layout: of the page.
        size: what the chart is made for.
        head: how high its heading is, in pixels.
        rooms: how much higher labels make it, ``top`` and ``bottom``.
        sides: what is needed at the left and the right.
    """
    margins = _margins(layout)
    around = {side: max(margins[side] * size.text, _SIDE * size.scale) for side in "tb"}
    around |= {"l": sides[0], "r": sides[1]}
    around["t"] += head + rooms["top"] + (_UNDER_HEADING * size.scale if head else 0)
    around["b"] += rooms["bottom"]
    inner = (layout["height"] - margins["t"] - margins["b"]) * size.scale
    high = inner + around["t"] + around["b"]
    width, height = float(size.width), high
    if size.height is not None:
        # Rather a larger picture of the same form than texts over one another.
        rows = [axis for name, axis in layout.items() if name.startswith("yaxis") and "domain" in axis]
        lowest = _LOWEST_PANELS if len({tuple(axis["domain"]) for axis in rows}) > 1 else _LOWEST
        height = max(size.height, around["t"] + around["b"] + inner * lowest)
        width = size.width * height / size.height
    return {
        "width": round(width),
        "height": round(height),
        "margin": {side: round(value, 1) for side, value in around.items()},
        "paper_bgcolor": theme.PAPER,
        "plot_bgcolor": theme.PAPER,
        "showlegend": False,
        "hovermode": False,
    }


def _margins(layout: Part) -> dict[str, float]:
    return {side: (layout.get("margin") or {}).get(side, _USUAL) for side in "lrtb"}


def _fill(made: Part, layout: Part, size: Size) -> None:
    """Bring panels above one another to the height that there is."""
    axes = [name for name in made if name.startswith("yaxis")]
    if not axes:
        return
    margins, around = _margins(layout), made["margin"]
    bands = Bands(
        ((low, high) for low, high in (made[name].get("domain", (0, 1)) for name in axes)),
        texts=(layout["height"] - margins["t"] - margins["b"]) * size.text,
        height=made["height"] - around["t"] - around["b"],
    )
    made |= {name: bands.axis(made[name]) for name in axes}
    for kind in ("annotations", "shapes"):
        made[kind] = [bands.on_paper(one) for one in made[kind]]


def _polar(polar: Part, size: Size) -> Part:
    ends = {name: polar[name] for name in ("angularaxis", "radialaxis") if name in polar}
    sized: Part = {name: {**axis, "tickfont": font(axis.get("tickfont"), size)} for name, axis in ends.items()}
    return {**polar, **sized, "bgcolor": theme.PAPER}
