"""Empty states: what a page or a part of one lacks, in a sentence, and the buttons that get it going."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import navigation
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key

NO_GOLD = lazy("This dataset has no gold file that can be used, so there is nothing to compare with.")
_SCORES_ALONE = lazy(
    "The open project holds published scores and no texts, so there is nothing to look at here. Datasets shows the "
    "scores."
)


class FirstStep(NamedTuple):
    """A button that gets a page going.

    Attributes:
        label: what it says; Markdown, so no word of a file. Its English is the key of the button: best a ``lazy`` one.
        icon: of the button.
        act: what a click does, a callback.
        help: what is said when the pointer is on it.
    """

    label: str
    icon: str
    act: Callable[[], None]
    help: str = ""


def empty_state(lacks: str, *ways: FirstStep | None) -> None:
    """Draw what stands in place of a page, or a part of one, that lacks something.

    Args:
        lacks: what is missing, in plain text.
        ways: what gets it going, the best first; None for one that is not there now.
    """
    st.html(f'<div class="cw-box cw-info" role="note">{escape(translated(lacks))}</div>')
    buttons(*ways)


def buttons(*ways: FirstStep | None) -> None:
    """Draw the buttons of ways that are there, the first one as the one to press; see ``empty_state``."""
    there = [way for way in ways if way is not None]
    with st.container(horizontal=True) if there else st.empty():
        for way in there:
            st.button(
                translated(way.label),
                key=f"way {way.label}",
                icon=way.icon,
                type="primary" if way is there[0] else "secondary",
                on_click=way.act,
                help=translated(way.help),
            )


def without_systems(view: View) -> None:
    """Draw the empty state of a page about systems: no dataset is chosen, its gold is of no use, or no system is."""
    entry, sample = view.entry, open_sample(view)
    if entry is None:
        lacks = _SCORES_ALONE if view.catalogue.alone else _("No data is open.")
        empty_state(lacks, to_scores(view), sample, to_files(lazy("Add your own files")))
    elif view.found is None:
        empty_state(NO_GOLD, to_files(lazy("Add a gold file")), sample)
    elif entry.files.hidden:

        def show() -> None:
            for file in entry.files.systems:
                if file.hidden:
                    catalogue.edit(entry.id, file, hidden=False)

        every = FirstStep(lazy("Show all systems"), ":material/visibility:", show)
        empty_state(_("All systems of this dataset are hidden."), every, baselines(view), sample)
    else:
        lacks = _(
            "This dataset has no prediction that can be used. Add the output of at least one segmenter, or begin with "
            "maximum matching."
        )
        empty_state(lacks, to_files(lazy("Add predictions")), baselines(view), sample)


def open_sample(view: View) -> FirstStep | None:
    """Return what opens the sample, beside what is open; None where it is open already."""
    # The sample may be what the server was started with.
    origin = "project" if catalogue.is_sample(catalogue.chosen_project()) else "sample"
    sample = next((entry for entry in view.catalogue.entries.values() if entry.origin == origin), None)
    if sample is None or (view.entry is not None and view.entry.origin == origin):
        return None
    # What belongs to the dataset that is left is not looked for in the sample.
    taken_out = dict.fromkeys(("submissions", "system", "other", "baselines"))
    return FirstStep(
        lazy("Open the sample"),
        ":material/play_circle:",
        lambda: navigation.lead_to(state.page(), dataset=sample.id, **taken_out),
        _("Two small texts, news and microblog, under two criteria, with the output of four segmenters."),
    )


def to_page(page: str, label: str, icon: str = ":material/arrow_forward:") -> FirstStep:
    """Return what leads to another page."""
    return FirstStep(label, icon, lambda: navigation.lead_to(page))


def to_files(label: str) -> FirstStep:
    """Return what leads to where files are added and mended."""
    return to_page("files", label, ":material/upload_file:")


def to_scores(view: View) -> FirstStep | None:
    """Return what leads to the scores of a project that has no texts; None where another is open, or none."""
    return to_page("datasets", lazy("See the published scores")) if view.catalogue.alone else None


def baselines(view: View) -> FirstStep | None:
    """Return what makes BASE and TOP two more systems; None where they are there, or cannot be."""
    entry = view.entry
    if entry is None or view.found is None or view.where.baselines or not entry.takes_baselines:
        return None
    return FirstStep(
        lazy("Show BASE and TOP"),
        ":material/straighten:",
        lambda: state.put(Key.BASELINES, "on"),
        _("Maximum matching with the words of the training data (BASE), and with those of gold (TOP)."),
    )
