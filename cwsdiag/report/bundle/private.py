"""Which datasets of a project have a gold that its board keeps private: of these a report shows no word."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.board.tasks import sentence_lines
from cwsdiag.exhibits import Where

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cwsdiag.exhibits import Scene
    from cwsdiag.exhibits.scenes import Scenes
    from cwsdiag.project import Project


class WithheldScenes:
    """The scenes of others, of which some withhold their gold."""

    def __init__(self, scenes: Scenes, names: Collection[str]) -> None:
        """Look at nothing yet.

        Args:
            scenes: where they come from.
            names: the datasets whose gold is private.
        """
        self._scenes, self._private = scenes, frozenset(names)
        self._made: dict[Where, Scene] = {}

    @property
    def names(self) -> Sequence[str]:
        """The datasets there are, in order."""
        return self._scenes.names

    def scene(self, where: Where) -> Scene:
        """Return a dataset as it is looked at, one whose gold is private without it."""
        if where not in self._made:
            found = self._scenes.scene(where)
            self._made[where] = replace(found, withholds_gold=True) if found.name in self._private else found
        return self._made[where]


def private_datasets(project: Project, scenes: Scenes) -> list[str]:
    """Return the names of the datasets whose gold holds all sentences of a private gold of the project's board.

    Args:
        project: which may have a board.
        scenes: its datasets.

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
    lines = {name: set(sentence_lines(scenes.scene(Where(name)).results.dataset.gold)) for name in scenes.names}
    return [name for name, own in lines.items() if any(gold <= own for gold in private)]
