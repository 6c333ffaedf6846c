"""The lines of systems, told apart by their dashes as well as by colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cwsdiag.charts.looks import Look

# Of the size of the type.
_THIN, _THICK = 0.14, 0.22
# Dashes by what a look calls them, in widths of the line.
_DASHES = {"dash": (3.0, 2.0), "dot": (1.0, 1.5), "dashdot": (3.0, 1.5, 1.0, 1.5), "longdashdot": (6.0, 1.5, 1.0, 1.5)}


def stroke(look: Look, size: float, *, thick: bool | None = None) -> dict[str, str]:
    """Return how the line of a system is drawn, as attributes.

    Args:
        look: of the system.
        size: of the type beside it.
        thick: whether the line is to stand out; those of A and B do without it.
    """
    wide = (_THICK if (bool(look.role) if thick is None else thick) else _THIN) * size
    dashes = " ".join(f"{part * wide:.1f}" for part in _DASHES.get(look.dash, ()))
    return {"stroke": look.colour, "stroke_width": f"{wide:.2f}"} | ({"stroke_dasharray": dashes} if dashes else {})
