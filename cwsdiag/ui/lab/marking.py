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
from cwsdiag.ui.lab.session import ON, leave
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.ribbons import ribbon_of_way

if TYPE_CHECKING:
    from cwsdiag.judging import Item
    from cwsdiag.ui.lab.session import Choice, Judging, Session

# As on the page Sentences; R and C are taken by Streamlit.
BACK_KEY, NEXT_KEY = "P", "N"
# Best, second, neither, and round again.
_NEXT: dict[Choice, Choice] = {"neither": BEST, BEST: SECOND, SECOND: "neither"}
_KEYS = 9


def page(session: Session) -> None:
    """Draw the sentence where the judge stands, or thank them."""
    judging, total = session.judging, len(session.study.to_judge)
    if judging.place >= total:
        _thanks(judging, total)
        return
    item = session.study.to_judge[judging.place]
    if judging.marked != item.number:
        before = session.done(judging.judge).get(item.number)
        judging.marked, judging.marks = item.number, {} if before is None else dict(before.marks)
    _bar(session, item)
    if judging.refusal is not None:
        widgets.box("error", said(judging.refusal, session.file.path), title=_("This was not saved"))
    _candidates(session, item)
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
    judging, total = session.judging, len(session.study.to_judge)
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
            on_click=leave,
            help=_("Come back with the same name to go on where you stopped."),
        )
        _back(judging)
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


def _back(judging: Judging) -> None:
    st.button(
        p_("sentence", "Back"),
        shortcut=BACK_KEY,
        key="back",
        disabled=not judging.place,
        on_click=_go,
        args=(judging, -1),
    )


def _candidates(session: Session, item: Item) -> None:
    """Draw the candidates of a sentence in the judge's order, each with its mark."""
    judging = session.judging
    candidates = shown_order(session.study, judging.judge, item)
    ways = [candidate.words for candidate in candidates]
    labels = {BEST: p_("mark", "Best"), SECOND: p_("mark", "Second"), "neither": "–"}

    def turn(key: str) -> None:
        judging.marks[key] = _NEXT[judging.marks.get(key, "neither")]

    def choose(key: str, name: str) -> None:
        judging.marks[key] = st.session_state[name]

    for place, candidate in enumerate(candidates, start=1):
        key, name = candidate.key, f"mark {item.number} {candidate.key}"
        left, middle, right = st.columns([0.08, 0.69, 0.23], vertical_alignment="center")
        left.button(
            # The key stands beside it: “No. 1”.
            _("No.") if place <= _KEYS else _("No. {place}", place=place),
            key=f"candidate {place}",
            type="tertiary",
            shortcut=str(place) if place <= _KEYS else None,
            on_click=turn,
            args=(key,),
        )
        with middle:
            show.ribbon(
                ribbon_of_way(candidate.words, ways),
                title=_("Candidate {place}", place=place),
                key=f"candidate words {place}",
                width=640,
            )
        # Set before every run: it shows what the judging has, wherever that was changed.
        st.session_state[name] = judging.marks.get(key, "neither")
        right.segmented_control(
            _("Mark of candidate {place}", place=place),
            list(labels),
            format_func=labels.__getitem__,
            key=name,
            on_change=choose,
            args=(key, name),
            required=True,
            label_visibility="collapsed",
        )


def _go(judging: Judging, step: int) -> None:
    judging.place, judging.refusal = judging.place + step, None


def _store(session: Session, item: Item) -> None:
    """In a callback: keep what was marked, and go on."""
    judging = session.judging
    marks = {key: choice for key, choice in judging.marks.items() if choice != "neither"}
    try:
        session.kept.mark(judging.study, judging.judge, item.number, marks, holder=judging.holder, again=judging.again)
    except JudgingError as error:
        # Without where it was raised.
        judging.refusal = copy(error)
        return
    judging.again = True
    _go(judging, 1)


def _thanks(judging: Judging, total: int) -> None:
    widgets.lead(
        _("Thank you, {judge}: you have judged all {total:,} sentences.", judge=judging.judge, total=total),
        _("You can go back and change your mind at any time."),
    )
    st.progress(1.0)
    with st.container(horizontal=True):
        _back(judging)
        st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=_results)
        st.button(_("Another judge"), key="stop", icon=":material/person_add:", on_click=leave)


def _results() -> None:
    leave()
    state.put(Key.RESULTS, ON)
