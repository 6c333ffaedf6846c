"""Buttons that save tables as papers print them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.report.latex import latex_table
from cwsdiag.report.printed import printed_csv
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.report.printed import PrintedTable

    # A table, and where its numbers come from.
    Made = tuple[PrintedTable, str]


def as_latex(made: Made) -> str:
    """Return a table as LaTeX, with its signature."""
    return latex_table(*made)


def as_csv(made: Made) -> str:
    """Return a table as CSV, which has no place for a signature."""
    return printed_csv(made[0])


_WAYS = (("tex", "LaTeX", "application/x-tex", as_latex), ("csv", "CSV", "text/csv", as_csv))


def downloads(names: Mapping[str, str], make: Callable[[str], Made], *, key: str) -> None:
    """Draw a button for each table and format.

    Args:
        names: of the tables, each with what its buttons call it.
        make: makes a table by its name, once its button is clicked: no page is run then that would know the address.
        key: of the buttons.
    """

    def written(name: str, write: Callable[[Made], str]) -> str:
        return write(make(name))

    with st.container(horizontal=True, key=key):
        for name, called in names.items():
            for end, format, mime, write in _WAYS:
                widgets.download(
                    _("{table} as {format}", table=translated(called), format=format),
                    data=partial(written, name, write),
                    name=f"{name}.{end}",
                    mime=mime,
                    key=f"{key} {name} {end}",
                    help=_("The table as papers print it; in English."),
                )
