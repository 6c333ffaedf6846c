"""How long people wait, and what jumps: measured in a real browser on real text, medians of twenty.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.browser [--times 20] [--tree DIR] [PART ...]

Parts are ``start``, ``small``, ``large``, ``empty``, ``plain`` and ``shift``; all of them where none is named.
``--tree`` measures the code of another checkout, so that two states can be measured in turn.

An act counts from the press, as the browser dates it, to the frame in which the last text, mark or table cell that it
changes has been painted: ``benchmarks/painted.js`` looks after each change, in shadow roots too. Beside it stands when
the browser had told the server, and when the last message of the server had come: what is left after that is the
browser's. Starts count from the start of the process, or from the address typed, to the first figure.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from benchmarks.dashboard import (
    FIGURE,
    SUMMARY,
    SYSTEMS,
    TREE,
    chromium,
    click,
    columns,
    dashboard,
    load,
    middle,
    rest,
    serving,
    shown,
    timed,
    visitor,
    write_project,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from benchmarks.dashboard import Act

SIZES = {"small": (1, 1, "5 systems × 12,012 words", "0.2"), "large": (10, 2, "10 systems × 120,120 words", "0.25")}
PARTS = ("start", "small", "large", "empty", "plain", "shift")
# The rows of words and slices that are clicked: the first word is chosen from the start, and the second slice.
ROWS, SLICES = (4, 0), (3, 1)
FILTERS = ("right in A", "all ")
CHARACTERS = "中国人大在一上年不有"
TABLE = "[...document.querySelectorAll('.st-key-words *')].some(part => part.shadowRoot?.querySelector('td'))"
EMPTY_APP = """import streamlit as st
st.session_state.setdefault("presses", 0)
def press(): st.session_state.presses += 1
st.button("Press", on_click=press)
st.html(f"<p>{st.session_state.presses} presses</p>")
"""


_NOT_PRESSED = "document.body.innerText.includes('0 presses')"


def at(address: str, page: str, **more: str) -> str:
    """Return the address of a page on the dataset."""
    return f"{address}/{page}?dataset=real" + "".join(f"&{key}={value}" for key, value in more.items())


def repeated(
    page: Page, times: int, act: Callable[[int], None], *, before: Callable[[int], None] = lambda _: None
) -> list[Act]:
    """Measure an act, each time after what leads to it; the first time is left out."""
    found = []
    for number in range(times + 1):
        before(number)
        rest(page)
        found.append(timed(page, lambda number=number: act(number)))
    return found[1:]


def diagnosis(page: Page, address: str, times: int) -> dict[str, list[Act]]:
    """Measure the acts on Diagnosis: from slice or bucket to words, from word to sentence, filter and search."""
    shown(page, at(address, "diagnosis", part="panels"), FIGURE)
    rest(page)
    there = [column for column in columns(page) if column.y < 600]
    found = {"bucket → its words": repeated(page, times, lambda number: click(page, there[3 * number % len(there)]))}
    shown(page, at(address, "diagnosis"), TABLE)
    slices, table = (page.locator(f".st-key-{key} tbody tr") for key in ("slices", "words"))

    def slice_of(number: int) -> None:
        slices.nth(SLICES[number % 2]).locator("td").first.click()

    def word_of(number: int) -> None:
        table.nth(ROWS[number % 2]).locator("td").first.click()

    found["slice → its words"] = repeated(page, times, slice_of)
    found["other word → sentence"] = repeated(page, times, word_of)
    show, search = page.get_by_role("combobox", name="Show"), page.get_by_placeholder("Search /")

    def choose(number: int) -> None:
        page.get_by_role("option", name=re.compile(f"^{FILTERS[number % 2]}")).click()

    def type_in(number: int) -> None:
        search.fill(CHARACTERS[number % len(CHARACTERS)])

    found["filter"] = repeated(page, times, choose, before=lambda _: show.click())
    # Among all words, each of the characters is found.
    shown(page, at(address, "diagnosis", attribute="all"), TABLE)
    return found | {"search": repeated(page, times, lambda _: search.press("Enter"), before=type_in)}


def sentences(page: Page, address: str, times: int) -> dict[str, list[Act]]:
    """Measure the way to the next sentence."""
    shown(page, at(address, "sentences"), "!!document.querySelector('.st-key-ribbon')")
    following = page.get_by_role("button", name="Next")
    return {"next sentence": repeated(page, times, lambda _: following.click())}


def pair(page: Page, address: str, times: int) -> dict[str, list[Act]]:
    """Measure the acts on the page of two systems."""
    shown(page, at(address, "diagnosis", system=SYSTEMS[0], other=SYSTEMS[1]), FIGURE)
    box = page.get_by_role("combobox", name="System B", exact=True)
    swap = page.locator(".st-key-swap button").first

    def option(number: int) -> None:
        page.get_by_role("option", name=re.compile(f"{SYSTEMS[1 + number % 4]}$")).click()

    def open_box(_: int) -> None:
        box.click()

    # The first one to choose is another than the one that is shown.
    found = {"other B": repeated(page, times, lambda number: option(number + 1), before=open_box)}
    return found | {"swap": repeated(page, times, lambda _: swap.click())}


def acts(browser: Browser, address: str, times: int) -> dict[str, list[Act]]:
    """Measure all acts on a dashboard."""
    page = visitor(browser)
    found = diagnosis(page, address, times) | sentences(page, address, times) | pair(page, address, times)
    page.context.close()
    return found


def starts(browser: Browser, arguments: tuple[str, ...], path: str, wanted: str, times: int, tree: Path) -> None:
    """Print how long it takes until something is there: from the start of the process, and for a further visitor."""
    cold, further = [], []
    for _ in range(times):
        started = time.perf_counter()
        with serving(*arguments, tree=tree) as address:
            for found in (cold, further):
                page = visitor(browser)
                shown(page, address + path, wanted)
                found.append(time.perf_counter() - started)
                rest(page)
                page.context.close()
                started = time.perf_counter()
    print(f"| cold start | {middle(cold)} |\n| a further visitor | {middle(further)} |", flush=True)


def print_acts(found: dict[str, list[Act]], aim: str) -> None:
    """Print a table of acts."""
    print("| act | painted whole, median s | range s | begins | sent | last message | messages, kB | aim s |")
    print("|---|---|---|---|---|---|---|---|")
    for name, each in found.items():
        begins, sent, came = (
            statistics.median(getattr(act, what) for act in each) for what in ("begins", "sent", "came")
        )
        messages = statistics.median(act.messages for act in each)
        size = statistics.median(act.bytes for act in each) / 1000
        print(
            f"| {name} | {middle([act.whole for act in each])} | {begins:.2f} | {sent:.2f} | {came:.2f} "
            f"| {messages:.0f}, {size:.0f} | {aim} |",
            flush=True,
        )


def empty(browser: Browser, folder: Path, times: int, tree: Path) -> None:
    """Print the same of an app of one button and a text, under the same settings: Streamlit's own share."""
    app = folder / "empty.py"
    app.write_text(EMPTY_APP, "utf-8")
    run = streamlit_run(app)
    starts(browser, run, "", _NOT_PRESSED, times, tree)
    with serving(*run, tree=tree) as address:
        page = visitor(browser)
        shown(page, address, _NOT_PRESSED)
        print()
        print_acts({"button → text": pressed(page, "Press", times)}, "")


