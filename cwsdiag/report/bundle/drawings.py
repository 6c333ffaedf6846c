"""What a report draws: charts and sentences as SVG, and these as PDF and PNG, as far as this machine can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts.paper import on_paper
from cwsdiag.errors import DrawingError
from cwsdiag.report.files.browser import svg_of
from cwsdiag.report.files.pictures import PRINT_DPI, pdf_of, png_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.paper import Size
    from cwsdiag.exhibits import Exhibit


class Drawings:
    """Draws what it can; what it cannot, for want of a Chromium or of cairo, is said once and not tried again.

    Attributes:
        problems: why something was not drawn, each once, in the order they came.
    """

    def __init__(self, *, charts: bool = True) -> None:
        """Draw nothing yet.

        Args:
            charts: whether charts are drawn by Plotly, which takes a Chromium and seconds; our own drawings always are.
        """
        self.problems: list[str] = []
        self._draws_charts = charts
        self._converts = True

    def figure(self, exhibit: Exhibit, sheet: Sheet, size: Size, *, title: str) -> str | None:
        """Return the figure of an exhibit as SVG, on white; None where there is none, or it cannot be drawn.

        Args:
            exhibit: whose figure it is.
            sheet: what it is drawn on where we draw it.
            size: how large it is where Plotly does.
            title: what stands over the latter; nothing where it is empty.
        """
        return exhibit.drawing(sheet, "light") or self._chart(exhibit, size, title)

    def _chart(self, exhibit: Exhibit, size: Size, title: str) -> str | None:
        figure = exhibit.chart(across=size.across) if self._draws_charts else None
        if figure is None:
            return None
        try:
            return svg_of(on_paper(figure, size, title=title).to_dict())
        except DrawingError as error:
            self._draws_charts = False
            self._say(error)
            return None

    def png(self, svg: str, dpi: int = PRINT_DPI) -> bytes | None:
        """Return an SVG as a picture of so many dots to an inch; None where that cannot be done."""
        return self._converted(lambda svg: png_of(svg, dpi), svg)

    def pdf(self, svg: str) -> bytes | None:
        """Return an SVG as PDF; None where that cannot be done."""
        return self._converted(pdf_of, svg)

    def _converted(self, convert: Callable[[str], bytes], svg: str) -> bytes | None:
        if not self._converts:
            return None
        try:
            return convert(svg)
        except DrawingError as error:
            self._converts = False
            self._say(error)
            return None

    def _say(self, error: DrawingError) -> None:
        if str(error) not in self.problems:
            self.problems.append(str(error))
