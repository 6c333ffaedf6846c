"""Native charts: points with their intervals, columns and bars, which PowerPoint opens and people go on with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pptx.chart.data import CategoryChartData
from pptx.chart.xlsx import CategoryWorkbookWriter
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE, XL_LABEL_POSITION, XL_LEGEND_POSITION, XL_MARKER_STYLE, XL_TICK_MARK
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.util import Pt
from xlsxwriter import Workbook

from cwsdiag.figures import theme
from cwsdiag.report.pptx.texts import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pptx.chart.chart import Chart

    from cwsdiag.report.pptx.placing import Place

_TYPE = Pt(14)
_LINE, _MARK = Pt(2), 11
_GREY = RGBColor.from_string(theme.GOLD[1:])
# How far the lines of an axis of scores may stand apart, and how many there are at most.
_STEPS, _MOST_LINES = (0.01, 0.02, 0.05, 0.1, 0.2), 8
_MARKERS = {"circle": XL_MARKER_STYLE.CIRCLE, "square": XL_MARKER_STYLE.SQUARE, "diamond": XL_MARKER_STYLE.DIAMOND}


@dataclass(frozen=True)
class Series:
    """What one system has in each category.

    Attributes:
        name: of the system, or what is counted.
        colour: as ``#rrggbb``.
        values: one a category; NaN where there is none.
        low, high: the ends of their intervals, NaN where there is none; empty without intervals.
        symbol: of its points: ``circle``, ``square`` or ``diamond``.
    """

    name: str
    colour: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    symbol: str = "circle"


@dataclass(frozen=True)
class Drawn:
    """A chart that PowerPoint draws itself.

    Attributes:
        form: ``points``, ``columns`` or ``bars``.
        categories: what stands along the axis.
        series: at least one.
        axis: title of the axis of values.
        along: title of the axis of categories; empty for none.
        number: format of values, as a spreadsheet writes it.
        legend: whether the series are named beside the chart.
        labels: whether values stand beside their marks.
    """

    form: str
    categories: Sequence[str]
    series: Sequence[Series]
    axis: str
    along: str = ""
    number: str = "0.000"
    legend: bool = False
    labels: bool = True


class _Data(CategoryChartData):  # type: ignore[misc]  # python-pptx has no types
    @property
    def xlsx_blob(self) -> bytes:
        """The workbook behind a chart, in which a text is a text: no name of a system becomes a formula or a link."""
        file = BytesIO()
        workbook = Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
        CategoryWorkbookWriter(self)._populate_worksheet(workbook, workbook.add_worksheet())
        workbook.close()
        return file.getvalue()


def add_chart(shapes: Any, place: Place, drawn: Drawn) -> None:
    """Put a chart on a slide.

    Args:
        shapes: of the slide.
        place: where it goes.
        drawn: what is drawn.
    """
    kinds = {
        "points": XL_CHART_TYPE.LINE_MARKERS,
        "columns": XL_CHART_TYPE.COLUMN_CLUSTERED,
        "bars": XL_CHART_TYPE.BAR_CLUSTERED,
    }
    data = _Data(number_format=drawn.number)
    data.categories = [told(name) for name in drawn.categories]
    for one in drawn.series:
        data.add_series(told(one.name), [None if math.isnan(value) else value for value in one.values])
    chart = shapes.add_chart(kinds[drawn.form], *place, data).chart
    chart.font.size = _TYPE
    chart.has_title = False
    chart.has_legend = drawn.legend
    if drawn.legend:
        chart.legend.position = XL_LEGEND_POSITION.TOP
        chart.legend.include_in_layout = False
        chart.legend.font.size = _TYPE
    for series, one in zip(chart.plots[0].series, drawn.series, strict=True):
        _style(series, one, drawn)
    _axes(chart, drawn)


def _axes(chart: Chart, drawn: Drawn) -> None:
    values, names = chart.value_axis, chart.category_axis
    values.has_title = bool(drawn.axis)
    if drawn.axis:
        _title(values, drawn.axis)
    if drawn.along:
        _title(names, drawn.along)
    values.major_gridlines.format.line.color.rgb = RGBColor.from_string("D5DDE5")
    values.format.line.fill.background()
    names.format.line.color.rgb = _GREY
    names.major_tick_mark = values.major_tick_mark = XL_TICK_MARK.NONE
    if drawn.form == "points":
        values.minimum_scale, values.maximum_scale, values.major_unit = _rounded(drawn)
    else:
        values.minimum_scale = 0
        chart.plots[0].gap_width = 60
        chart.plots[0].overlap = -5
    if drawn.number == "0.000":
        values.tick_labels.number_format, values.tick_labels.number_format_is_linked = "0.00", False
    if drawn.form == "bars":
        # The first on top, as in tables.
        names.reverse_order = True
        values.visible = False
        values.has_major_gridlines = False


def _rounded(drawn: Drawn) -> tuple[float, float, float]:
    """Return the ends of the axis, and how far its lines stand apart: those of the page, on round numbers."""
    every = [value for one in drawn.series for part in (one.values, one.low, one.high) for value in part]
    low, high = theme.axis_limits(every)
    step = next(step for step in _STEPS if high - low <= _MOST_LINES * step)
    return step * math.floor(low / step), min(1.0, step * math.ceil(high / step)), step


def _title(axis: Any, said: str) -> None:
    axis.has_title = True
    axis.axis_title.text_frame.text = said
    font = axis.axis_title.text_frame.paragraphs[0].runs[0].font
    font.size, font.bold = _TYPE, False


def _style(series: Any, one: Series, drawn: Drawn) -> None:
    colour = RGBColor.from_string(one.colour[1:])
    if drawn.form == "points":
        series.smooth = False
        series.format.line.fill.background()
        series.marker.style, series.marker.size = _MARKERS[one.symbol], _MARK
        series.marker.format.fill.solid()
        series.marker.format.fill.fore_color.rgb = colour
        series.marker.format.line.fill.background()
    else:
        series.format.fill.solid()
        series.format.fill.fore_color.rgb = colour
    if drawn.labels:
        labels = series.data_labels
        labels.show_value, labels.number_format, labels.number_format_is_linked = True, drawn.number, False
        labels.position = XL_LABEL_POSITION.RIGHT if drawn.form == "points" else XL_LABEL_POSITION.OUTSIDE_END
        labels.font.size = _TYPE
    if one.low:
        _add_intervals(series, one, colour if drawn.form == "points" else _GREY)


def _add_intervals(series: Any, one: Series, colour: RGBColor) -> None:
    """Give each mark its interval; python-pptx knows none, so it is written as the schema wants it."""
    above = [high - value for value, high in zip(one.values, one.high, strict=True)]
    below = [value - low for value, low in zip(one.values, one.low, strict=True)]
    bars = parse_xml(
        f'<c:errBars {nsdecls("c", "a")}><c:errDir val="y"/><c:errBarType val="both"/><c:errValType val="cust"/>'
        f'<c:noEndCap val="0"/><c:plus>{_numbers(above)}</c:plus><c:minus>{_numbers(below)}</c:minus>'
        f'<c:spPr><a:ln w="{_LINE}"><a:solidFill><a:srgbClr val="{colour}"/></a:solidFill></a:ln></c:spPr></c:errBars>'
    )
    series._element.find(qn("c:cat")).addprevious(bars)


def _numbers(values: Sequence[float]) -> str:
    """Return numbers as they stand in a chart; places without one are left out."""

    def points() -> Iterator[str]:
        for place, value in enumerate(values):
            if not math.isnan(value):
                yield f'<c:pt idx="{place}"><c:v>{value!r}</c:v></c:pt>'

    numbers = "".join(points())
    return f'<c:numLit><c:formatCode>General</c:formatCode><c:ptCount val="{len(values)}"/>{numbers}</c:numLit>'
