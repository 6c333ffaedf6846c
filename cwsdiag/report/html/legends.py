"""The legend of a chart as HTML draws it: a small picture of each mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from cwsdiag.exhibits import Mark

# In a square of 14: as Plotly draws its symbols.
_FORMS = {
    "circle": '<circle cx="7" cy="7" r="5"/>',
    "square": '<rect x="2.5" y="2.5" width="9" height="9"/>',
    "diamond": '<path d="M7 1l6 6-6 6-6-6z"/>',
    "triangle-up": '<path d="M7 2l6 10H1z"/>',
    "triangle-down": '<path d="M7 12L1 2h12z"/>',
    "triangle-right": '<path d="M12 7L2 13V1z"/>',
    "triangle-left": '<path d="M2 7l10-6v12z"/>',
    "cross": '<path d="M5 1h4v4h4v4H9v4H5V9H1V5h4z"/>',
}
_DASHES = {"dash": "5 3", "dot": "2 2", "dashdot": "5 2 1 2", "longdashdot": "7 2 1 2"}
_BAR = '<rect x="3" y="1" width="8" height="12"/>'


def mark_picture(mark: Mark) -> Markup:
    """Return a mark, a line or a bar of a figure as a picture that stands beside its meaning."""
    if mark.symbol:
        drawn = _symbol(mark.symbol, mark.colour)
    elif mark.dash:
        drawn = Markup('<path d="M0 7h14" stroke="{}" stroke-width="2.5" stroke-dasharray="{}"/>').format(
            mark.colour, _DASHES.get(mark.dash, "none")
        )
    else:
        drawn = Markup('<g fill="{}">{}</g>').format(mark.colour, Markup(_BAR))
    return Markup('<svg class="mark" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">{}</svg>').format(
        drawn
    )


def _symbol(name: str, colour: str) -> Markup:
    form = Markup(_FORMS.get(name.removesuffix("-open"), _FORMS["circle"]))
    if name.endswith("-open"):
        return Markup('<g fill="none" stroke="{}" stroke-width="1.8">{}</g>').format(colour, form)
    return Markup('<g fill="{}">{}</g>').format(colour, form)
