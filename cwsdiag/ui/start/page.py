"""The page at /: Overview where something is open, what to begin with where nothing is."""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.project.icwb2 import is_icwb2
from cwsdiag.ui.host import recent, who
from cwsdiag.ui.import_report import keeping
from cwsdiag.ui.import_report.page import places
from cwsdiag.ui.shell import empty, state, tongue, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.summary import page as summary


def page() -> None:
    """Draw the page."""
    view = current()
    if view.entry is not None:
        summary.page()
        return
    # Without what pages with findings have: there is nothing to save or to present yet.
    with st.container(key="head", horizontal=True, vertical_alignment="center"):
        st.title("cwsdiag", anchor=False)
        tongue.switch()
    widgets.lead(
        _("Where does a Chinese word segmenter fail, on what kind of words, and is another one really better?"),
        _("Give a gold file and what one or more segmenters made of its text, and go from scores to the very words."),
    )
    empty.buttons(empty.to_scores(view), empty.open_sample(view))
    places(expanded=True)
    widgets.note(keeping.promise())
    _recent()


def _recent() -> None:
    """Offer the projects that were opened before, to who sits at the machine."""
    projects = recent.known() if who.is_owner() else {}
    if not projects:
        return
    widgets.heading(_("Opened before"))
    with st.container(horizontal=True, key="recent projects"):
        for id, path in projects.items():
            # Most are called project.toml: their folder tells which is which.
            name = path.name if is_icwb2(path) else path.parent.name
            st.button(
                widgets.plain(name),
                key=f"recent {id}",
                icon=":material/folder_open:",
                on_click=state.put,
                args=(Key.RECENT, id),
                help=f"`{str(path).replace('`', '')}`",
            )
