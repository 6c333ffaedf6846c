"""Which datasets of a project have a gold that its board keeps private: of these a report shows no word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.board.tasks import sentence_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.dataset import Dataset
    from cwsdiag.project import Project


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
