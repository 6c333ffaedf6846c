"""Pictures of a report: what cannot be drawn on this machine is said once, and left out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cwsdiag.errors import DrawingError
from cwsdiag.report.files import pdf_of, picture_of, png_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from cwsdiag.charts.theme import Size
    from cwsdiag.exhibits.exhibit import Exhibit

T = TypeVar("T")


class Drawings:
    """Draws pictures, and remembers why it could not."""

    def __init__(self, *, charts: bool, processes: Executor | None = None) -> None:
        """Draw nothing yet.

        Args:
            charts: whether charts are drawn, which takes a Chromium.
            processes: make PNG and PDF; without them it is done here.
        """
        self.problems: list[str] = []
        self._charts, self._processes = charts, processes

    def figure(self, exhibit: Exhibit, size: Size, *, title: str | None = None, show: str = "figure") -> str | None:
        """Return the picture of an exhibit as SVG; None where there is none, or it cannot be drawn."""
        content = exhibit.content
        if show != "ribbon" and content.chart is not None:
            if not self._charts:
                return None
        elif (content.svg if show != "ribbon" else exhibit.example) is None:
            return None
        return self._try(lambda: picture_of(exhibit, size, title=title, show=show))

    def png(self, svg: str, dpi: int) -> bytes | None:
        """Return a picture as PNG; None where it cannot be made."""
        return self._try(self._asked(png_of, svg, dpi))

    def files(self, svg: str | None, stem: str) -> Iterator[tuple[str, bytes]]:
        """Yield a picture as SVG, PDF and PNG, those that can be made, by the names of the files; None for none."""
        if svg is not None:
            yield f"figures/{stem}.svg", svg.encode("utf-8", "replace")
            asked = {"pdf": self._asked(pdf_of, svg), "png": self._asked(png_of, svg)}
            for ending, answer in asked.items():
                if (data := self._try(answer)) is not None:
                    yield f"figures/{stem}.{ending}", data

    def _asked(self, convert: Callable[..., bytes], *args: str | int) -> Callable[[], bytes]:
        """Have a picture made, in another process if there is one; return what waits for it."""
        if self._processes is None:
            return partial(convert, *args)
        return self._processes.submit(convert, *args).result

    def _try(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except DrawingError as error:
            if str(error) not in self.problems:
                self.problems.append(str(error))
            return None