def plain(browser: Browser, times: int, tree: Path) -> None:
    """Print what acts take in an app with as many elements as a page of the dashboard, and nothing behind them."""
    run = streamlit_run(Path(__file__).with_name("plain_app.py"))
    starts(browser, run, "/figure", FIGURE, times, tree)
    with serving(*run, tree=tree) as address:
        page = visitor(browser)
        shown(page, address, _NOT_PRESSED)
        found = {"button → text and table": pressed(page, "Press", times)}

        def there(_: int) -> None:
            shown(page, f"{address}/figure", FIGURE)

        button = page.get_by_role("button", name="To the words")
        found["button → another page"] = repeated(page, times, lambda _: button.click(), before=there)
        print()
        print_acts(found, "")


def streamlit_run(app: Path) -> tuple[str, ...]:
    """Return the arguments that run an app under the settings of the dashboard on any free port."""
    settings = ("runner.postScriptGC=false", "runner.magicEnabled=false", "server.headless=true")
    options = (*(f"--{one}" for one in settings), "--browser.gatherUsageStats=false", "--server.address=127.0.0.1")
    return ("-m", "streamlit", "run", str(app), *options, "--server.port=0")


def pressed(page: Page, label: str, times: int) -> list[Act]:
    """Measure presses of a button."""
    button = page.get_by_role("button", name=label, exact=True)
    return repeated(page, times, lambda _: button.click())


def shift(browser: Browser, tree: Path) -> None:
    """Print how much of each page jumps on somebody's first visit, over the sample."""
    names = sorted(path.stem for path in (tree / "pages").glob("*.py"))
    print("| page | layout shift |\n|---|---|")
    with serving(*dashboard(str(tree.resolve() / "sample_data" / "project.toml")), tree=tree) as address:
        for name in names:
            page = visitor(browser)
            shown(page, f"{address}/{name}?dataset=news", "!!document.querySelector('.st-key-page')")
            rest(page)
            print(f"| {name} | {page.evaluate('cwsShift'):.2f} |", flush=True)
            page.context.close()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--tree", type=Path, default=TREE, help="folder of the code under test")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    parts, times, tree = chosen.parts or PARTS, chosen.times, chosen.tree
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, browser = Path(name), chromium(playwright)
        projects = {
            part: write_project(folder / part, times=SIZES[part][0], copies=SIZES[part][1])
            for part in SIZES
            if part in parts or (part == "small" and "start" in parts)
        }
        if "start" in parts:
            print(f"\n## To the first figure, {SIZES['small'][2]}\n\n| what | median s | range s |\n|---|---|---|")
            starts(browser, dashboard(str(projects["small"])), "/summary?dataset=real", SUMMARY, times, tree)
        for part, (_, _, label, aim) in SIZES.items():
            if part in parts:
                print(f"\n## {label}\n")
                with serving(*dashboard(str(projects[part])), tree=tree) as address:
                    print_acts(acts(browser, address, times), aim)
        if "empty" in parts:
            print("\n## An app of one button and a text\n\n| what | median s | range s |\n|---|---|---|")
            empty(browser, folder, times, tree)
        if "plain" in parts:
            print("\n## A plain app of as many elements\n\n| what | median s | range s |\n|---|---|---|")
            plain(browser, times, tree)
        if "shift" in parts:
            print("\n## What jumps on the first visit\n")
            shift(browser, tree)
        browser.close()
    print(f"\n{load()}")


if __name__ == "__main__":
    main()
