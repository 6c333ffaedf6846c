"""Judging, sentence after sentence: nothing here names a system or shows gold."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import JudgingError
from cwsdiag.judging import shown_order
from cwsdiag.judging.models import BEST, SECOND
from cwsdiag.languages import _, p_
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.judging.session import ON
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.ribbons import ribbon_of_way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.judging import Candidate, Item, Mark
    from cwsdiag.ui.judging.session import Judging, Session

# As on the page Sentences; R and C are taken by Streamlit.
BACK_KEY, NEXT_KEY = "P", "N"
_NEITHER = "neither"
_CYCLE: dict[str | None, Mark | None] = {None: BEST, BEST: SECOND, SECOND: None}
_KEYS = 9


def page(session: Session) -> None:
    """Draw the sentence where the judge stands, or thank them."""
    judging, total = session.judging, len(session.known.to_judge)
    if judging.place >= total:
        _thanks(session)
        return
    item = session.known.to_judge[judging.place]
    here = (judging.study, judging.judge, item.number)
    if judging.marked != here:
        before = session.done(judging.judge).get(item.number)
        judging.marked, judging.marks = here, {} if before is None else dict(before.marks)
    _bar(session, item)
    if judging.code:
        _code(judging)
    if judging.refusal is not None:
        widgets.box("error", said(judging.refusal, session.file.path), title=_("This was not saved"))
    _candidates(judging, item, shown_order(session.known, judging.judge, item))
    widgets.note(
        _(
            "Mark the best and the second best; several may share a mark. Words that not all candidates share are "
            "shaded. On the keyboard: 1 to {keys} change a mark, {next} goes on, {back} back.",
            keys=_KEYS,
            next=NEXT_KEY,
            back=BACK_KEY,
        )
    )


def _bar(session: Session, item: Item) -> None:
    """Draw how far the judge has come and the buttons, in the same place for every sentence."""
    judging, total = session.judging, len(session.known.to_judge)
    left, right = st.columns([0.55, 0.45], vertical_alignment="center")
    with left:
        widgets.lead(
            _("Which is best? {place:,} of {total:,}", place=judging.place + 1, total=total),
            _("Judge: {judge}. What you have marked is kept when you go on.", judge=judging.judge),
        )
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        st.button(
            _("Stop"),
            icon=":material/logout:",
            type="tertiary",
            key="stop",
            on_click=judging.leave,
            help=_("Come back with the same name and your code to go on where you stopped."),
        )
        st.button(
            p_("sentence", "Back"),
            shortcut=BACK_KEY,
            key="back",
            disabled=not judging.place,
            on_click=_go,
            args=(judging, -1),
        )
        st.button(
            p_("sentence", "Next") if judging.place + 1 < total else _("Finish"),
            shortcut=NEXT_KEY,
            type="primary",
            key="next",
            disabled=BEST not in judging.marks.values(),
            help=_("Mark at least one as best to go on."),
            on_click=_store,
            args=(session, item),
        )
    st.progress(len(session.done(judging.judge)) / total)


def _code(judging: Judging) -> None:
    """Show the code that a new judge comes back with, until they have kept it."""
    with st.container(border=True, key="code of the judge"), st.container(horizontal=True, vertical_alignment="center"):
        st.code(judging.code, language=None, width="content")
        widgets.note(
            _(
                "Your code, shown this once: with your name and it you go on where you stopped, and nobody else judges "
                "in your name."
            )
        )
        st.button(_("I have kept it"), key="code kept", icon=":material/check:", on_click=_forget, args=(judging,))


def _forget(judging: Judging) -> None:
    judging.code = ""


def _candidates(judging: Judging, item: Item, candidates: Sequence[Candidate]) -> None:
    ways = [candidate.words for candidate in candidates]
    for place, candidate in enumerate(candidates, start=1):
        number, words, marks = st.columns([0.08, 0.69, 0.23], vertical_alignment="center")
        with number:
            st.button(
                # The key stands beside it: “No. 1”.
                _("No.") if place <= _KEYS else _("No. {place}", place=place),
                key=f"candidate {place}",
                type="tertiary",
                shortcut=str(place) if place <= _KEYS else None,
                on_click=_change,
                args=(judging, candidate),
            )
        with words:
            label = _("Candidate {place}", place=place)
            show.ribbon(ribbon_of_way(candidate.words, ways), title=label, key=f"candidate words {place}", width=640)
        with marks:
            _marks(judging, item, candidate, _("Mark of candidate {place}", place=place))


def _marks(judging: Judging, item: Item, candidate: Candidate, label: str) -> None:
    name = f"mark {item.number} {candidate.key}"
    # Set before every run: it shows what the judging has, wherever that was changed.
    st.session_state[name] = judging.marks.get(candidate.key, _NEITHER)

    def chosen() -> None:
        given = st.session_state[name]
        _put(judging, candidate, None if given == _NEITHER else given)

    labels = {BEST: p_("mark", "Best"), SECOND: p_("mark", "Second"), _NEITHER: "–"}
    st.segmented_control(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=name,
        on_change=chosen,
        required=True,
        label_visibility="collapsed",
    )


def _change(judging: Judging, candidate: Candidate) -> None:
    """In a callback: best, second, neither, and round again."""
    _put(judging, candidate, _CYCLE[judging.marks.get(candidate.key)])


def _put(judging: Judging, candidate: Candidate, mark: Mark | None) -> None:
    if mark is None:
        judging.marks.pop(candidate.key, None)
    else:
        judging.marks[candidate.key] = mark


def _go(judging: Judging, step: int) -> None:
    judging.place, judging.refusal = judging.place + step, None


def _store(session: Session, item: Item) -> None:
    """In a callback: keep what was marked, and go on."""
    judging = session.judging
    try:
        session.kept.mark(
            judging.study, judging.judge, item.number, judging.marks, holder=judging.holder, is_new=judging.is_new
        )
    except JudgingError as error:
        # Without where it was raised.
        judging.refusal = copy(error)
        return
    judging.is_new = False
    _go(judging, 1)


def _thanks(session: Session) -> None:
    judging, total = session.judging, len(session.known.to_judge)
    widgets.lead(
        _("Thank you, {judge}: you have judged all {total:,} sentences.", judge=judging.judge, total=total),
        _("You can go back and change your mind at any time."),
    )
    st.progress(1.0)
    with st.container(horizontal=True):
        st.button(p_("sentence", "Back"), shortcut=BACK_KEY, key="back", on_click=_go, args=(judging, -1))
        st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=_results, args=(judging,))
        st.button(_("Another judge"), key="stop", icon=":material/person_add:", on_click=judging.leave)


def _results(judging: Judging) -> None:
    judging.leave()
    state.put(Key.RESULTS, ON)
