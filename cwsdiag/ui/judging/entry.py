"""Before judging: which study, and under which name; making a study, and what its owner does with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from cwsdiag import examples
from cwsdiag.baselines import BASE, TOP
from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.drawing import usable_sentences
from cwsdiag.judging.models import JUDGE_NAME, STUDY_NAME, by_judge, judge_name
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.judging.store import Entered
from cwsdiag.languages import _, lazy, n_, n_lazy, p_
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import sign_in, tries, who
from cwsdiag.ui.judging.session import ON, first_open
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.owning.actions import Admin, Form, Outcome, field_of
from cwsdiag.ui.shell import aside, empty, state, widgets
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
_USUAL_SENTENCES = 40
# A class has one address: its pupils come at once. Whoever guesses codes has more of them before him than years.
_TRIES = tries.Tries(60, 3600)


def may_make(own: Kept | None) -> bool:
    """Return whether the visitor may make and remove studies in a file of judgements."""
    return own is not None and not own.is_example and who.is_owner()


def page(session: Session) -> None:
    """Draw where a judge enters a study, and the form for a new one."""
    if session.study is None:
        _no_study(session)
        return
    study = session.study
    sentences = n_("{n:,} sentence", "{n:,} sentences", len(study.to_judge))
    remark = _(
        "For each you see the systems' segmentations, in random order and without names, and mark the best and the "
        "second best."
    )
    if agreed := len(study.items) - len(study.to_judge):
        more = _("All systems agree on {agreed:,} more, which are not shown.", agreed=agreed)
        remark = _("{said} {more}", said=remark, more=more)
    widgets.lead(
        _("{study}: {sentences} of {dataset} to judge.", study=study.name, sentences=sentences, dataset=study.dataset),
        remark,
    )
    _entrance(session)
    st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=state.put, args=(Key.RESULTS, ON))
    another_study(session)
    if session.own is not None:
        with st.expander(_("Owner"), icon=":material/key:"):
            entrance.become_owner("judging")
            if may_make(session.own):
                _actions(session)


def _no_study(session: Session) -> None:
    """Draw the form for the first study, or who makes it."""
    if may_make(session.own):
        # The way to make one comes first: what it leads to is seen below.
        lacks = _(
            "There is no study yet. Make one from the open dataset: sentences are drawn, and all systems' outputs kept."
        )
        new_study(session, lacks)
        if session.file.is_there:
            _admin(session).outcome()
        return
    overview = empty.to_page("overview", lazy("Compare systems by their scores"))
    lacks = _("There is no study yet. The owner of the judgements makes one.")
    empty.empty_state(lacks, aside.way_back(examples.JUDGEMENTS), overview)
    entrance.become_owner("judging")


def choice(session: Session, *, width: int | Literal["stretch"] = "stretch") -> None:
    """Draw the choice of the study, as wide as it may be."""
    state.bind(
        Key.STUDY,
        st.selectbox,
        value=session.id,
        label=_("Study"),
        options=list(session.offered),
        format_func=session.offered.__getitem__,
        width=width,
    )


def _entrance(session: Session) -> None:
    # At home whoever sits there goes on under any name, as people take turns; elsewhere names are their judges'.
    needs_code = not who.is_at_the_machine() and sign_in.person() is None
    left, right = st.columns([0.35, 0.65] if needs_code else 2, vertical_alignment="bottom")
    with left:
        choice(session)
    with right, st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            _("Your name"),
            key="name of the judge",
            max_chars=JUDGE_NAME,
            help=_("Under the same name you go on where you stopped."),
        )
        code = ""
        if needs_code:
            code = st.text_input(
                _("Code, if you come back"),
                key="code of a judge who comes back",
                max_chars=40,
                help=_("The one that was shown when you first judged under this name."),
            )
        begin = st.form_submit_button(_("Judge"), type="primary", icon=":material/how_to_vote:")
    if begin:
        try:
            _begin(session, name, code)
        except JudgingError as error:
            widgets.box("error", said(error, session.file.path))
        else:
            st.rerun()


def _begin(session: Session, name: str, code: str) -> None:
    """Let a judge in, if the name is new or theirs.

    Raises:
        JudgingError: the name is no good or somebody else's, or there were too many new ones from where they are.
    """
    judging, study, judge = session.judging, session.known.name, judge_name(name)
    entered = Entered(judge, "")
    if not who.is_at_the_machine():
        place, person = tries.address(), sign_in.person()
        if minutes := _TRIES.begin(place):
            raise JudgingError(
                n_lazy(
                    "Too many names and codes were given from where you are. Try again in {n:,} minute.",
                    "Too many names and codes were given from where you are. Try again in {n:,} minutes.",
                    minutes,
                )
            )
        entered = session.kept.enter(study, judge, code=code, person="" if person is None else person.id)
        if not entered.is_new:
            _TRIES.right(place)
    judging.study, judging.entered, judging.code = study, entered, entered.code
    judging.place = first_open(session.known, session.done(judge))


def another_study(session: Session) -> None:
    """Draw the form for a study beside the one that is shown, for the owner."""
    if may_make(session.own):
        label = _("Make a study of your own") if session.file.is_example else _("Make another study")
        with st.expander(label, icon=":material/add:"):
            new_study(session)


def new_study(session: Session, lacks: str = "") -> None:
    """Draw the form for a new study, or what is missing for one.

    Args:
        session: of the visitor.
        lacks: what is said first where there is no study at all.
    """
    view, way_back = current(), aside.way_back(examples.JUDGEMENTS)
    own, few = session.own, view.found is not None and len(view.found.systems) < 2
    if own is not None and view.found is not None and not view.withholds_gold and not few:
        if lacks:
            empty.empty_state(lacks, way_back)
        _form(own, session, view.found.dataset)
        return
    missing = _("No dataset is open whose systems could be judged.")
    if view.withholds_gold:
        # Submissions to such a task are seen by their authors alone.
        missing = _("No study can be made of a task whose gold is private: judges would see what was submitted.")
    elif few:
        missing = _("Judges choose between systems: the open dataset needs at least two of them.")
    empty.empty_state(
        _("{said} {more}", said=lacks, more=missing) if lacks else missing,
        empty.baselines(view) if few else None,
        empty.to_files(lazy("Add predictions") if few else lazy("Add your own files")),
        empty.open_sample("judge", view),
        way_back,
    )


def _form(own: Kept, session: Session, dataset: Dataset) -> None:
    usable = len(usable_sentences(dataset))
    names = [system.name for system in dataset.systems]
    free = dataset.name if dataset.name not in session.offered else f"{dataset.name} {len(session.offered) + 1}"
    rows = (
        (
            field_of("name", "text_input", _("Name of the study"), 2, value=free[:STUDY_NAME]),
            field_of(
                "sentences",
                "number_input",
                _("Sentences, of {usable:,}", usable=usable),
                min_value=1,
                max_value=max(usable, 1),
                value=max(min(usable, _USUAL_SENTENCES), 1),
                step=1,
            ),
            field_of(
                "seed",
                "number_input",
                _("Seed"),
                min_value=0,
                value=0,
                step=1,
                help=_("The same one draws the same sentences."),
            ),
        ),
        (
            field_of(
                "systems",
                "multiselect",
                p_("of a study", "Systems"),
                options=names,
                default=[name for name in names if name not in (BASE, TOP)],
                placeholder=_("Choose some"),
            ),
        ),
    )
    Form(f"study of {dataset.name}", own.path, longest={"name": STUDY_NAME}).draw(
        rows,
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
    state.put(Key.STUDY, own.id(study.name))
    return Outcome("")


def _admin(session: Session) -> Admin:
    return Admin("judgements", session.kept.path, lambda: may_make(session.own))


def _actions(session: Session) -> None:
    """Draw what the owner does with the study, and with one of its judges."""
    study, kept, admin = session.known.name, session.kept, _admin(session)

    def choose() -> Outcome:
        kept.choose(study)
        return Outcome(lazy("{study} is shown first.", study=study))

    def remove(judge: str = "") -> Outcome:
        removed, _copy = kept.remove(study, judge)
        if not judge:
            state.put(Key.STUDY, None)
        return Outcome(n_lazy("Removed, with {n:,} judgement.", "Removed, with {n:,} judgements.", removed))

    def new_code() -> Outcome:
        return Outcome(
            lazy("New code of {judge}, shown this once.", judge=judge), secret=kept.new_code(study, judge).code
        )

    admin.outcome()
    with st.container(horizontal=True):
        admin.button(
            _("Show it first"),
            choose,
            key="show the study first",
            icon=":material/vertical_align_top:",
            type="tertiary",
            disabled=kept.first_shown() == study,
            help=_(
                "It is what everybody sees who comes without a link to another study. Unless chosen, the oldest is."
            ),
        )
        explanation = _("The study {study} goes, with all that its judges have said.", study=study)
        admin.action(_("Remove the study"), explanation, remove, key="remove the study", icon=":material/delete:")
    if judges := list(by_judge(session.judgements)):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            # Their names come from strangers: what an option is called is drawn as it is.
            judge = st.selectbox(_("A judge"), judges, key="judge of the owner", width=260)
            explanation = _("{judge} gets a new code to come back with; the old one is none any more.", judge=judge)
            admin.action(_("New code"), explanation, new_code, key="new code", icon=":material/password:")
            admin.action(
                _("Remove the judge"),
                _("All that {judge} has said in this study goes.", judge=judge),
                partial(remove, judge),
                key="remove the judge",
                icon=":material/person_remove:",
            )
