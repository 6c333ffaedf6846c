"""Before judging: which study, and under which name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from cwsdiag.errors import JudgingError
from cwsdiag.judging.models import JUDGE_NAME, judge_name
from cwsdiag.judging.store import Entered
from cwsdiag.languages import _, lazy, n_, n_lazy, translated
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.host import client, sign_in, who
from cwsdiag.ui.host.tries import Tries
from cwsdiag.ui.judging import admin, example, new_study
from cwsdiag.ui.judging.session import ON, first_open
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.judging.session import Session

NO_STUDY = lazy(
    "There is no study yet. Make one from the open dataset: sentences are drawn, and all systems' outputs kept."
)
_NO_STUDY_OF_OTHERS = lazy("There is no study yet. The owner of the judgements makes one.")
# A class has one address: its pupils come at once. Whoever guesses codes has more of them before him than years.
_TRIES = Tries(60, 3600)


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
    new_study.another(session)
    admin.panel(session)


def _no_study(session: Session) -> None:
    """Draw the form for the first study, or who makes it."""
    if admin.may_make(session.own):
        # The way to make one comes first: what it leads to is seen below.
        new_study.new_study(session, translated(NO_STUDY))
        admin.last_outcome(session)
        return
    overview = empty.to_page("overview", lazy("Compare systems by their scores"))
    empty.empty_state(translated(_NO_STUDY_OF_OTHERS), example.way_back(), overview)
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
        given = st.text_input(
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
            _begin(session, given, code)
        except JudgingError as error:
            widgets.box("error", said(error, session.file.path))
        else:
            st.rerun()


def _begin(session: Session, given: str, code: str) -> None:
    """Let a judge in, if the name is new or theirs.

    Raises:
        JudgingError: the name is no good or somebody else's, or there were too many new ones from where they are.
    """
    judging, study, judge = session.judging, session.known.name, judge_name(given)
    entered = Entered(judge, "")
    if not who.is_at_the_machine():
        place, person = client.address(), sign_in.person()
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
    judging.study, judging.judge, judging.holder, judging.code = study, judge, entered.holder, entered.code
    judging.is_new = entered.is_new
    judging.place = first_open(session.known, session.done(judge))
