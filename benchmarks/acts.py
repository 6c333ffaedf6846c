"""What an act costs the server: seconds of CPU for one more run of every page, and the memory of many sessions.

    python -m benchmarks.acts [--runs 20] [--sessions 500] [PROJECT]

A run is that of Streamlit's own test harness, without network and browser, over the sample unless a project is named.
The first run of a page is left out: it reads, counts and draws. Memory is the resident memory of the process after so
many sessions that each looked at one page, with garbage collected every hundred.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

from benchmarks.machine import resident
from cwsdiag.files import sample_project, site_folder
from cwsdiag.ui.host.server import ServerSettings, started_with
from cwsdiag.ui.shell.navigation import PAGES

ROUTER = Path(__file__).parents[1] / "cwsdiag" / "ui" / "main.py"


def opened(page: str) -> AppTest:
    """Return a page as somebody sees it who came to it."""
    app = AppTest.from_file(str(ROUTER), default_timeout=300).run()
    file = site_folder() / "pages" / f"{page}.py"
    return app.switch_page(str(file)).run() if file.exists() else app


def runs(page: str, number: int) -> list[float]:
    """Return the seconds of CPU of each further run of a page."""
    app, found = opened(page), []
    for _ in range(number):
        started = time.process_time()
        app.run()
        found.append(time.process_time() - started)
    return found


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", nargs="?", type=Path, default=sample_project())
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--sessions", type=int, default=500)
    chosen = parser.parse_args()
    with started_with(ServerSettings(chosen.project)):
        _measure(chosen)


def _measure(chosen: argparse.Namespace) -> None:
    print("| page | CPU of a further run, median ms | range ms |\n|---|---|---|")
    for page in PAGES:
        seconds = runs(page, chosen.runs)
        low, middle, high = (1000 * one for one in (min(seconds), statistics.median(seconds), max(seconds)))
        print(f"| {page} | {middle:.0f} | {low:.0f} to {high:.0f} |", flush=True)
    if not chosen.sessions:
        return
    print("\n| sessions | memory MiB |\n|---|---|")
    gc.collect()
    names = list(PAGES)
    for number in range(chosen.sessions + 1):
        if number % 100 == 0:
            gc.collect()
            print(f"| {number} | {resident(os.getpid()):.0f} |", flush=True)
        opened(names[number % len(names)])


if __name__ == "__main__":
    main()
