"""Charts made ready to leave the page: for a column of a paper, for its whole width, for a slide."""

from cwsdiag.figures.legends import Entry
from cwsdiag.figures.paper.making import on_paper
from cwsdiag.figures.paper.sizes import SIZES, Size

__all__ = ["SIZES", "Entry", "Size", "on_paper"]
