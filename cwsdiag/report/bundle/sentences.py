"""The sentence that stands for a finding, drawn as a ribbon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.figures.drawn.ribbons import ribbon_svg
from cwsdiag.languages import _
from cwsdiag.views.ribbons import ribbon_of

if TYPE_CHECKING:
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.figures.drawn.sheets import Sheet
    from cwsdiag.figures.theme import Ground


def example_svg(exhibit: Exhibit, sheet: Sheet, ground: Ground) -> str | None:
    """Return the example sentence of an exhibit as an SVG of its own, None where there is none or gold is private.

    Args:
        exhibit: whose sentence it is.
        sheet: what it is drawn on.
        ground: light or dark.
    """
    found = None if exhibit.scene.withholds_gold else exhibit.example()
    if found is None:
        return None
    dataset, colours = exhibit.scene.results.dataset, exhibit.scene.colours
    ribbon = ribbon_of(
        dataset.gold,
        {role: dataset.system(name) for role, name in found.systems.items()},
        found.sentence,
        aim=found.aim,
        colours={role: colours[name] for role, name in found.systems.items()},
    )
    title = _("Sentence {number:,} of {dataset}", number=found.sentence + 1, dataset=exhibit.scene.name)
    return ribbon_svg(ribbon, sheet=sheet, ground=ground, title=title)
