"""The page Systems: what holds across systems and datasets, in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.data.project_data import NOT_OF_A_PROJECT, STUDY_BUCKETS, published_alone, studied, study_of
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.study import components, datasets, diagnosis, friedman, models, printing, scores
from cwsdiag.ui.study.scores_table import grouping
from cwsdiag.ui.study.seen import StudyView
from cwsdiag.views.across.systems import headline
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

# By the name of a part in the address: what it is called, what it finds, what draws it.
PARTS = {
    "scores": (lazy("Scores"), scores.found, scores.part),
    "components": (lazy("Components"), components.found, components.part),
    "models": (lazy("Biases"), models.found, models.part),
    "datasets": (lazy("Datasets"), datasets.found, datasets.part),
    "tests": (lazy("Tests"), friedman.found, friedman.part),
    "diagnosis": (lazy("Diagnosis"), diagnosis.found, diagnosis.part),
}
# Those that need scores alone.
_OF_SCORES = ("scores", "components")


def page() -> None:
    """Draw the page."""
    widgets.page_head("study")
    view = current()
    chosen = studied(view) or published_alone(view)
    if chosen is None:
        empty.without_project("study", translated(NOT_OF_A_PROJECT), view)
        return
    with st.spinner(_("Diagnosing all datasets …")):
        seen = StudyView(view, chosen, study_of(chosen))
    if not seen.shown.models:
        ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample("study", view))
        empty.empty_state(headline(seen.study)[0], *ways)
        return
    # Published scores alone have no buckets.
    parts = PARTS if seen.study.models else {key: PARTS[key] for key in _OF_SCORES}
    part = state.choose(Key.PART, parts, default=next(iter(parts))) or next(iter(parts))
    _name, found, draw = PARTS[part]
    widgets.lead(*found(seen))
    if len(seen.shown.datasets) == 1:
        empty.buttons(empty.open_sample("study", view))
    _controls(seen, part, list(parts))
    draw(seen)
    printing.downloads(seen, part)
    _sources(seen)
    widgets.signature_line(seen.signature)


def _controls(seen: StudyView, part: str, parts: Sequence[str]) -> None:
    """Draw what chooses a part and the number of buckets."""
    chosen = seen.chosen
    with widgets.controls("study"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.PART, {key: PARTS[key][0] for key in parts}, part, label=_("Part"))
        if part == "scores":
            with right:
                grouping(seen)
        # No bucket has a part in scores.
        if part == "scores" or not seen.study.models:
            return
        with right:
            state.bind(
                Key.CUT,
                st.selectbox,
                value=chosen.buckets,
                default=chosen.spec.buckets,
                label=_("Buckets"),
                label_visibility="collapsed",
                options=sorted({*STUDY_BUCKETS, chosen.buckets, chosen.spec.buckets}),
                format_func=lambda count: _("{count} buckets of equal count", count=count),
                help=_("How every attribute is cut on each dataset. The side bar's buckets do not apply here."),
            )


def _sources(seen: StudyView) -> None:
    """Say what is studied where that is not what the side bar shows, and what had to be left out."""
    chosen, entry = seen.chosen, seen.view.entry
    if not chosen.entries:
        widgets.note(_("This project holds published scores and no texts, so nothing here is measured."))
        return
    # What is of the same project and not among them was left out, which is said below.
    elsewhere = entry is None or entry.origin != chosen.entries[0].origin or not entry.files.name
    if elsewhere and (entry is None or entry.id not in seen.ids):
        widgets.note(
            _("Only datasets of a project are compared here, not uploaded files: these are of the server's project.")
        )
    if chosen.left_out:
        left_out = listed(list(chosen.left_out))
        widgets.note(_("Left out, because they cannot be used: {datasets}. Files says why.", datasets=left_out))
