"""The colour of each system: one over all datasets of a project, whatever a session hides, renames or chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP
from cwsdiag.charts import theme
from cwsdiag.ui.data.file import model_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cwsdiag.ui.data.catalogue import Entry


def siblings(entries: Iterable[Entry], origin: str) -> list[Entry]:
    """Return the datasets that share their colours: those of one project, or what was uploaded."""
    return [entry for entry in entries if entry.origin == origin]


def of_models(entries: Collection[Entry]) -> dict[str, str]:
    """Return colours by the names that the project gives, in the order in which its datasets name the systems."""
    models = [model_of(file) for entry in entries for file in entry.files.systems]
    return theme.system_colours([*models, BASE, TOP], baselines=(BASE, TOP))


def of_names(entries: Collection[Entry], here: Entry) -> dict[str, str]:
    """Return colours by what this session calls the systems.

    Args:
        entries: the datasets that share their colours.
        here: the one among them that is looked at: a name that another dataset has for another system is its own.
    """
    colours = of_models(entries)
    called: dict[str, list[str]] = {model: [] for model in colours}
    own = {file.name for file in here.files.systems}
    for entry in entries:
        for file in entry.files.systems:
            if entry is here or file.name not in own:
                called[model_of(file)].append(file.name)
    for line in (BASE, TOP):
        called[line].append(line)
    return {name: colour for model, colour in colours.items() for name in called[model]}
