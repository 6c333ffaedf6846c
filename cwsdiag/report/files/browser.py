"""Charts as SVG, by Plotly in a Chromium that is kept for the next one."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Coroutine
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.errors import DrawingError

if TYPE_CHECKING:
    from kaleido import Kaleido

T = TypeVar("T")

# Seconds that a start and a chart may take.
_LONGEST = 60
_NO_BROWSER = (
    "No Chromium was found to draw this chart with. Install Chromium or Chrome, or name its program in the environment "
    "variable BROWSER_PATH; CSV, LaTeX, Markdown and captions need none."
)


class _Browser:
    """A Chromium with Plotly in it, and the thread that speaks with it: what draws a chart may have its own loop.

    Kaleido's own server for such callers would wait for ever where its browser fails.
    """

    def __init__(self) -> None:
        """Start it.

        Raises:
            DrawingError: there is none, or it does not start.
        """
        from choreographer.errors import BrowserFailedError, ChromeNotFoundError

        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="charts", daemon=True)
        self._thread.start()
        try:
            self._kaleido: Kaleido = self._wait(_opened())
        except (ChromeNotFoundError, BrowserFailedError, TimeoutError) as error:
            self._end()
            if isinstance(error, ChromeNotFoundError):
                raise DrawingError(_NO_BROWSER) from None
            raise DrawingError(f"The browser that draws charts does not start: {_first_line(error)}.") from error

    def draw(self, spec: dict[str, Any]) -> str:
        """Return a chart as SVG; whatever fails is raised as it is."""
        size = {key: spec["layout"][key] for key in ("width", "height")}
        drawn: bytes = self._wait(self._kaleido.calc_fig(spec, {"format": "svg", **size}))
        return drawn.decode("utf-8")

    def close(self) -> None:
        """End the browser and its thread."""
        try:
            self._wait(self._kaleido.close())
        finally:
            self._end()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, _LONGEST), self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _opened() -> Kaleido:
    from kaleido import Kaleido

    # Without mathematics, whose program would come from another host. Plotly is the one that is installed.
    opened = Kaleido(n=1, mathjax=False, timeout=_LONGEST)
    await opened.open()
    return opened


_lock = Lock()
_browser: _Browser | None = None


def svg_of(spec: dict[str, Any]) -> str:
    """Return a chart as SVG, of as many pixels as its layout says.

    The first one starts a Chromium, which takes seconds and stays for the next; ``close_browser`` ends it.

    Args:
        spec: traces and layout as plain values, as ``cwsdiag.charts.layout.chart`` makes them, with width and height.

    Raises:
        DrawingError: there is no Chromium, or it fails.
    """
    from choreographer.errors import BrowserClosedError, ChannelClosedError
    from kaleido.errors import KaleidoError

    global _browser
    with _lock:
        if _browser is None:
            _browser = _Browser()
            atexit.register(close_browser)
        browser = _browser
    try:
        return browser.draw(spec)
    except KaleidoError as error:
        raise DrawingError(f"Plotly cannot draw this chart: {_first_line(error)}.") from error
    except (BrowserClosedError, ChannelClosedError, TimeoutError) as error:
        # It is of no use any more; the next chart has another.
        if browser is _browser:
            close_browser()
        raise DrawingError(f"The browser that draws charts has failed: {_first_line(error)}.") from error


def has_browser() -> bool:
    """Return whether there is a Chromium to draw with."""
    from choreographer.browsers.chromium import Chromium

    return Chromium.find_browser(skip_local=False) is not None


def close_browser() -> None:
    """End the Chromium that draws charts, where there is one; the next chart starts another."""
    global _browser
    with _lock:
        browser, _browser = _browser, None
        if browser is not None:
            atexit.unregister(close_browser)
            browser.close()


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
