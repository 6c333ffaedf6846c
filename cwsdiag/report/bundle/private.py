"""Which datasets of a project have a gold that its board keeps private: of these a report shows no word."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.board.tasks import sentence_lines
from cwsdiag.exhibits import Where

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cwsdiag.exhibits import Look
    from cwsdiag.exhibits.looks import Looks
    from cwsdiag.project import Project


class WithheldLooks:
    """The looks of others, of which some withhold their gold."""

    def __init__(self, looks: Looks, names: Collection[str]) -> None:
        """Look at nothing yet.

        Args:
            looks: where they come from.
            names: the datasets whose gold is private.
        """
        self._looks, self._private = looks, frozenset(names)
        self._made: dict[Where, Look] = {}

    @property
    def names(self) -> Sequence[str]:
        """The datasets there are, in order."""
        return self._looks.names

    def look(self, where: Where) -> Look:
        """Return a dataset as it is looked at, one whose gold is private without it."""
        if where not in self._made:
            found = self._looks.look(where)
            self._made[where] = replace(found, withholds_gold=True) if found.name in self._private else found
        return self._made[where]


def private_datasets(project: Project, looks: Looks) -> list[str]:
    """Return the names of the datasets whose gold holds all sentences of a private gold of the project's board.

    Args:
        project: which may have a board.
        looks: its datasets.

    Raises:
        BoardError: there is a board, and it cannot be read.
        CwsdiagError: a dataset cannot be read.
    """
    if project.board is None or not project.board.exists():
        return []
    board = Board(project.board, create=False)
    private = [
        set(board.material(task.name, (), owner=True).gold.data.decode("utf-8", "surrogatepass").split("\n")[:-1])
        for task in board.tasks()
        if not task.open_gold
    ]
    if not private:
        return []
    lines = {name: set(sentence_lines(looks.look(Where(name)).dataset.gold)) for name in looks.names}
    return [name for name, own in lines.items() if any(gold <= own for gold in private)]
