"""Take the pictures of the docs, all in one run: the pages on the sample data, and some on real text.

    python -m tools.screenshots [--out docs/images] [NAME ...]

Needs the dev environment and a Chromium (`tools/ensure_chromium.py`) with a Chinese font. The pictures of real text are
taken where `CWSDIAG_TEST_DATA` names it, and left as they are elsewhere.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from benchmarks import real_project
from benchmarks.dashboard import TREE, chromium, dashboard, serving, visitor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser, Page

SAMPLE = TREE / "sample_data" / "project.toml"
SIZE = (1280, 720)
NEWS = {"dataset": "news", "system": "crf"}
PAIR = {**NEWS, "other": "jieba"}
CRITERIA = {"train": "news", "test": "news, second criterion", "string": "到"}
# Of what has to be learnt first, on any machine.
_LONG_MILLISECONDS = 1_200_000
_PAUSE_MILLISECONDS = 400
# On a busy machine figures come long after the run that sent them.
_DRAWN = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning] h1') &&
    !document.querySelector('[data-testid=stSkeleton]') &&
    [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(
        chart => chart.querySelector('.main-svg:not([data-waits] *)'))"""


@dataclass(frozen=True)
class Picture:
    """What a picture shows.

    Attributes:
        path: of the page.
        query: what is chosen there.
        dark: whether in the dark theme.
        size: of the window.
        top: a text that is scrolled to, in what is taken without the side bar; empty for the page as it opens.
        ask: the button that has what is shown made, where it is there; empty for none.
        ready: what is there once it is made.
    """

    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    dark: bool = False
    size: tuple[int, int] = SIZE
    top: str = ""
    ask: str = ""
    ready: str = ""


PICTURES = {
    "data": Picture("data", NEWS),
    "overview": Picture("overview", NEWS),
    "self-diagnosis": Picture("self-diagnosis", NEWS),
    "self-diagnosis-present-dark": Picture("self-diagnosis", {**NEWS, "present": "on"}, dark=True),
    "compare": Picture("compare", PAIR),
    "explore": Picture("explore", {**NEWS, "attribute": "wLen", "bucket": "2", "show": "wrong"}),
    "sentence": Picture("sentence", {**PAIR, "order": "errors"}),
    "difficulty": Picture("difficulty", PAIR),
    "committee": Picture("committee", NEWS),
    "bakeoff": Picture("bakeoff", PAIR),
    "separators": Picture("separators", PAIR),
    "study": Picture("study", PAIR),
    "criteria": Picture("criteria", CRITERIA),
    "criteria-words": Picture("criteria", CRITERIA, size=(1280, 820), top="how the training data of one has"),
    "board": Picture("board", {"task": "example/news"}),
    "judge": Picture("judge", {"study": "example/news, marked by rule"}),
}
_ASK = ".st-key-ask-for-built-in-transfer button"
_U, _MAP = (f".st-key-{key} .main-svg" for key in ("transfer-matrix", "u-map"))
REAL = {
    "study-real": Picture("study"),
    "criteria-transfer": Picture("criteria", {"part": "transfer"}, size=(1280, 860), ask=_ASK, ready=_U),
    # After the one before, which has U made.
    "criteria-maps": Picture("criteria", {"part": "maps"}, ready=_MAP),
}


def settled(page: Page) -> bytes:
    """Return a picture of the page once all of it is there and nothing moves any more."""
    page.wait_for_function(_DRAWN, timeout=120_000)
    before, taken = b"", page.screenshot()
    while taken != before:
        page.wait_for_timeout(_PAUSE_MILLISECONDS)
        before, taken = taken, page.screenshot()
    return taken


def take(browser: Browser, address: str, picture: Picture) -> bytes:
    """Return a picture of a dashboard."""
    width, height = picture.size
    page = visitor(
        browser, viewport={"width": width, "height": height}, color_scheme="dark" if picture.dark else "light"
    )
    page.goto(f"{address}/{picture.path}?{urlencode(picture.query)}")
    taken = settled(page)
    if picture.ask and page.locator(picture.ask).count():
        page.click(picture.ask)
    if picture.ready:
        page.wait_for_selector(picture.ready, timeout=_LONG_MILLISECONDS)
        taken = settled(page)
    if picture.top:
        page.get_by_text(picture.top).evaluate("there => there.scrollIntoView()")
        settled(page)
        taken = page.locator("[data-testid=stMain]").screenshot()
    page.context.close()
    return taken


def take_all(project: Path, pictures: Mapping[str, Picture], out: Path) -> None:
    """Start a dashboard on a project and take pictures of it into a folder."""
    with serving(*dashboard(str(project))) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, picture in pictures.items():
            file = out / f"{name}.png"
            file.write_bytes(take(browser, address, picture))
            print(file, flush=True)
        browser.close()


def main() -> None:
    """Take those that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TREE / "docs" / "images")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    chosen = parser.parse_args()
    names = chosen.names or [*PICTURES, *REAL]
    if unknown := {*names} - {*PICTURES, *REAL}:
        parser.error(f"no such picture: {', '.join(sorted(unknown))}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    if sample := {name: picture for name, picture in PICTURES.items() if name in names}:
        take_all(SAMPLE, sample, chosen.out)
    if not {*REAL} & {*names}:
        return
    if not os.environ.get("CWSDIAG_TEST_DATA"):
        print(f"Left as they are without CWSDIAG_TEST_DATA: {', '.join(REAL)}")
        return
    with TemporaryDirectory() as folder:
        real_project.main(Path(folder))
        # All of them: one shows what another had made.
        take_all(Path(folder) / "project.toml", REAL, chosen.out)


if __name__ == "__main__":
    main()
