"""A million gold words on the pages: what the first figure and each act take, and the memory of the server.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.million_pages [--words 1000000] [--systems 10] [--training 10000000] \
        [--runs 3] [--before FOLDER]

The data are those of ``benchmarks.million``. A run is that of Streamlit's own test harness in a process of its own,
without network and browser: one visitor who opens the project and then does one act after the other, each on what the
ones before have left. Seconds are those until the page is drawn; CPU is that of the process meanwhile, what goes on in
the background (paired tests) among it. ``--before`` names a checkout of an earlier state, which is run in turn with
this one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

TREE = Path(__file__).parents[1]
# What is done, on which page, and what its address says then.
ACTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("open the project: first figure", "summary", {}),
    ("Diagnosis", "diagnosis", {}),
    ("bucket → words", "diagnosis", {"attribute": "wLen", "bucket": "1"}),
    ("another bucket", "diagnosis", {"attribute": "wLen", "bucket": "0"}),
    ("bucket of characters", "diagnosis", {"attribute": "cCon", "bucket": "1"}),
    ("only what A gets wrong", "diagnosis", {"attribute": "wLen", "bucket": "1", "show": "wrong"}),
    ("all words", "diagnosis", {"attribute": "all"}),
    ("another word", "diagnosis", {"word": "的"}),
    ("search", "diagnosis", {"text": "的"}),
    ("two conditions", "diagnosis", {"where": "wLen:1,wFre:1"}),
    ("kind of error", "diagnosis", {"shape": "split"}),
    ("columns of attributes", "diagnosis", {"columns": "wLen,wFre"}),
    ("patterns", "diagnosis", {"list": "patterns"}),
    ("panels", "diagnosis", {"part": "panels"}),
    ("Sentences", "sentences", {}),
    ("another sentence", "sentences", {"sentence": "50"}),
    ("back to Summary", "summary", {}),
)


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * 4096 / 2**20


def _shown(app: AppTest, page: str, selection: dict[str, str]) -> None:
    from cwsdiag.files import site_folder

    app.switch_page(str(site_folder() / "pages" / f"{page}.py"))
    app.query_params.clear()
    for key, value in selection.items():
        app.query_params[key] = value
    app.run()
    if app.exception:
        raise SystemExit(f"{page} {selection}: {app.exception[0].value}")
    if any("cw-box cw-error" in one.proto.body for one in app.get("html")):
        raise SystemExit(f"{page} {selection}: the page says that something went wrong")


def one_visit(project: str) -> None:
    """Do all acts once in this process, and print seconds, CPU seconds and resident MiB of each as lines of JSON."""
    from streamlit.testing.v1 import AppTest

    import cwsdiag
    from cwsdiag.ui.host import server

    server._handed_over.append(server.ServerSettings(Path(project)))

    app = AppTest.from_file(str(Path(cwsdiag.__file__).parent / "ui" / "main.py"), default_timeout=1200)
    for _name, page, selection in ACTS:
        began, used = time.perf_counter(), time.process_time()
        _shown(app, page, selection)
        print(json.dumps([time.perf_counter() - began, time.process_time() - used, _resident()]), flush=True)
    print(json.dumps([0, 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def visit(tree: Path, project: Path) -> list[list[float]]:
    """Return what ``one_visit`` prints on the code of a tree; last of all the peak of memory."""
    # Without the folder of this file on the path: numba would take its coverage.py for another package.
    arguments = [sys.executable, "-P", str(Path(__file__).resolve()), "--project", str(project)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(tree.resolve()), "CWSDIAG_DATA": folder}
        done = subprocess.run(
            arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
        )
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--systems", type=int, default=10)
    parser.add_argument("--training", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "cwsdiag-million")
    parser.add_argument("--project", type=Path, help="this one, once, in this process")
    given = parser.parse_args()
    if given.project is not None:
        one_visit(str(given.project))
        return
    from benchmarks.million import make

    made = make(given.data, words=given.words, systems=given.systems, training=given.training)
    trees = {"before": given.before, "after": TREE}
    found: dict[str, list[list[list[float]]]] = {name: [] for name in trees}
    for _ in range(given.runs):
        for name, tree in trees.items():
            if tree is not None:
                found[name].append(visit(tree, made.project))
    print("| act | before: s | CPU s | MiB | after: s | CPU s | MiB |\n|---|---|---|---|---|---|---|")
    for number, name in enumerate([*(act for act, _page, _selection in ACTS), "peak"]):
        cells = [
            f"{statistics.median(one[number][figure] for one in runs):.{digits}f}"
            if runs and (figure == 2 or name != "peak")
            else "–"
            for runs in found.values()
            for figure, digits in ((0, 2), (1, 2), (2, 0))
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
