"""Pictures of a report: what cannot be drawn on this machine is said once, and left out."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, TypeVar

from cwsdiag.errors import DrawingError
from cwsdiag.report.files.pictures import PRINT_DPI, pdf_of, png_of
from cwsdiag.report.files.saving import picture_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from cwsdiag.charts.sizes import Size
    from cwsdiag.exhibits import Exhibit

T = TypeVar("T")


class Drawings:
    """Draws pictures, and remembers why it could not."""

    def __init__(self, *, charts: bool = True, processes: Executor | None = None) -> None:
        """Take what is drawn.

        Args:
            charts: whether charts are, which takes a Chromium.
            processes: make PNG and PDF; without them it is done here.
        """
        self.problems: list[str] = []
        self._charts, self._processes = charts, processes
        self._failed: set[str] = set()

    def figure(self, exhibit: Exhibit, size: Size, *, title: str | None = None, show: str = "figure") -> str | None:
        """Return the picture of an exhibit as SVG; None where there is none, or it cannot be drawn."""
        content = exhibit.content
        charted = show != "ribbon" and content.chart is not None
        drawn = content.svg is not None if show != "ribbon" else exhibit.example is not None
        if not (self._charts if charted else drawn):
            return None
        return self._try("charts" if charted else "", lambda: picture_of(exhibit, size, title=title, show=show))

    def png(self, svg: str, dpi: int = PRINT_DPI) -> bytes | None:
        """Return a picture as PNG; None where it cannot be made."""
        return self._try("files", lambda: self._made(png_of, svg, dpi))

    def pdf(self, svg: str) -> bytes | None:
        """Return a picture as PDF; None where it cannot be made."""
        return self._try("files", lambda: self._made(pdf_of, svg))

    def _made(self, convert: Callable[..., bytes], *args: str | int) -> bytes:
        if self._processes is None:
            return convert(*args)
        try:
            return self._processes.submit(convert, *args).result()
        except BrokenExecutor:
            raise DrawingError("A process that made pictures was ended, most likely for want of memory.") from None

    def _try(self, what: str, make: Callable[[], T]) -> T | None:
        """Return what is made; None where its like has failed before, or it fails now, which is remembered."""
        if what in self._failed:
            return None
        try:
            return make()
        except DrawingError as error:
            self._failed.add(what)
            if str(error) not in self.problems:
                self.problems.append(str(error))
            return None
