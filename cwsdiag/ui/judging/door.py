"""Before judging: which study, under which name; and how a study is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.baselines import BASE, TOP
from cwsdiag.errors import CwsdiagError, JudgingError
from cwsdiag.judging.drawing import usable_sentences
from cwsdiag.judging.models import JUDGE_NAME, STUDY_NAME
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.judging.store import judge_name
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.judging.seen import ON, first_open
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views import wording

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.judging.seen import Seen

NO_STUDY = (
    "There is no study yet.",
    "Make one from the open dataset: sentences are drawn, and all systems' outputs kept.",
)
_OFFICE = "office of studies"
_USUAL_SENTENCES = 40


@dataclass
class _Office:
    """What a session has of making studies.

    Attributes:
        made: how many; with each the form is a new one.
        refusal: why the last one could not be made.
    """

    made: int = 0
    refusal: str = ""


def page(seen: Seen) -> None:
    """Draw the way into a study, and the form for a new one."""
    if seen.study is None:
        widgets.lead(*NO_STUDY)
        _new_study(seen)
        return
    study = seen.study
    agreed = len(study.items) - len(study.to_judge)
    widgets.lead(
        f"{study.name}: {wording.counted(len(study.to_judge), 'sentences')} of {study.dataset} to judge.",
        "For each you see the systems' segmentations, in random order and without names, and mark the best and the "
        "second best." + (f" All systems agree on {agreed:,} more, which are not shown." if agreed else ""),
    )
    _entrance(seen)
    st.button("Results", key="results", icon=":material/leaderboard:", on_click=state.put, args=(Key.RESULTS, ON))
    with st.expander("Make another study", icon=":material/add:"):
        _new_study(seen)


def _entrance(seen: Seen) -> None:
    desk = seen.desk
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        state.bind(Key.STUDY, st.selectbox, value=seen.known.name, label="Study", options=list(seen.names))
    with right, st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        given = st.text_input("Your name", key="name of the judge", max_chars=JUDGE_NAME,
                              help="Under the same name you go on where you stopped.")  # fmt: skip
        begin = st.form_submit_button("Judge", type="primary", icon=":material/how_to_vote:")
    if begin:
        try:
            judge = judge_name(given)
        except JudgingError as error:
            desk.refusal = said(error, seen.kept.path)
        else:
            desk.study, desk.judge, desk.refusal = seen.known.name, judge, ""
            desk.place = first_open(seen.known, seen.done(judge))
            st.rerun()
    if desk.refusal:
        widgets.box("error", desk.refusal)


def _new_study(seen: Seen) -> None:
    view = current()
    if view.results is None:
        widgets.empty(widgets.NO_DATA)
    elif view.withholds_gold:
        # Submissions to such a task are seen by their authors alone.
        widgets.box(
            "info", "No study can be made of a task whose gold is private: judges would see what was submitted."
        )
    elif len(view.results.systems) < 2:
        widgets.box("info", "Judges choose between systems: open a dataset with at least two of them.")
    else:
        _form(seen, view.results.dataset)


def _form(seen: Seen, dataset: Dataset) -> None:
    office: _Office = st.session_state.setdefault(_OFFICE, _Office())
    with st.form(f"study {office.made}", enter_to_submit=False):
        given = _fields(seen, dataset, office)
        wanted = st.form_submit_button("Make the study", type="primary", icon=":material/add:")
    if wanted:
        try:
            made = seen.kept.new(dataset=dataset, f_b=balanced_of(dataset), **given)
        except CwsdiagError as error:
            office.refusal = said(error, seen.kept.path)
        else:
            office.made, office.refusal = office.made + 1, ""
            state.put(Key.STUDY, made.name)
            st.rerun()
    if office.refusal:
        widgets.box("error", office.refusal, title="No study was made. What you typed is still here.")


def _fields(seen: Seen, dataset: Dataset, office: _Office) -> dict[str, Any]:
    """Draw the fields; return what was given, by name."""

    def key(name: str) -> str:
        return f"{name} of the study {dataset.name} {office.made}"

    usable = len(usable_sentences(dataset))
    names = [system.name for system in dataset.systems]
    first, second, third = st.columns([0.5, 0.25, 0.25])
    free = dataset.name if dataset.name not in seen.names else f"{dataset.name} {len(seen.names) + 1}"
    return {
        "name": first.text_input("Name of the study", value=free[:STUDY_NAME], key=key("name"), max_chars=STUDY_NAME),
        "sentences": second.number_input(
            f"Sentences, of {usable:,}", 1, max(usable, 1), max(min(usable, _USUAL_SENTENCES), 1), 1, key=key("number")
        ),
        "seed": third.number_input(
            "Seed", 0, None, 0, 1, key=key("seed"), help="The same one draws the same sentences."
        ),
        "systems": st.multiselect(
            "Systems", names, default=[name for name in names if name not in (BASE, TOP)], key=key("systems")
        ),
    }
