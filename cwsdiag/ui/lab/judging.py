"""Judging: what do people find best? Which study, and under which name; making one, and what its owner does with it."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.baselines import LINES
from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.drawing import usable_sentences
from cwsdiag.judging.models import JUDGE_NAME, STUDY_NAME, by_judge
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.judging.store import holder_of
from cwsdiag.languages import _, lazy, n_, n_lazy, p_
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in, who
from cwsdiag.ui.lab import marking, results
from cwsdiag.ui.lab.actions import Outcome, field, form, owner
from cwsdiag.ui.lab.entrance import owns
from cwsdiag.ui.lab.session import ON, look
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.lab.actions import Admin
    from cwsdiag.ui.lab.session import Session

_NOT_YOURS = lazy(
    "Studies are made and removed by the owner of the judgements alone, or with the commands cwsdiag judge new and "
    "cwsdiag judge remove."
)
_USUAL_SENTENCES = 40


def draw(own: Kept | None, file: Kept, row: Any) -> bool:
    """Draw a file of judgements; return whether it has a study.

    Args:
        own: the file in which studies are made; None where there is none.
        file: the one that is looked at.
        row: where the page has its choices.

    Raises:
        JudgingError: it cannot be used.
    """
    session = look(own, file)
    if session is None:
        return False
    if session.is_judged:
        # Nothing names a system.
        marking.page(session)
        return True
    with row:
        options = list(reversed(session.names))
        state.bind(Key.STUDY, st.selectbox, value=session.study.name, label=_("Study"), options=options, width=220,
                   label_visibility="collapsed")  # fmt: skip
    # Of the example results are all there is to see.
    if file.is_example or state.get(Key.RESULTS) == ON:
        results.page(session, row)
    else:
        _before(session)
    if own is not None and owns(own):
        with st.expander(_("Make a study"), icon=":material/add:"):
            new_study(own, () if file.is_example else session.names)
    if own is not None and not file.is_example:
        with st.expander(_("Owner"), icon=":material/key:"):
            owner("judgements", file, partial(_actions, session))
    return True


def _before(session: Session) -> None:
    """Draw what is judged, and where a judge begins."""
    study = session.study
    sentences = n_("{n:,} sentence", "{n:,} sentences", len(study.to_judge))
    remark = _(
        "For each you see the systems' segmentations, in random order and without names, and mark the best and the "
        "second best."
    )
    agreed = len(study.items) - len(study.to_judge)
    widgets.lead(
        _("{study}: {sentences} of {dataset} to judge.", study=study.name, sentences=sentences, dataset=study.dataset),
        widgets.joined(
            remark, _("All systems agree on {agreed:,} more, which are not shown.", agreed=agreed) if agreed else ""
        ),
    )
    _entrance(session)
    st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=state.put, args=(Key.RESULTS, ON))


def _entrance(session: Session) -> None:
    with st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        label, help = _("Your name"), _("Under the same name you go on where you stopped, in this browser.")
        name = st.text_input(label, key="name of the judge", max_chars=JUDGE_NAME, help=help, width=360)
        begin = st.form_submit_button(_("Judge"), type="primary", icon=":material/how_to_vote:")
    if begin:
        try:
            holder = _holder()
            judge = session.kept.enter(session.study.name, name, holder)
        except JudgingError as error:
            widgets.box("error", said(error, session.file.path))
            return
        done, to_judge = session.done(judge), session.study.to_judge
        left_over = (place for place, item in enumerate(to_judge) if item.number not in done)
        judging = session.judging
        judging.study, judging.judge, judging.holder = session.study.name, judge, holder
        judging.again, judging.place = bool(done), next(left_over, len(to_judge))
        st.rerun()


def _holder() -> str:
    """Return who judges: who signed in, else this browser; empty at home, where people take turns under any name."""
    if who.is_at_the_machine():
        return ""
    if (person := sign_in.person()) is not None:
        return holder_of(f"person {person.id}")
    key = st.context.cookies.get(COOKIE) or st.session_state.setdefault("key of the judge", secrets.token_urlsafe())
    return holder_of(f"browser {key}")


def new_study(own: Kept, names: Any) -> None:
    """Draw the form for a new study, or what is missing for one.

    Args:
        own: the file in which it is made.
        names: of the studies there.
    """
    view = current()
    few = view.found is not None and len(view.found.systems) < 2
    if view.withholds_gold:
        # Submissions to such a task are seen by their authors alone.
        missing = _("No study can be made of a task whose gold is private: judges would see what was submitted.")
    elif few:
        missing = _("Judges choose between systems: the open dataset needs at least two of them.")
    elif view.found is None:
        missing = _("No dataset is open whose systems could be judged.")
    else:
        _form(own, names, view.found.dataset)
        return
    empty.empty_state(
        missing,
        empty.baselines(view) if few else None,
        empty.to_files(lazy("Add predictions") if few else lazy("Add your own files")),
        empty.open_sample(view),
    )


def _form(own: Kept, names: Any, dataset: Dataset) -> None:
    usable = len(usable_sentences(dataset))
    systems = [system.name for system in dataset.systems]
    free = dataset.name if dataset.name not in names else f"{dataset.name} {len(names) + 1}"
    numbers = {"min_value": 1, "max_value": max(usable, 1), "value": max(min(usable, _USUAL_SENTENCES), 1)}
    chosen = {"default": [name for name in systems if name not in LINES], "placeholder": _("Choose some")}
    seed_help = _("The same one draws the same sentences.")
    form(
        f"study of {dataset.name}",
        own.path,
        (
            (
                field("name", "text_input", _("Name of the study"), value=free[:STUDY_NAME]),
                field("sentences", "number_input", _("Sentences, of {usable:,}", usable=usable), **numbers),
                field("seed", "number_input", _("Seed"), min_value=0, value=0, help=seed_help),
            ),
            (field("systems", "multiselect", p_("of a study", "Systems"), options=systems, **chosen),),
        ),
        partial(_make, own, dataset),
        button=_("Make the study"),
        icon=":material/add:",
        waiting=_("Drawing sentences …"),
        refused=_("No study was made. What you typed is still here."),
    )


def _make(own: Kept, dataset: Dataset, values: dict[str, Any]) -> Outcome:
    # Asked again where something is done, whatever was drawn before.
    if not owns(own):
        raise JudgingError(_NOT_YOURS)
    study = Judgements(own.ready(JudgingError)).new(dataset=dataset, f_b=balanced_of(dataset), **values)
    state.put(Key.STUDY, study.name)
    return Outcome("")


def _actions(session: Session, admin: Admin) -> None:
    """Draw what the owner does with the study, and with one of its judges."""
    study, kept = session.study.name, session.kept

    def remove(judge: str = "") -> Outcome:
        removed, _copy = kept.remove(study, judge)
        if not judge:
            state.put(Key.STUDY, None)
        return Outcome(n_lazy("Removed, with {n:,} judgement.", "Removed, with {n:,} judgements.", removed))

    def release() -> Outcome:
        kept.release(study, judge)
        return Outcome(lazy("{judge} can go on in another browser.", judge=judge))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        explanation = _("The study {study} goes, with all that its judges have said.", study=study)
        admin.action(_("Remove the study"), explanation, remove, key="remove the study", icon="delete")
        if judges := list(by_judge(session.judgements)):
            # Their names come from strangers: what an option is called is drawn as it is.
            judge = st.selectbox(_("A judge"), judges, key="judge of the owner", width=260)
            explanation = _("Whoever comes next under the name {judge} goes on with it.", judge=judge)
            admin.action(_("Free the name"), explanation, release, key="free the name", icon="lock_open")
            explanation = _("All that {judge} has said in this study goes.", judge=judge)
            act = partial(remove, judge)
            admin.action(_("Remove the judge"), explanation, act, key="remove the judge", icon="person_remove")
