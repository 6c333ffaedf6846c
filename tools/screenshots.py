"""Take the pictures of the docs, all in one run: pages and figures on the sample.

    python -m tools.screenshots [--out docs/images] [NAME ...]

Needs the dev environment and a Chromium (`tools/ensure_chromium.py`) with a Chinese font.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from benchmarks.dashboard import TREE, chromium, dashboard, serving, visitor
from cwsdiag import cli

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
# A window that holds every chart of a page.
_TALL = (1280, 1800)
# On a busy machine figures come long after the run that sent them.
_DRAWN = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning] .st-key-page') &&
    !document.querySelector('[data-testid=stSkeleton]') &&
    [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(
        chart => chart.querySelector('.main-svg'))"""


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
        give: the file that is given to the page; None for none.
        only: what alone of the page is taken, as a selector; empty for the window.
    """

    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    dark: bool = False
    size: tuple[int, int] = SIZE
    top: str = ""
    ask: str = ""
    ready: str = ""
    give: Path | None = None
    only: str = ""


PICTURES = {
    "files": Picture("files", NEWS),
    "summary": Picture("summary", NEWS, ready=".st-key-card-3"),
    "diagnosis": Picture("diagnosis", PAIR),
    "panels": Picture("diagnosis", {**PAIR, "part": "panels"}),
    "sentences": Picture("sentences", {**PAIR, "order": "errors"}),
    "difficulty": Picture("difficulty", PAIR),
    "scores": Picture("scores", PAIR),
    "datasets": Picture("datasets", PAIR),
    "criteria": Picture("datasets", {**CRITERIA, "part": "consistency"}),
    "board": Picture("lab", {"task": "news"}),
    "judge": Picture("lab", {"study": "news, marked by rule", "part": "judge"}),
}
# Of a dashboard that was started without a project.
BARE = {"first": Picture("")}
# Of docs/attributes.md, in its order: what `cwsdiag figure` draws of news.
_A, _B = ("--system", "crf"), ("--other", "jieba")
FIGURES = {
    "figures/scores": ("scores",),
    "figures/panels": ("self", *_A),
    "figures/kinds": ("kinds", *_A),
    "figures/pair": ("compare", *_A, *_B),
    "figures/extremes": ("extremes", *_A, *_B),
    "figures/pair-kinds": ("pair-kinds", *_A, *_B),
    "figures/against": ("against", *_A),
    "figures/worth": ("balanced",),
    "figures/slope": ("places",),
    "figures/variants": ("weighed",),
    "figures/halves": ("halves",),
    "figures/accuracy": ("hard-words",),
    "figures/word-kinds": ("word-kinds",),
    "figures/rows": ("hard-sentences", *_A, *_B),
    "figures/change": ("change",),
    "figures/growth": ("growth",),
    "figures/members": ("members",),
    "figures/rule": ("bakeoff-rule",),
    "figures/paired": ("bakeoff-test",),
    "figures/oov": ("oov",),
    "figures/corpora": ("corpora",),
    "figures/separators": ("separators",),
    "figures/ranks": ("across",),
    "figures/bars": ("pairs",),
    "figures/radar": ("biases",),
    "figures/cells": ("tests",),
    "figures/matrix": ("psi",),
    "figures/relation": ("relation",),
    "figures/map": ("map",),
    "figures/order": ("sources",),
}
# And what it does not draw.
CHARTS = {
    "figures/places": Picture("diagnosis", {**PAIR, "word": "给"}, size=_TALL, only=".places"),
    "figures/learning": Picture(
        "difficulty",
        {**PAIR, "part": "learning"},
        size=_TALL,
        ask=".st-key-ask-for-the-curve button",
        ready=".st-key-learning-curve .main-svg",
        only=".st-key-learning-curve .js-plotly-plot",
    ),
    "figures/fit": Picture(
        "datasets",
        {"part": "fit"},
        size=_TALL,
        give=SAMPLE.parent / "microblog" / "first" / "test.txt",
        ready=".st-key-fit .main-svg",
        only=".st-key-fit .js-plotly-plot",
    ),
    "figures/people": Picture(
        "lab",
        {"study": "news, marked by rule", "part": "judge"},
        size=_TALL,
        only=".st-key-people .js-plotly-plot",
    ),
}
# Of the sample with what cwsdiag proposes of news pinned.
PINNED = {
    "findings": Picture("talk", {"dataset": "news"}),
    "talk": Picture("talk", {"slide": "2"}),
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
    if picture.give:
        page.locator("[data-testid=stMain] input[type=file]").set_input_files(picture.give)
    if picture.ready:
        page.wait_for_selector(picture.ready, timeout=_LONG_MILLISECONDS)
        taken = settled(page)
    if picture.top:
        page.get_by_text(picture.top).evaluate("there => there.scrollIntoView()")
        settled(page)
        taken = page.locator("[data-testid=stMain]").screenshot()
    if picture.only:
        there = page.locator(picture.only).first
        there.scroll_into_view_if_needed()
        settled(page)
        taken = there.screenshot()
    page.context.close()
    return taken


def take_all(project: Path | None, pictures: Mapping[str, Picture], out: Path) -> None:
    """Start a dashboard, on a project or on none, and take pictures of it into a folder."""
    with serving(*dashboard(*([] if project is None else [str(project)]))) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, picture in pictures.items():
            file = out / f"{name}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(take(browser, address, picture))
            print(file, flush=True)
        browser.close()


def main() -> None:
    """Take those that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TREE / "docs" / "images")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    chosen = parser.parse_args()
    of_sample = {**PICTURES, **CHARTS}
    more = {**BARE, **PINNED, **FIGURES}
    names = chosen.names or [*of_sample, *more]
    if unknown := {*names} - {*of_sample, *more}:
        parser.error(f"no such picture: {', '.join(sorted(unknown))}")
    for name, figure in FIGURES.items():
        if name in names:
            file = str(chosen.out / f"{name}.svg")
            asked = ["figure", figure[0], str(SAMPLE), *figure[1:], "--dataset", "news", "--size", "wide", "-o", file]
            cli.main(asked, standalone_mode=False)
    if sample := {name: picture for name, picture in of_sample.items() if name in names}:
        take_all(SAMPLE, sample, chosen.out)
    if {*BARE} & {*names}:
        take_all(None, BARE, chosen.out)
    if pinned := {name: picture for name, picture in PINNED.items() if name in names}:
        with TemporaryDirectory() as folder:
            own = copytree(SAMPLE.parent, Path(folder) / "sample")
            cli.main(["findings", str(own), "--dataset", "news", "--write"], standalone_mode=False)
            take_all(own / SAMPLE.name, pinned, chosen.out)


if __name__ == "__main__":
    main()
