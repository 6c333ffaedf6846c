"""Buttons that save tables as papers print them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.output.table import Table

    # A table, and where its numbers come from.
    Made = tuple[Table, str]


_WAYS = (("tex", "LaTeX", "application/x-tex"), ("csv", "CSV", "text/csv"))


def downloads(names: Mapping[str, str], make: Callable[[str], Made], *, key: str) -> None:
    """Draw a button for each table and format.

    Args:
        names: of the tables, each with what its buttons call it.
        make: makes a table by its name, once its button is clicked: no page is run then that would know the address.
        key: of the buttons.
    """

    def written(name: str, end: str) -> str:
        table, signature = make(name)
        return table.latex(name, signature) if end == "tex" else table.csv()

    with st.container(horizontal=True, key=key):
        for name, called in names.items():
            for end, format, mime in _WAYS:
                widgets.download(
                    _("{table} as {format}", table=translated(called), format=format),
                    data=partial(written, name, end),
                    name=f"{name}.{end}",
                    mime=mime,
                    key=f"{key} {name} {end}",
                    help=_("The table as papers print it; in English."),
                )
