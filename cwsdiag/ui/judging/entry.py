"""Before judging: which study, and under which name; making a study, and what its owner does with it."""

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
from cwsdiag.languages import _, lazy, n_, n_lazy, p_, translated
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in, who
from cwsdiag.ui.judging.session import ON
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.owning.actions import Admin, Outcome, field, form
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.judging.session import Session

_NOT_YOURS = lazy(
    "Studies are made and removed by the owner of the judgements alone, or with the commands cwsdiag judge new and "
    "cwsdiag judge remove."
)
_NO_JUDGEMENTS = lazy(
    "This server keeps no judgements. People mark the best and second-best segmentations of drawn sentences, without "
    "knowing which systems made them, and the page compares their scores with F1 and balanced F. Whoever starts the "
    "server names the file that keeps them, with --judgements FILE, or sits at its machine."
)
_NO_STUDY = lazy("There is no study yet. The owner of the judgements makes one.")
_USUAL_SENTENCES = 40


def may_make(own: Kept | None) -> bool:
    """Return whether the visitor may make and remove studies in a file of judgements."""
    return own is not None and not own.is_example and who.is_owner()


def page(session: Session) -> None:
    """Draw where a judge enters a study, and the form for a new one."""
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
    another_study(session)
    if session.own is not None:
        with st.expander(_("Owner"), icon=":material/key:"):
            entrance.become_owner("judging")
            if may_make(session.own):
                _actions(session)


def no_study(own: Kept | None) -> None:
    """Draw the form for the first study, or who makes it."""
    if own is None or not may_make(own):
        overview = empty.to_page("summary", lazy("Compare systems by their scores"))
        empty.empty_state(translated(_NO_JUDGEMENTS if own is None else _NO_STUDY), overview)
        if own is not None:
            entrance.become_owner("judging")
        return
    _admin(own).outcome()
    new_study(own, ())


def _entrance(session: Session) -> None:
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        choice(session)
    with right, st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        label, help = _("Your name"), _("Under the same name you go on where you stopped, in this browser.")
        name = st.text_input(label, key="name of the judge", max_chars=JUDGE_NAME, help=help)
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


def choice(session: Session) -> None:
    """Draw the choice of the study."""
    options = list(reversed(session.names))
    state.bind(Key.STUDY, st.selectbox, value=session.study.name, label=_("Study"), options=options)


def another_study(session: Session) -> None:
    """Draw the form for a study beside the one that is shown, for the owner."""
    if session.own is not None and may_make(session.own):
        is_example = session.file.is_example
        label = _("Make a study of your own") if is_example else _("Make another study")
        with st.expander(label, icon=":material/add:"):
            new_study(session.own, () if is_example else session.names)


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
    if not may_make(own):
        raise JudgingError(_NOT_YOURS)
    study = Judgements(own.ready(JudgingError)).new(dataset=dataset, f_b=balanced_of(dataset), **values)
    state.put(Key.STUDY, study.name)
    return Outcome("")


def _admin(own: Kept) -> Admin:
    return Admin("judgements", own.path, lambda: may_make(own))


def _actions(session: Session) -> None:
    """Draw what the owner does with the study, and with one of its judges."""
    study, kept, admin = session.study.name, session.kept, _admin(session.file)

    def remove(judge: str = "") -> Outcome:
        removed, _copy = kept.remove(study, judge)
        if not judge:
            state.put(Key.STUDY, None)
        return Outcome(n_lazy("Removed, with {n:,} judgement.", "Removed, with {n:,} judgements.", removed))

    def release() -> Outcome:
        kept.release(study, judge)
        return Outcome(lazy("{judge} can go on in another browser.", judge=judge))

    admin.outcome()
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
