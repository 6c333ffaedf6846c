"""What pages say instead of words and boundaries of a private gold."""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.view import View


def page(view: View, *, what: str) -> None:
    """Say that a whole page is withheld, and lead to pages that are not; see ``part``."""
    part(view, what=what)
    with widgets.controls("open pages"), st.container(horizontal=True):
        widgets.next_page("summary", _("Summary: which system is best"))
        widgets.next_page("diagnosis", _("Diagnosis: where systems fail and differ"))


def part(view: View, *, what: str) -> None:
    """Say why something is withheld, and who can open it.

    Args:
        view: what is selected.
        what: is withheld, as the beginning of a sentence.
    """
    task = "" if view.entry is None else view.entry.files.name
    why = _(
        "The gold of {task} is private: systems are scored against it, but it is not shown. "
        "Figures over many words are shown, words and boundaries are not.",
        task=task,
    )
    owner = _("The owner of the board can open it, on a server of their own: cwsdiag app --board FILE --open-gold")
    widgets.box("info", f"{why}\n{owner}", title=_("{what} are withheld", what=what))
