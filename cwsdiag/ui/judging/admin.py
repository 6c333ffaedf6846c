"""What the owner of the judgements does with a study on the page Judging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.judging.models import by_judge
from cwsdiag.languages import _, lazy, n_lazy
from cwsdiag.ui.host import who
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.owning.actions import Admin, Outcome
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.judging.session import Session


def may_make(own: Kept | None) -> bool:
    """Return whether the visitor may make and remove studies in a file of judgements."""
    return own is not None and not own.is_example and who.is_owner()


def panel(session: Session) -> None:
    """Draw what the owner does with the study that is looked at, or how one becomes the owner."""
    own = session.own
    if own is None:
        return
    with st.expander(_("Owner"), icon=":material/key:"):
        entrance.become_owner("judging")
        if may_make(own):
            _actions(session, _admin(session))


def last_outcome(session: Session) -> None:
    """Draw the outcome of the last act where no study is left."""
    if may_make(session.own) and session.file.is_there:
        _admin(session).outcome()


def _admin(session: Session) -> Admin:
    return Admin("judgements", session.kept.path, lambda: may_make(session.own))


def _actions(session: Session, admin: Admin) -> None:
    admin.outcome()
    study, kept, judges = session.known.name, session.kept, list(by_judge(session.judgements))
    with st.container(horizontal=True):
        st.button(
            _("Show it first"),
            key="show the study first",
            icon=":material/vertical_align_top:",
            type="tertiary",
            disabled=kept.first_shown() == study,
            help=_(
                "It is what everybody sees who comes without a link to another study. Unless chosen, the oldest is."
            ),
            on_click=admin.perform,
            args=(lambda: _chosen(session, study),),
        )
        admin.action(
            _("Remove the study"),
            _("The study {study} goes, with all that its judges have said.", study=study),
            lambda: _removed(session, study),
            key="remove the study",
            icon=":material/delete:",
        )
    if judges:
        _judges(session, admin, judges)


def _judges(session: Session, admin: Admin, judges: list[str]) -> None:
    """Draw what the owner does with one of the judges."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # Their names come from strangers: what an option is called is drawn as it is.
        judge = st.selectbox(_("A judge"), judges, key="judge of the owner", width=260)
        admin.action(
            _("New code"),
            _("{judge} gets a new code to come back with; the old one is none any more.", judge=judge),
            lambda: _new_code(session, judge),
            key="new code",
            icon=":material/password:",
        )
        admin.action(
            _("Remove the judge"),
            _("All that {judge} has said in this study goes.", judge=judge),
            lambda: _removed(session, session.known.name, judge),
            key="remove the judge",
            icon=":material/person_remove:",
        )


def _chosen(session: Session, study: str) -> Outcome:
    session.kept.choose(study)
    return Outcome(lazy("{study} is shown first.", study=study))


def _removed(session: Session, study: str, judge: str = "") -> Outcome:
    removed, _copy = session.kept.remove(study, judge)
    if not judge:
        state.put(Key.STUDY, None)
    return Outcome(n_lazy("Removed, with {n:,} judgement.", "Removed, with {n:,} judgements.", removed))


def _new_code(session: Session, judge: str) -> Outcome:
    entered = session.kept.new_code(session.known.name, judge)
    return Outcome(lazy("New code of {judge}, shown this once.", judge=judge), secret=entered.code)
