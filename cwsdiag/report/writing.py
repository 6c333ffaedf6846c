"""The folder of a report: its page, its slides, its figures, its tables and all numbers, each file written whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Lock
from zipfile import ZIP_DEFLATED, ZipFile

from cwsdiag.charts.theme import WIDE
from cwsdiag.exhibits.exhibit import Exhibit, slug
from cwsdiag.exhibits.registry import made
from cwsdiag.files import save_all
from cwsdiag.parallel import processes
from cwsdiag.progress import StepListener
from cwsdiag.report.contents import Contents, Drawings
from cwsdiag.report.html.page import report_html
from cwsdiag.report.pptx import report_pptx
from cwsdiag.report.results import project_results, results_json

Files = dict[str, bytes]

# Steps of a report that are under way together.
_AT_ONCE = 4
# There is one Chromium, and as many processes as processors: on a server one report is made at a time.
_turn = Lock()


@dataclass(frozen=True)
class Report:
    """The files of a report.

    Attributes:
        files: by their path within the folder, with ``/``.
        problems: what could not be made, and why; nothing else is missing.
    """

    files: Files
    problems: Sequence[str]

    def zipped(self, folder: str) -> bytes:
        """Return all files as one zip, in a folder of this name."""
        file = BytesIO()
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            for name, data in self.files.items():
                archive.writestr(f"{folder}/{name}", data)
        return file.getvalue()


def report_of(contents: Contents, *, figures: bool = True, progress: StepListener = lambda done, total: None) -> Report:
    """Make a report, in the language of the moment.

    Args:
        contents: the findings, and the datasets that they are of.
        figures: whether figures are drawn as files, which takes a Chromium for charts.
        progress: called with how many steps are done, and how many there are.
    """
    files: Files = {}
    # What one step has drawn the processes make into files while the next is drawn.
    with (
        _turn,
        ThreadPoolExecutor(_AT_ONCE) as threads,
        processes() if figures else nullcontext() as converting,
    ):
        drawings = Drawings(converting)
        entries = dict(zip(contents.stems, contents.entries, strict=True))
        steps: list[Callable[[], Files]] = [
            lambda: {"report.pptx": report_pptx(contents, drawings)},
            *(partial(_figures, one.exhibit, stem, drawings) for stem, one in entries.items() if figures),
            lambda: {"results.json": results_json(project_results(contents.looks)).encode("utf-8", "replace")},
            lambda: _tables(contents),
            lambda: {"report.html": report_html(contents).encode("utf-8", "replace")},
        ]
        # In the language of the moment: a thread has none of its own.
        asked = [threads.submit(copy_context().run, step) for step in steps]
        for done, step in enumerate(asked, start=1):
            files.update(step.result())
            progress(done, len(steps))
    return Report(files, drawings.problems)


def _tables(contents: Contents) -> Files:
    """Return the numbers of all findings, and the scores of all systems of each dataset, as CSV and LaTeX."""
    exhibits = {stem: one.exhibit for stem, one in zip(contents.stems, contents.entries, strict=True)}
    for number, look in enumerate(contents.looks, start=1):
        exhibits[f"scores-{number}-{slug(look.name)}".rstrip("-")] = made(look, "scores", {})
    files = {}
    for stem, exhibit in exhibits.items():
        table = exhibit.table
        if table is not None:
            files[f"tables/{stem}.csv"] = table.csv()
        if table:
            files[f"tables/{stem}.tex"] = replace(table, caption=exhibit.caption).latex(stem, exhibit.signature)
    return {name: text.encode("utf-8", "replace") for name, text in files.items()}


def _figures(exhibit: Exhibit, stem: str, drawings: Drawings) -> Files:
    """Return the chart and the sentence of an exhibit as SVG, PDF and PNG, for two columns of a paper."""
    files = dict(drawings.files(drawings.figure(exhibit, WIDE), stem))
    # The figure of a sentence is the sentence.
    if exhibit.content.svg is None:
        files |= drawings.files(drawings.figure(exhibit, WIDE, title="", show="ribbon"), f"{stem}-example")
    return files


def write_report(report: Report, folder: Path) -> list[str]:
    """Write the files of a report; each is there whole or as it was before, and no other file is touched.

    Args:
        report: what is written.
        folder: where; it is made where it is not there.

    Returns:
        The other files that lie where its figures and tables do, such as those of a report before, in order.

    Raises:
        ReadError: it is a file, or cannot be written.
    """
    save_all(folder, report.files)
    beside = {f"{part}/{path.name}" for part in ("figures", "tables") for path in (folder / part).glob("*")}
    return sorted(beside - report.files.keys())
