"""The page Systems: what holds across systems and datasets, in parts."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy, translated
from cwsdiag.study import part_pairs, value_gains
from cwsdiag.ui.data.project_data import NOT_OF_A_PROJECT, STUDY_BUCKETS, published_alone, studied, study_of
from cwsdiag.ui.shell import empty, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.study import biases, components, diagnosis, scores
from cwsdiag.ui.study.view import StudyView
from cwsdiag.views.across import parts as findings
from cwsdiag.views.across.systems import headline
from cwsdiag.views.wording import listed

_UNGROUPED = ""


def _components_finding(view: StudyView) -> tuple[str, str]:
    table = view.ranked
    declared = sum(name in table.parts for name in table.models)
    return findings.components_finding(value_gains(table), declared=declared)


# By the name of a part in the address: what it is called, what it finds, what draws it; and the table that papers print
# of it, which its sentence is saved with, where that is one.
PARTS: dict[str, tuple[str, Any, Any, str]] = {
    "scores": (lazy("Scores"), lambda view: headline(view.ranked), scores.part, "scores"),
    "components": (lazy("Components"), _components_finding, components.part, "part_pairs"),
    "models": (
        lazy("Biases"),
        lambda view: findings.models_finding(view.study, *biases.measure_of(view)),
        biases.systems,
        "biases",
    ),
    "datasets": (lazy("Datasets"), lambda view: findings.datasets_finding(view.study), biases.datasets, "corpora"),
    "tests": (
        lazy("Tests"),
        lambda view: findings.friedman_finding(view.study.dataset_tests, view.model_tests),
        diagnosis.tests_part,
        "",
    ),
    "diagnosis": (
        lazy("Diagnosis"),
        lambda view: findings.diagnosis_finding(view.study, view.roles.get("a"), view.roles.get("b")),
        diagnosis.part,
        "",
    ),
}
# Those that need scores alone.
_OF_SCORES = ("scores", "components")


def page() -> None:
    """Draw the page."""
    widgets.page_head("study")
    selection = current()
    chosen = studied(selection) or published_alone(selection)
    if chosen is None:
        empty.without_project("study", NOT_OF_A_PROJECT, selection)
        return
    with st.spinner(_("Diagnosing all datasets …")):
        view = StudyView(selection, chosen, study_of(chosen))
    if not view.shown.models:
        ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample("study", selection))
        empty.empty_state(headline(view.study)[0], *ways)
        return
    # Published scores alone have no buckets.
    parts = {key: PARTS[key][0] for key in (PARTS if view.study.models else _OF_SCORES)}
    part = state.choose(Key.PART, parts) or "scores"
    name, finding, draw, printed = PARTS[part]
    sentence, remark = finding(view)
    if printed and (part != "components" or part_pairs(view.ranked.parts)):
        table = partial(view.printed, printed)
        show.lead(view.exhibit(f"study-{part}", Content(translated(name), sentence, remark, table=table)))
    else:
        widgets.lead(sentence, remark)
    if len(view.shown.datasets) == 1:
        empty.buttons(empty.open_sample("study", selection))
    _controls(view, part, parts)
    draw(view)
    _sources(view)
    widgets.signature_line(view.signature)


def _controls(view: StudyView, part: str, parts: dict[str, str]) -> None:
    """Draw what chooses a part, and the number of buckets, or the part of systems that they are grouped by."""
    chosen = view.chosen
    with widgets.controls("study"):
        left, right = st.columns([0.72, 0.28], vertical_alignment="bottom")
        with left:
            widgets.segments(Key.PART, parts, part, label=_("Part"))
        with right:
            # No bucket has a part in scores.
            if part == "scores":
                if names := scores.part_names(view):
                    state.bind(
                        Key.GROUP,
                        st.selectbox,
                        value=state.choose(Key.GROUP, names) or _UNGROUPED,
                        default=_UNGROUPED,
                        label=_("Group by"),
                        label_visibility="collapsed",
                        options=[_UNGROUPED, *names],
                        format_func=lambda name: _("grouped by {part}", part=name) if name else _("by mean F1"),
                        help=_(
                            "The order of the systems: the best mean first, or those with the same value of a part "
                            "together."
                        ),
                    )
            elif view.study.models:
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


def _sources(view: StudyView) -> None:
    """Say what is studied where that is not what the side bar shows, and what had to be left out."""
    chosen, entry = view.chosen, view.selection.entry
    if not chosen.entries:
        widgets.note(_("This project holds published scores and no texts, so nothing here is measured."))
        return
    # What is of the same project and not among them was left out, which is said below.
    elsewhere = entry is None or entry.origin != chosen.entries[0].origin or not entry.files.name
    if elsewhere and (entry is None or entry.id not in view.ids):
        widgets.note(
            _("Only datasets of a project are compared here, not uploaded files: these are of the server's project.")
        )
    if chosen.left_out:
        left_out = listed(list(chosen.left_out))
        widgets.note(_("Left out, because they cannot be used: {datasets}. Files says why.", datasets=left_out))
