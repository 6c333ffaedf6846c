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

# Seconds that the first chart may take, for which a browser starts, and another one.
_START, _DRAW = 60, 60
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
            self._kaleido: Kaleido = self._wait(_opened(), _START)
        except ChromeNotFoundError:
            self._end()
            raise DrawingError(_NO_BROWSER) from None
        except (BrowserFailedError, TimeoutError) as error:
            self._end()
            raise DrawingError(f"The browser that draws charts does not start: {_first_line(error)}.") from error

    def draw(self, spec: dict[str, Any], width: int, height: int) -> str:
        """Return a chart as SVG; whatever fails is raised as it is."""
        options = {"format": "svg", "width": width, "height": height}
        drawn: bytes = self._wait(self._kaleido.calc_fig(spec, options), _DRAW)
        return drawn.decode("utf-8")

    def close(self) -> None:
        """End the browser and its thread."""
        try:
            self._wait(self._kaleido.close(), _DRAW)
        finally:
            self._end()

    def _wait(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _opened() -> Kaleido:
    from kaleido import Kaleido

    # Without mathematics, whose program would come from another host. Plotly is the one that is installed.
    opened = Kaleido(mathjax=False, timeout=_DRAW)
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

    layout = spec["layout"]
    # One chart after the other: there is one page.
    with _lock:
        browser = _started()
        try:
            return browser.draw(spec, layout["width"], layout["height"])
        except KaleidoError as error:
            raise DrawingError(f"Plotly cannot draw this chart: {_first_line(error)}.") from error
        except (BrowserClosedError, ChannelClosedError, TimeoutError) as error:
            # It is of no use any more; the next chart has another.
            _stop()
            raise DrawingError(f"The browser that draws charts has failed: {_first_line(error)}.") from error


def has_browser() -> bool:
    """Return whether there is a Chromium to draw with."""
    from choreographer.browsers.chromium import Chromium

    return Chromium.find_browser(skip_local=False) is not None


def close_browser() -> None:
    """End the Chromium that draws charts, where there is one; the next chart starts another."""
    with _lock:
        _stop()


def _started() -> _Browser:
    global _browser
    if _browser is None:
        _browser = _Browser()
        atexit.register(close_browser)
    return _browser


def _stop() -> None:
    global _browser
    browser, _browser = _browser, None
    if browser is not None:
        atexit.unregister(close_browser)
        browser.close()


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
