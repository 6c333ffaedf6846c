"""The page Systems: what holds across systems and datasets, in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.exhibits import across
from cwsdiag.exhibits import biases as bias_exhibits
from cwsdiag.languages import _, lazy, translated
from cwsdiag.project.reader import CLASSES
from cwsdiag.ui.data.project_data import NOT_OF_A_PROJECT, STUDY_BUCKETS, published_alone, studied, study_of
from cwsdiag.ui.shell import empty, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import BUCKET_WAYS, current
from cwsdiag.ui.study import parts
from cwsdiag.ui.study.view import StudyView
from cwsdiag.views.across.systems import headline
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.exhibits.exhibit import Exhibit

# By the name of a part in the address: what it is called, the exhibit whose sentence it begins with, what draws it.
PARTS: dict[str, tuple[str, Callable[[StudyView], Exhibit], Callable[[StudyView, Exhibit], None]]] = {
    "scores": (
        lazy("Scores"),
        lambda view: view.exhibit("across", across.across(view.tested)),
        parts.scores,
    ),
    "components": (
        lazy("Components"),
        lambda view: view.exhibit("components", across.components(view.systems)),
        parts.components,
    ),
    "models": (
        lazy("Biases"),
        lambda view: view.exhibit("biases", parts.bias_content(view), measure=parts.measure_of(view)[0]),
        parts.biases,
    ),
    "datasets": (
        lazy("Datasets"),
        lambda view: view.exhibit("datasets", bias_exhibits.datasets(view.systems)),
        parts.datasets,
    ),
    "tests": (lazy("Tests"), lambda view: view.exhibit("tests", across.tests(view.systems)), parts.tests),
    "diagnosis": (lazy("Diagnosis"), parts.diagnosis_exhibit, parts.diagnosis),
}
# Those that need scores alone.
_OF_SCORES = ("scores", "components")


def page() -> None:
    """Draw the page."""
    selection = current()
    chosen = studied(selection) or published_alone(selection)
    if chosen is None:
        empty.without_project(NOT_OF_A_PROJECT, selection)
        return
    with st.spinner(_("Diagnosing all datasets …")):
        view = StudyView(selection, chosen, study_of(chosen))
    if not view.study.models and not chosen.spec.published:
        ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample(selection))
        empty.empty_state(headline(view.study)[0], *ways)
        return
    # Published scores alone have no buckets.
    names = {key: PARTS[key][0] for key in (PARTS if view.study.models else _OF_SCORES)}
    part = state.choose(Key.PART, names) or "scores"
    _name, main, draw = PARTS[part]
    exhibit = main(view)
    show.lead(exhibit)
    if len(view.systems.table.datasets) == 1:
        empty.buttons(empty.open_sample(selection))
    with widgets.controls("study"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.PART, names, part, label=_("Part"))
        # No bucket has a part in scores.
        if part != "scores" and view.study.models:
            numbers = {*STUDY_BUCKETS, chosen.buckets, chosen.spec.buckets} - {CLASSES}
            with right:
                state.bind(
                    Key.CUT,
                    st.selectbox,
                    value=chosen.buckets,
                    default=chosen.spec.buckets,
                    label=_("Buckets"),
                    label_visibility="collapsed",
                    options=[*sorted(numbers), CLASSES],
                    format_func=lambda cut: (
                        translated(BUCKET_WAYS[CLASSES])
                        if cut == CLASSES
                        else _("{count} buckets of equal count", count=cut)
                    ),
                    help=_("How every attribute is cut on each dataset. The side bar's buckets do not apply here."),
                )
    draw(view, exhibit)
    _sources(view)


def _sources(view: StudyView) -> None:
    """Say what is studied where that is not what the side bar shows, and what had to be left out."""
    chosen, entry = view.chosen, view.selection.entry
    if not chosen.entries:
        widgets.note(_("This project holds published scores and no texts, so nothing here is measured."))
        return
    # What is of the same project and not among them was left out, which is said below.
    elsewhere = entry is None or entry.origin != chosen.entries[0].origin or not entry.files.name
    if elsewhere and (entry is None or entry.id not in [one.id for one in chosen.entries]):
        widgets.note(
            _("Only datasets of a project are compared here, not uploaded files: these are of the server's project.")
        )
    if chosen.left_out:
        left_out = listed(list(chosen.left_out))
        widgets.note(_("Left out, because they cannot be used: {datasets}. Files says why.", datasets=left_out))
