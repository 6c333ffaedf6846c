"""What a report holds: findings as they are now, all datasets that its numbers are of, and the pictures of both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from cwsdiag.board import Board
from cwsdiag.board.tasks import sentence_lines
from cwsdiag.charts.theme import Size
from cwsdiag.dataset import Dataset
from cwsdiag.errors import CwsdiagError, DrawingError
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.exhibits.looks import Looks, ProjectLooks
from cwsdiag.findings import Finding, Lost, Shown, findings_path, read_file, shown, slides
from cwsdiag.findings.proposals import proposed as proposed_findings
from cwsdiag.languages import _
from cwsdiag.project import Project
from cwsdiag.report.files import pdf_of, picture_of, png_of
from cwsdiag.views.look import Look, LookKey, PrivateLook

# Of the name of a file; 255 is what disks hold, and endings come behind it.
_MOST_BYTES = 200


@dataclass(frozen=True, eq=False)
class Contents:
    """What a report holds.

    Attributes:
        title: of the whole.
        made: when.
        entries: the findings that can be shown, in order.
        missing: title of each finding that cannot, and why.
        looks: every dataset, as it is where nobody chose.
        unread: name of each dataset that cannot be read, and why.
        proposed: whether the findings come from rules, and nobody has chosen them.
    """

    title: str
    made: datetime
    entries: Sequence[Shown]
    missing: Sequence[tuple[str, CwsdiagError]]
    looks: Sequence[PrivateLook]
    unread: Sequence[tuple[str, CwsdiagError]]
    proposed: bool = False

    @property
    def stems(self) -> list[str]:
        """The names of each entry's files without an ending, as any disk can hold them; Chinese takes three bytes."""
        stems = (f"{number:02d}-{one.exhibit.stem}" for number, one in enumerate(self.entries, start=1))
        return [stem.encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore").rstrip("-") for stem in stems]

    @property
    def day(self) -> str:
        """When it was made: ``2026-11-22``."""
        return self.made.date().isoformat()

    @property
    def withheld(self) -> list[str]:
        """The names of datasets whose gold is private."""
        return [look.name for look in self.looks if not isinstance(look, Look)]


def contents_of(title: str, findings: Sequence[Finding], looks: Looks, *, proposed: bool = False) -> Contents:
    """Return what a report of some findings holds; nothing of it is drawn yet.

    Args:
        title: of the whole.
        findings: in order; there may be none.
        looks: where their datasets come from.
        proposed: whether they come from rules.
    """
    every = shown(findings, looks)
    missing = [(one.finding.title, one.problem) for one in every if isinstance(one, Lost)]
    read, unread = [], []
    for name in looks.names:
        try:
            read.append(looks.look(LookKey(name)))
        except CwsdiagError as error:
            unread.append((name, error))
    now = datetime.now(UTC).replace(microsecond=0)
    return Contents(title, now, slides(every), missing, read, unread, proposed)


def project_contents(project: Project, *, findings: Sequence[Finding] | None, title: str, open_gold: bool) -> Contents:
    """Return what a report of a project holds, in the language of the moment.

    Args:
        project: whose datasets it is about.
        findings: what is reported; those that lie beside the project without them, else what the rules propose.
        title: what it is of; the name of the project's folder without one.
        open_gold: whether words are shown of a gold that the project's board keeps private.

    Raises:
        CwsdiagError: the findings or the board cannot be read; or without findings, a dataset.
    """
    looks = ProjectLooks(project, None if open_gold else private_gold(project))
    beside = findings_path(project.path)
    if findings is None and beside.exists():
        findings = read_file(beside)
    chosen = proposed_findings(looks) if findings is None else findings
    name = title or beside.resolve().parent.name
    return contents_of(_("Findings: {name}", name=name), chosen, looks, proposed=findings is None)


def private_gold(project: Project) -> Callable[[Dataset], bool] | None:
    """Return what tells whether the gold of a dataset holds all sentences of a private gold of the project's board.

    None where the board, if there is one, keeps none private.

    Raises:
        BoardError: there is a board, and it cannot be read.
    """
    if project.board is None or not project.board.exists():
        return None
    board = Board(project.board, create=False)
    private = [
        set(board.material(task.name, (), owner=True).gold.data.decode("utf-8", "surrogatepass").split("\n")[:-1])
        for task in board.tasks()
        if not task.open_gold
    ]

    def is_private(dataset: Dataset) -> bool:
        own = set(sentence_lines(dataset.gold))
        return any(gold <= own for gold in private)

    return is_private if private else None


T = TypeVar("T")


class Drawings:
    """Draws pictures, and remembers why it could not."""

    def __init__(self, processes: Executor | None = None) -> None:
        """Draw nothing yet.

        Args:
            processes: make PNG and PDF. Without them it is done here, and no charts are drawn, which takes a Chromium.
        """
        self.problems: list[str] = []
        self._processes = processes

    def figure(self, exhibit: Exhibit, size: Size, *, title: str | None = None, show: str = "figure") -> str | None:
        """Return the picture of an exhibit as SVG; None where there is none, or it cannot be drawn."""
        content = exhibit.content
        if show != "ribbon" and content.chart is not None:
            if self._processes is None:
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
