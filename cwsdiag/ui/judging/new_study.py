"""Making a study from the open dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.baselines import BASE, TOP
from cwsdiag.errors import CwsdiagError, JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.drawing import usable_sentences
from cwsdiag.judging.models import STUDY_NAME
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import _, lazy, p_, translated
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.judging import admin, example
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.judging.session import Session

NOT_YOURS = lazy(
    "Studies are made and removed by the owner of the judgements alone, or with the commands cwsdiag judge new and "
    "cwsdiag judge remove."
)
_NO_DATASET = lazy("No dataset is open whose systems could be judged.")
_TOO_FEW = lazy("Judges choose between systems: the open dataset needs at least two of them.")
_PRIVATE = lazy("No study can be made of a task whose gold is private: judges would see what was submitted.")
_USUAL_SENTENCES = 40


def another(session: Session) -> None:
    """Draw the form for a study beside the one that is shown, for the owner."""
    if admin.may_make(session.own):
        label = _("Make a study of your own") if session.file.is_example else _("Make another study")
        with st.expander(label, icon=":material/add:"):
            new_study(session)


def new_study(session: Session, lacks: str = "") -> None:
    """Draw the form for a new study, or what is missing for one.

    Args:
        session: of the visitor.
        lacks: what is said first where there is no study at all.
    """
    view = current()
    own, few = session.own, view.found is not None and len(view.found.systems) < 2
    if own is not None and view.found is not None and not view.withholds_gold and not few:
        if lacks:
            empty.empty_state(lacks, example.way_back())
        _form(own, session, view.found.dataset)
        return
    # Submissions to a task whose gold is private are seen by their authors alone.
    missing = translated(_PRIVATE if view.withholds_gold else _TOO_FEW if few else _NO_DATASET)
    ways = (
        empty.baselines(view) if few else None,
        empty.to_files(lazy("Add predictions") if few else lazy("Add your own files")),
        empty.open_sample("judge", view),
        example.way_back(),
    )
    if lacks:
        empty.empty_state(_("{said} {more}", said=lacks, more=missing), *ways)
    else:
        empty.empty_state(missing, *ways)


def _form(own: Kept, session: Session, dataset: Dataset) -> None:
    # With each study the form is a new one.
    with st.form(f"study {len(session.offered)}", enter_to_submit=False):
        fields = _fields(session, dataset)
        submitted = st.form_submit_button(_("Make the study"), type="primary", icon=":material/add:")
    if not submitted:
        return
    try:
        # Asked again where something is done, whatever was drawn before.
        if not admin.may_make(own):
            raise JudgingError(NOT_YOURS)
        study = Judgements(own.ready(JudgingError)).new(dataset=dataset, f_b=balanced_of(dataset), **fields)
    except CwsdiagError as error:
        widgets.box("error", said(error, own.path), title=_("No study was made. What you typed is still here."))
    else:
        state.put(Key.STUDY, own.id(study.name))
        st.rerun()


def _fields(session: Session, dataset: Dataset) -> dict[str, Any]:
    """Draw the fields; return their values, by name."""

    def key(name: str) -> str:
        return f"{name} of the study {dataset.name} {len(session.offered)}"

    usable = len(usable_sentences(dataset))
    names = [system.name for system in dataset.systems]
    first, second, third = st.columns([0.5, 0.25, 0.25])
    free = dataset.name if dataset.name not in session.offered else f"{dataset.name} {len(session.offered) + 1}"
    return {
        "name": first.text_input(
            _("Name of the study"), value=free[:STUDY_NAME], key=key("name"), max_chars=STUDY_NAME
        ),
        "sentences": second.number_input(
            _("Sentences, of {usable:,}", usable=usable),
            1,
            max(usable, 1),
            max(min(usable, _USUAL_SENTENCES), 1),
            1,
            key=key("number"),
        ),
        "seed": third.number_input(
            _("Seed"), 0, None, 0, 1, key=key("seed"), help=_("The same one draws the same sentences.")
        ),
        "systems": st.multiselect(
            p_("of a study", "Systems"),
            names,
            default=[name for name in names if name not in (BASE, TOP)],
            placeholder=_("Choose some"),
            key=key("systems"),
        ),
    }
