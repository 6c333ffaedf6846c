"""A dashboard under measurement: files to open, a server of its own, a browser, and the time from a press to paint."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, Page, Playwright

SYSTEMS = ("crf-f2-full", "crf-f1-800", "jieba", "snownlp", "thulac")
TREE = Path(__file__).parents[1]
FIGURE = "!!document.querySelector('.js-plotly-plot .barlayer .point path')"
# The figure of Summary is its table: intervals stand in its rows.
SUMMARY = "!!document.querySelector('.st-key-scores-table canvas')"
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_ADDRESS = re.compile(r"http://\S+:\d+")
_PAINTED = Path(__file__).with_name("painted.js").read_text("utf-8")
_REST_MILLISECONDS = 500
# Where a click on a column of a chart goes whose customdata begins with an attribute and a bucket.
_COLUMNS = """() => {
    const found = [];
    for (const chart of document.querySelectorAll(".st-key-panels .js-plotly-plot"))
        for (const trace of chart._fullData) if (trace.type === "bar" && Array.isArray(trace.customdata?.[0])) {
            const x = chart._fullLayout[trace.xaxis.replace("x", "xaxis")];
            const y = chart._fullLayout[trace.yaxis.replace("y", "yaxis")];
            const box = chart.getBoundingClientRect();
            trace.customdata.forEach((data, place) => found.push({
                data, says: [].concat(trace.text ?? "")[place] ?? "",
                x: box.left + x._offset + x.d2p(trace.x[place]), y: box.top + y._offset + y._length / 2,
            }));
        }
    return found;
}"""


def corpus() -> Path:
    """Return the folder of real text that ``CWSDIAG_TEST_DATA`` holds."""
    return Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"


def write_files(folder: Path, systems: Sequence[str], *, times: int) -> None:
    """Write gold, training and predictions of real text, the test file repeated ``times``."""
    folder.mkdir(parents=True)
    (folder / "gold.txt").write_bytes((corpus() / "test.txt").read_bytes() * times)
    shutil.copy(corpus() / "train.txt", folder / "train.txt")
    for name in systems:
        (folder / f"{name}.txt").write_bytes((corpus() / "systems" / f"{name}.txt").read_bytes() * times)


def write_project(folder: Path, *, times: int, copies: int) -> Path:
    """Write a project on the test file repeated ``times``, with every system ``copies`` times under other names."""
    write_files(folder, SYSTEMS, times=times)
    lines = ["[[dataset]]", 'name = "real"', 'gold = "gold.txt"', 'train = "train.txt"']
    for copy in range(copies):
        for name in SYSTEMS:
            label = name if not copy else f"{name} ({copy + 1})"
            lines += ["[[dataset.system]]", f'name = "{label}"', f'prediction = "{name}.txt"']
    project = folder / "project.toml"
    project.write_text("\n".join(lines), encoding="utf-8")
    return project


@contextmanager
def serving(*arguments: str, tree: Path = TREE) -> Iterator[str]:
    """Run Python with these arguments on the code of a tree; give the address that it prints, once it answers there."""
    with TemporaryDirectory() as folder:
        # Nothing is kept from one start to the next, nor taken from whoever measures.
        own = dict.fromkeys(("CWSDIAG_DATA", "CWSDIAG_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"), folder)
        environment = {**os.environ, **own, "PYTHONPATH": str(tree.resolve())}
        server = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            address = next((found[0] for line in server.stdout or () if (found := _ADDRESS.search(line))), "")
            if not address:
                sys.exit(f"The server ended before it said where it is: {' '.join(arguments)}")
            while not _answers(address):
                time.sleep(0.02)
            yield address
        finally:
            server.terminate()
            server.wait(20)


def dashboard(*arguments: str) -> tuple[str, ...]:
    """Return the arguments that start a dashboard on any free port."""
    return ("-m", "cwsdiag", "app", *arguments, "--port", "0")


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/_stcore/health") as response:
            return bool(response.status == 200)
    except URLError:
        return False


def chromium(playwright: Playwright) -> Browser:
    """Start a browser: the system's, or the one that playwright brought."""
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)


def visitor(browser: Browser, **options: Any) -> Page:
    """Return a page of somebody who has never been here; ``options`` are of the browser's context."""
    # The policy of the pages forbids what playwright evaluates.
    usual = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", "bypass_csp": True}
    context = browser.new_context(**{**usual, **options})
    context.add_init_script(_PAINTED)
    return context.new_page()


def rest(page: Page) -> None:
    """Wait until nothing moves any more."""
    page.wait_for_function("ms => window.cwsRests?.(ms)", arg=_REST_MILLISECONDS, polling=50, timeout=120_000)


def shown(page: Page, address: str, wanted: str) -> None:
    """Go to an address, until an expression of JavaScript is true."""
    page.goto(address, wait_until="commit")
    page.wait_for_function(wanted, polling="raf", timeout=120_000)


@dataclass(frozen=True)
class Column:
    """The column of a bucket in the figure of one system: the attribute, the bucket, what it says, where it is."""

    attribute: str
    bucket: int
    says: str
    x: float
    y: float


def columns(page: Page) -> list[Column]:
    """Return the columns of the figure that can be clicked."""
    page.wait_for_function(FIGURE, timeout=120_000)
    return [Column(*one["data"][:2], one["says"], one["x"], one["y"]) for one in page.evaluate(_COLUMNS)]


def click(page: Page, column: Column) -> None:
    """Click the column of a bucket, scrolled to where it is on the screen."""
    height = page.viewport_size["height"] if page.viewport_size else 720
    if column.y > height - 40:
        page.locator("[data-testid=stMain]").evaluate("(main, by) => main.scrollBy(0, by)", column.y - height / 2)
        column = next(one for one in columns(page) if (one.says, one.bucket) == (column.says, column.bucket))
    page.mouse.click(column.x, column.y)


@dataclass(frozen=True)
class Act:
    """What came of a press, in seconds after it.

    Attributes:
        begins: the first new thing was painted.
        whole: the last one was.
        sent: the browser told the server.
        came: the last message of the server had come.
        messages, bytes: how many there were, and how long together.
    """

    begins: float
    whole: float
    sent: float
    came: float
    messages: int
    bytes: int


def timed(page: Page, act: Callable[[], None]) -> Act:
    """Measure an act, whose first press counts, until nothing moves any more."""
    page.evaluate("cwsArm()")
    act()
    page.wait_for_function("cwsPress()?.last", timeout=20_000)
    rest(page)
    press = page.evaluate("cwsPress()")
    moments = {name: (press[name] - press["pressed"]) / 1000 for name in ("sent", "came")}
    return Act(
        begins=(press["first"] - press["pressed"]) / 1000,
        whole=(press["last"] - press["pressed"]) / 1000,
        messages=press["messages"],
        bytes=press["bytes"],
        **moments,
    )


def middle(values: Sequence[float]) -> str:
    """Return the median with the range."""
    return f"{statistics.median(values):.2f} | {min(values):.2f} to {max(values):.2f}"


def load() -> str:
    """Return what the machine does beside this, as a line for under a table."""
    return f"Load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors."
