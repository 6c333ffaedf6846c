"""Charts made ready to leave the page: for a column of a paper, for its whole width, for a slide."""

from cwsdiag.charts.legends import Entry
from cwsdiag.charts.paper.making import on_paper
from cwsdiag.charts.paper.sizes import SIZES, Size

__all__ = ["SIZES", "Entry", "Size", "on_paper"]
